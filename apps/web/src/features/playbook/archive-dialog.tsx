import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { archivePlaybook, refreshPlaybooks } from './playbook.calls.ts'

const actions = [
  { value: 'keep', label: 'Let them continue' },
  { value: 'complete', label: 'Complete them' },
  { value: 'archive', label: 'Archive them' },
] as const

type Action = (typeof actions)[number]['value']

/** Archives a playbook, and asks what happens to where it runs. */
export function ArchiveDialog({ template, onClose }: { template: PlaybookTemplate; onClose: () => void }) {
  const client = useQueryClient()
  const [action, setAction] = useState<Action>('keep')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function archive() {
    setBusy(true)
    try {
      await archivePlaybook(template.templateId, action)
      await refreshPlaybooks(client)
      toast.done('Playbook archived', { subject: 'playbook' })
      onClose()
    } catch (error) {
      setBusy(false)
      if (!isSessionExpired(error)) setFault(errorText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Archive “${template.name}”?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void archive()}>
            Archive
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={fault} />
        <Field label="Running instances" help="Open tasks of instances that end are archived.">
          <Select<Action> value={action} options={actions} onChange={(next) => next && setAction(next)} />
        </Field>
      </div>
    </Dialog>
  )
}
