import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { Survey } from '@steward/contracts/survey/survey'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeleteSurveyDialog } from './list/delete-survey-dialog.tsx'
import { SurveyTable } from './list/survey-table.tsx'
import { surveysQuery } from './survey.calls.ts'

// People who see the list may begin a survey or set them up next: these pages load together.
export { NewSurveyPage } from './new-survey.page.tsx'
export { SurveyImportPage } from './survey-import.page.tsx'
export { SurveySettingsPage } from './survey-settings.page.tsx'

/** All surveys of the company, with what came of them. */
export function SurveysPage() {
  const mayEdit = useCan()('survey.edit')
  const { data, error, refetch } = useQuery(surveysQuery)
  return (
    <PageFrame title="Surveys" route="surveys">
      <PageHeader title="Surveys" count={data?.length}>
        {mayEdit && (
          <>
            <AppLink to={paths.surveySettings} className={buttonClass({ size: 'sm' })}>
              Settings
            </AppLink>
            <NewSurveyLink />
          </>
        )}
      </PageHeader>
      <PageContent>
        {data && <Surveys surveys={data} mayEdit={mayEdit} />}
        {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="m-6 h-32" />}
      </PageContent>
    </PageFrame>
  )
}

function Surveys({ surveys, mayEdit }: { surveys: readonly Survey[]; mayEdit: boolean }) {
  const [deleted, setDeleted] = useState<Survey>()
  if (surveys.length === 0) return <NoSurveys mayEdit={mayEdit} />
  return (
    <>
      <SurveyTable surveys={surveys} onDelete={setDeleted} />
      {deleted && <DeleteSurveyDialog survey={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function NewSurveyLink() {
  return (
    <AppLink to={paths.newSurvey} className={buttonClass({ variant: 'primary', size: 'sm' })}>
      <IconPlus aria-hidden />
      New survey
    </AppLink>
  )
}

function NoSurveys({ mayEdit }: { mayEdit: boolean }) {
  return (
    <EmptyState kind="nothing" title="No surveys yet" action={mayEdit && <NewSurveyLink />}>
      Ask customers one question in your product, by email or by a link, and follow up on every answer. Start
      with an NPS survey: its questions are already written.
    </EmptyState>
  )
}
