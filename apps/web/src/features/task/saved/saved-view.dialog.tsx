import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { taskLimits } from '@steward/contracts/plain/task'
import type { SavedTaskView, TaskViewState } from '@steward/contracts/task/view'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { createTaskView, taskViewsQuery, updateTaskView } from './saved-view.calls.ts'

interface SavedViewDialogProps {
  /** null: a new one. */
  saved: SavedTaskView | null
  state: TaskViewState
  onSaved: (viewId: number) => void
  onClose: () => void
}

/** The name of a view, and who sees it. */
export function SavedViewDialog({ saved, state, onSaved, onClose }: SavedViewDialogProps) {
  const client = useQueryClient()
  const [name, setName] = useState(saved?.name ?? '')
  const [isPrivate, setPrivate] = useState(saved?.isPrivate ?? true)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const { viewId } = saved
        ? await updateTaskView(saved.viewId, { name, isPrivate })
        : await createTaskView({ name, isPrivate, view: state })
      await client.invalidateQueries({ queryKey: taskViewsQuery.queryKey })
      toast.done('View saved', { subject: 'task-view' })
      onSaved(viewId)
      onClose()
    } catch (error) {
      setBusy(false)
      if (isSessionExpired(error)) return
      setFault((error instanceof ApiError && error.fields?.['name']) || errorText(error))
    }
  }

  return (
    <Dialog
      open
      title={saved ? 'Edit view' : 'Save view'}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="task-view" variant="primary" busy={busy}>
            Save view
          </Button>
        </>
      }
    >
      <form id="task-view" noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <Field label="Name" required error={fault}>
          <Input
            value={name}
            maxLength={taskLimits.viewName}
            onChange={(event) => {
              setName(event.target.value)
              setFault(undefined)
            }}
          />
        </Field>
        <Checkbox
          label="Only for me"
          description="Clear it to show the view to everyone in your company."
          checked={isPrivate}
          onCheckedChange={setPrivate}
        />
      </form>
    </Dialog>
  )
}
