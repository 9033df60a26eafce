import { useQuery } from '@tanstack/react-query'
import type { SurveyDetail } from '@steward/contracts/survey/survey'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { FileChoice } from '../../entities/table-file/index.ts'
import { paths } from '../../paths.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ImportForm } from './import/import-form.tsx'
import { ImportHistory } from './import/import-history.tsx'
import { surveyQuery, surveyVersionsQuery } from './survey.calls.ts'

/** Brings in responses that were given elsewhere. */
export function SurveyImportPage() {
  const surveyId = Number(useRouteParam('surveyId'))
  const may = useCan()
  const isAllowed = may('survey.edit') && may('bulk.run')
  const { data: survey } = useQuery(surveyQuery(surveyId))
  const breadcrumb = [
    { label: 'Surveys', to: paths.surveys },
    { label: survey?.name ?? 'Survey', to: paths.survey(surveyId) },
  ]
  return (
    <PageFrame title="Import responses" route="surveys">
      <PageHeader title="Import responses" breadcrumb={breadcrumb} />
      <PageContent className="p-4 md:p-6">
        {isAllowed ? <Import surveyId={surveyId} /> : <NoPermission what="imports of responses" />}
      </PageContent>
    </PageFrame>
  )
}

function Import({ surveyId }: { surveyId: number }) {
  const { data: survey, error, refetch } = useQuery(surveyQuery(surveyId))
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return survey ? <ImportInto survey={survey} /> : <Skeleton className="h-80 w-full" />
}

function ImportInto({ survey }: { survey: SurveyDetail }) {
  const { data: versions } = useQuery(surveyVersionsQuery(survey.surveyId))
  const [{ upload }, change] = useSearchParams()
  const uploadId = typeof upload === 'string' ? upload : null
  const content = versions?.[0]?.content
  if (!versions) return <Skeleton className="h-80 w-full" />
  if (!content) return <p className="text-2">Publish this survey before you import responses to it.</p>
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-8">
      {uploadId ? (
        <ImportForm
          key={uploadId}
          survey={survey}
          content={content}
          uploadId={uploadId}
          onEnd={() => change({ upload: undefined }, { replace: true })}
        />
      ) : (
        <FileChoice onDone={(id) => change({ upload: id })}>
          Bring in responses from another tool: a file with one row for each. You’ll see what it brings before
          you start, and can undo it as a whole.
        </FileChoice>
      )}
      <ImportHistory surveyId={survey.surveyId} />
    </div>
  )
}
