import { useQueries } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { levelFieldsQuery, type LevelField } from '../../../entities/field/index.ts'
import { filesOf } from '../bulk.calls.ts'
import { countText, jobNoun, newParentsText } from '../job-words.ts'
import { numberText } from '../../../ui/reader.ts'
import { useUndo } from './job-changes.ts'

const shownFields = 12

type UndoDialogProps = {
  job: BulkJob
  open: boolean
  onOpenChange: (open: boolean) => void
  onStarted?: () => void
}

/** The new records of each level. */
function createdText(job: BulkJob): string {
  const parts = filesOf(job).filter(({ counts }) => counts.create > 0)
  const counted = (parts.length > 0 ? parts : [job]).map(({ level, counts }) =>
    countText(counts.create, `new ${levelOf(level).name}`),
  )
  return counted.join(', ')
}

function NewOptions({ job }: { job: BulkJob }) {
  const count = job.newOptions.reduce((sum, { values }) => sum + values.length, 0)
  if (count === 0) return null
  return (
    <li>
      {countText(count, 'new option')} will be deleted, unless something uses {count === 1 ? 'it' : 'them'}.
    </li>
  )
}

/** The fields that were made for the import, as people see them. */
function NewFields({ job }: { job: BulkJob }) {
  const { newFields } = job
  const levels = new Set([job, ...job.parts].map(({ level }) => level))
  const labels = useQueries({
    queries: [...levels].map((level) => levelFieldsQuery(levelOf(level))),
    combine: (answers) => new Map(answers.flatMap(({ data = [] }) => data).map(labelled)),
  })
  const names = newFields.slice(0, shownFields).map((name) => labels.get(name) ?? name)
  const more = newFields.length - names.length
  return (
    <li>
      {countText(newFields.length, 'new field')} will be deleted, unless something uses{' '}
      {newFields.length === 1 ? 'it' : 'them'}: {names.join(', ')}
      {more > 0 && ` and ${numberText(more)} more`}.
    </li>
  )
}

const labelled = ({ name, displayName }: LevelField): [string, string] => [name, displayName]

/** Says what going back means, before it happens. */
export function UndoDialog({ job, open, onOpenChange, onStarted }: UndoDialogProps) {
  const undo = useUndo(job)
  const name = job.parts.some(({ level }) => level !== job.level) ? 'record' : levelOf(job.level).name
  const { create, update } = job.counts
  const { moved, following, missingChanged } = job.findings
  const noun = jobNoun(job)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Undo this ${noun}?`}
      description={`All changes made by ${job.fileName ?? `this ${noun}`} will be reverted.`}
      action={`Undo ${noun}`}
      danger
      onConfirm={async () => {
        await undo.mutateAsync()
        onStarted?.()
      }}
    >
      <ul className="flex list-disc flex-col gap-1 pl-4 text-2">
        {create > 0 && <li>{`${createdText(job)} will be deleted.`}</li>}
        {job.newParents > 0 && <li>{newParentsText(job, 'new ')} will be deleted.</li>}
        {update > 0 && (
          <li>
            {countText(update, name)} will be restored to their previous values
            {moved > 0 && `, ${numberText(moved)} of them to their previous place`}
            {following > 0 && `, with ${countText(following, 'record')} below`}.
          </li>
        )}
        {missingChanged > 0 && <li>{countText(missingChanged, name)} not in the file will be restored.</li>}
        <NewOptions job={job} />
        {job.newFields.length > 0 && <NewFields job={job} />}
        <li>Values edited since then are kept. You'll see a list of them afterwards.</li>
      </ul>
    </ConfirmDialog>
  )
}
