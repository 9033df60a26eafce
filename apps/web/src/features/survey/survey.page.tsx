import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  IconDots,
  IconMail,
  IconPencil,
  IconPlayerPause,
  IconTrash,
  IconUpload,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { SurveyDetail } from '@steward/contracts/survey/survey'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { useGo } from '../../components/go.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DeleteSurveyDialog } from './list/delete-survey-dialog.tsx'
import { statBarQuery } from './response.calls.ts'
import { setPaused, surveyQuery, useSurveyAct } from './survey.calls.ts'
import { StateBadge } from './survey-words.tsx'
import { ExportButton } from './view/export-button.tsx'
import { QuestionResults } from './view/question-results.tsx'
import { ResponseFilters } from './view/response-filters.tsx'
import { ResponseList } from './view/response-list.tsx'
import { useResponseFilters, useResponseView } from './view/response-view.ts'
import { ScoreSplit } from './view/score-split.tsx'
import { StatBar } from './view/stat-bar.tsx'
import { TrendChart } from './view/trend-chart.tsx'
import { WavesDrawer } from './view/waves.drawer.tsx'
import { WhyDrawer } from './view/why.drawer.tsx'

type Part = 'waves' | 'why' | 'delete'

/** What people answered to a survey. */
export function SurveyPage() {
  const surveyId = Number(useRouteParam('surveyId'))
  const [opened, setOpened] = useState<Part>()
  const { data, error, refetch } = useQuery(surveyQuery(surveyId))
  const title = data?.name ?? 'Survey'
  return (
    <PageFrame title={title} route="surveys">
      <PageHeader
        title={title}
        breadcrumb={[{ label: 'Surveys', to: paths.surveys }]}
        aside={data && <StateBadge state={data.state} />}
      >
        {data && <Acts survey={data} onOpen={setOpened} />}
      </PageHeader>
      <PageContent>
        {data && <Results survey={data} />}
        {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="m-4 h-80" />}
        {data && <Opened survey={data} opened={opened} onClose={() => setOpened(undefined)} />}
      </PageContent>
    </PageFrame>
  )
}

type OpenedProps = { survey: SurveyDetail; opened: Part | undefined; onClose: () => void }

/** What lies over the page. */
function Opened({ survey, opened, onClose }: OpenedProps) {
  const go = useGo()
  if (opened === 'waves') return <WavesDrawer survey={survey} onClose={onClose} />
  if (opened === 'why') return <WhyDrawer surveyId={survey.surveyId} onClose={onClose} />
  if (opened !== 'delete') return null
  return <DeleteSurveyDialog survey={survey} onDeleted={() => go(paths.surveys)} onClose={onClose} />
}

const views = [
  { value: 'questions', label: 'Questions' },
  { value: 'responses', label: 'Responses' },
] as const

function Results({ survey }: { survey: SurveyDetail }) {
  const { surveyId, type } = survey
  const { filters, change } = useResponseFilters()
  // Without a score, the answers to the questions are all there is.
  const { view, show } = useResponseView(type === 'custom' ? 'questions' : 'responses')
  const { data } = useQuery(statBarQuery(surveyId, filters))
  return (
    <>
      {survey.state === 'paused' && <PausedBanner surveyId={surveyId} />}
      {data ? <StatBar type={type} stats={data} /> : <Skeleton className="m-4 h-24" />}
      {type !== 'custom' && (
        <div className="grid border-b border-line lg:grid-cols-2">
          <TrendChart surveyId={surveyId} type={type} />
          <ScoreSplit surveyId={surveyId} type={type} />
        </div>
      )}
      <ResponseFilters type={type} filters={filters} change={change} />
      <Tabs label="Results" value={view} onChange={show} tabs={views}>
        {view === 'questions' ? (
          <QuestionResults surveyId={surveyId} filters={filters} />
        ) : (
          <ResponseList surveyId={surveyId} type={type} filters={filters} />
        )}
      </Tabs>
    </>
  )
}

function PausedBanner({ surveyId }: { surveyId: number }) {
  const mayEdit = useCan()('survey.edit')
  const resume = useSurveyAct(
    () => setPaused(surveyId, false),
    () => 'Survey resumed',
  )
  return (
    <div className="flex flex-wrap items-center gap-3 bg-average-soft px-4 py-2">
      <p className="flex-1 text-average">This survey is paused: no one is asked, and answers are refused.</p>
      {mayEdit && (
        <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
          Resume
        </Button>
      )}
    </div>
  )
}

function Acts({ survey, onOpen }: { survey: SurveyDetail; onOpen: (part: Part) => void }) {
  const go = useGo()
  const may = useCan()
  const mayEdit = may('survey.edit')
  const { filters } = useResponseFilters()
  const { surveyId, state, draft, publishedVersion } = survey
  const pause = useSurveyAct(
    () => setPaused(surveyId, true),
    () => 'Survey paused',
  )
  return (
    <>
      <ExportButton surveyId={surveyId} filters={filters} />
      <Menu align="end" trigger={<IconButton label="More actions" icon={<IconDots aria-hidden />} />}>
        <MenuItem icon={<IconUserQuestion aria-hidden />} onSelect={() => onOpen('why')}>
          Who is asked
        </MenuItem>
        {mayEdit && (
          <>
            {draft.channels.mail && (
              <MenuItem icon={<IconMail aria-hidden />} onSelect={() => onOpen('waves')}>
                Email waves
              </MenuItem>
            )}
            {may('bulk.run') && publishedVersion !== null && (
              <MenuItem
                icon={<IconUpload aria-hidden />}
                onSelect={() => go(paths.importResponses(surveyId))}
              >
                Import responses
              </MenuItem>
            )}
            <MenuItem icon={<IconPencil aria-hidden />} onSelect={() => go(paths.editSurvey(surveyId))}>
              Edit
            </MenuItem>
            {state === 'live' && (
              <MenuItem icon={<IconPlayerPause aria-hidden />} onSelect={() => pause.mutate(undefined)}>
                Pause
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem danger icon={<IconTrash aria-hidden />} onSelect={() => onOpen('delete')}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  )
}
