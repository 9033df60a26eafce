import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ImportState } from '@steward/contracts/plain/survey'
import type { SurveyImport } from '@steward/contracts/survey/import'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { surveyImportsQuery, undoImport } from '../import.calls.ts'
import { useSurveyAct } from '../survey.calls.ts'

const states: Readonly<Record<ImportState, { label: string; tone: Tone }>> = {
  running: { label: 'Running', tone: 'average' },
  finished: { label: 'Finished', tone: 'good' },
  failed: { label: 'Failed', tone: 'poor' },
  undoing: { label: 'Undoing', tone: 'average' },
  undone: { label: 'Undone', tone: 'neutral' },
}

/** What was imported before; each import can be undone as a whole. */
export function ImportHistory({ surveyId }: { surveyId: number }) {
  const { data: imports = [] } = useQuery(surveyImportsQuery(surveyId))
  const [undone, setUndone] = useState<SurveyImport>()
  const undo = useSurveyAct(
    (importId: number) => undoImport(surveyId, importId),
    () => 'Undo started',
  )
  if (imports.length === 0) return null
  return (
    <section aria-label="Imports">
      <h2 className="mb-2 font-medium">Imports</h2>
      <ul className="divide-y divide-line border-y border-line">
        {imports.map((one) => (
          <ImportItem key={one.importId} one={one} onUndo={() => setUndone(one)} />
        ))}
      </ul>
      {undone && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setUndone(undefined)}
          title="Undo this import?"
          description={`${numberText(undone.imported)} responses from ${undone.fileName} are deleted, also from timelines.`}
          action="Undo import"
          onConfirm={async () => void (await undo.mutateAsync(undone.importId))}
        />
      )}
    </section>
  )
}

function ImportItem({ one, onUndo }: { one: SurveyImport; onUndo: () => void }) {
  const { fileName, state, imported, noAnswer, refused, failure, createdAt, createdBy } = one
  const counts = [
    `${numberText(imported)} imported`,
    ...(noAnswer > 0 ? [`${numberText(noAnswer)} without an answer`] : []),
    ...(refused > 0 ? [`${numberText(refused)} rejected`] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex items-center gap-2">
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
          <span className="truncate font-medium">{fileName}</span>
        </p>
        <p className="tabular text-label text-2">
          {counts.join(', ')} · {momentText(createdAt)}
          {createdBy && ` by ${createdBy.name}`}
        </p>
        {failure && <p className="text-label text-poor">{failure}</p>}
      </div>
      {(state === 'finished' || state === 'failed') && imported > 0 && (
        <Button size="sm" onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  )
}
