import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { countText, jobNoun } from '../job-words.ts'
import { useUndo } from './job-changes.ts'

type UndoDialogProps = {
  job: BulkJob
  open: boolean
  onOpenChange: (open: boolean) => void
  onStarted?: () => void
}

/** Says what going back means, before it happens. */
export function UndoDialog({ job, open, onOpenChange, onStarted }: UndoDialogProps) {
  const undo = useUndo(job)
  const { name } = levelOf(job.level)
  const { create, update } = job.counts
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
        {create > 0 && <li>{`${countText(create, name)} that were created will be deleted.`}</li>}
        {update > 0 && <li>{countText(update, name)} will be restored to their previous values.</li>}
        <li>Values edited since then are kept. You'll see a list of them afterwards.</li>
      </ul>
    </ConfirmDialog>
  )
}
