import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import type { SurveyImportForm } from '@steward/contracts/survey/import'
import type { Survey, SurveyContent } from '@steward/contracts/survey/survey'
import { errorPanelProps } from '../../../api/error-text.ts'
import {
  detectionQuery,
  FileReading,
  UnreadableFile,
  type Detection,
  type TableSettings,
} from '../../../entities/table-file/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { previewImport, startImport } from '../import.calls.ts'
import { useSurveyAct } from '../survey.calls.ts'
import { ImportPreview } from './import-preview.tsx'
import { MatchFields } from './match-fields.tsx'
import { formOf, guessMatches, type MatchDraft, targetsOf } from './match.rules.ts'

type ImportFormProps = {
  survey: Survey
  /** As it is published. */
  content: SurveyContent
  uploadId: string
  /** With the import under way, or without one. */
  onEnd: () => void
}

/** From a file on the server to an import: match its columns, preview, start. */
export function ImportForm({ uploadId, ...rest }: ImportFormProps) {
  // Only the shape of the file is asked for: what its columns are for depends on the survey.
  const [settings, setSettings] = useState<Partial<TableSettings>>({})
  const query = useQuery(detectionQuery(uploadId, levelOf('contact'), settings))
  const { data, error, refetch, isPlaceholderData } = query
  if (error) {
    return (
      <UnreadableFile
        error={error}
        onRetry={() => void refetch()}
        onReset={Object.keys(settings).length > 0 ? () => setSettings({}) : undefined}
        onAnother={rest.onEnd}
      />
    )
  }
  if (!data) return <Skeleton className="h-80 w-full" />
  const columns = data.columns.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-6">
      <FileReading
        detection={data}
        busy={isPlaceholderData}
        onChange={(change) => setSettings({ ...settings, ...change })}
      />
      <Matching key={JSON.stringify(columns)} detection={data} busy={isPlaceholderData} {...rest} />
    </div>
  )
}

function startOf(detection: Detection, targets: ReturnType<typeof targetsOf>): MatchDraft {
  const matches = guessMatches([...targets.answers, ...targets.people], detection.columns)
  const dayColumn = detection.columns.find(({ column }) => column === matches['answeredAt'])
  return { matches, dateFormat: dayColumn?.dateFormat ?? 'YYYY-MM-DD', noAnswer: '', answeredOn: null }
}

type MatchingProps = Omit<ImportFormProps, 'uploadId'> & { detection: Detection; busy: boolean }

function Matching({ detection, busy, survey, content, onEnd }: MatchingProps) {
  const { surveyId, type } = survey
  const targets = targetsOf(content)
  const [draft, setDraft] = useState(() => startOf(detection, targets))
  const preview = useMutation({ mutationFn: (form: SurveyImportForm) => previewImport(surveyId, form) })
  const start = useSurveyAct(
    (form: SurveyImportForm) => startImport(surveyId, form),
    () => 'Import started',
  )
  const form = formOf(detection, draft)

  function change(changes: Partial<MatchDraft>) {
    setDraft((now) => ({ ...now, ...changes }))
    preview.reset()
  }

  const { data, error, variables } = preview
  // What was previewed before the file was read differently is no preview of what would be imported.
  const found = JSON.stringify(variables) === JSON.stringify(form) ? data : undefined
  return (
    <div className="flex flex-col gap-6">
      <MatchFields detection={detection} targets={targets} draft={draft} onChange={change} />
      {error && <ErrorPanel compact {...errorPanelProps(error)} />}
      {found && <ImportPreview type={type} preview={found} />}
      <div className="flex flex-wrap items-center gap-2">
        {found && found.ready > 0 ? (
          <Button
            variant="primary"
            busy={start.isPending}
            onClick={() => start.mutate(form, { onSuccess: onEnd })}
          >
            {`Import ${numberText(found.ready)} responses`}
          </Button>
        ) : (
          <Button variant="primary" busy={busy || preview.isPending} onClick={() => preview.mutate(form)}>
            Preview import
          </Button>
        )}
        <Button onClick={onEnd}>Cancel</Button>
        {!found && <p className="text-label text-2">The preview writes nothing.</p>}
      </div>
    </div>
  )
}
