import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Field as FieldDefinition } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { usageQuery, useDeleteField } from '../field-admin.calls.ts'
import { UsageList } from './usage-list.tsx'

type DeleteFieldDialogProps = {
  level: Level
  field: FieldDefinition
  onClose: () => void
  onDeleted?: () => void
}

/** Shows what would miss a field, then asks for its name: there is no way back. */
export function DeleteFieldDialog({ level, field, onClose, onDeleted }: DeleteFieldDialogProps) {
  const { customColumnId, displayName } = field
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const usage = useQuery(usageQuery(customColumnId))
  const remove = useDeleteField(level)
  const isNamed = typed.trim() === displayName.trim()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isNamed || remove.isPending) return
    try {
      await remove.mutateAsync(customColumnId)
      toast.done(`${displayName} deleted`, { subject: `field-${customColumnId}` })
      onClose()
      onDeleted?.()
    } catch (error) {
      if (!isSessionExpired(error)) setFailure(errorText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${displayName}?`}
      description="Its values will no longer be shown, and everything that uses it loses it. This can't be undone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            disabled={!isNamed || !usage.data}
            busy={remove.isPending}
          >
            Delete field
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <UsageList fieldId={customColumnId} />
        <Field label={`Type “${displayName}” to delete it`}>
          <Input
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <FormAlert text={failure} />
      </form>
    </Dialog>
  )
}
