import { useState, type FormEvent } from 'react'
import { healthLimits, type HealthVersion } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useRestore } from '../health-admin.calls.ts'

type RestoreDialogProps = { level: Level; version: HealthVersion; onClose: () => void }

/** Goes back to what an earlier version says, as a new version. */
export function RestoreDialog({ level, version, onClose }: RestoreDialogProps) {
  const [note, setNote] = useState('')
  const restore = useRestore(level)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (restore.isPending) return
    try {
      await restore.mutateAsync({ versionId: version.versionId, note: note.trim() })
      toast.done(`Version restored: ${version.number}`, { subject: 'health-draft' })
      onClose()
    } catch {
      // Why it was refused is in the dialog.
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Roll back to version ${version.number}?`}
      description={`A copy is published as a new version, and all ${level.plural} are rescored. Later versions stay in the list.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="restore" busy={restore.isPending}>
            Roll back
          </Button>
        </>
      }
    >
      <form id="restore" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {restore.error && !isSessionExpired(restore.error) && <FormAlert text={errorText(restore.error)} />}
        <Field label="Reason">
          <Textarea
            rows={2}
            maxLength={healthLimits.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
