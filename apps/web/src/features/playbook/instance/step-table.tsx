import { useState } from 'react'
import type { InstanceDetail } from '@steward/contracts/playbook/instance'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { skipStep } from '../playbook.calls.ts'
import { statusWords, stepWords } from '../playbook-words.ts'
import { usePlaybookDone } from '../use-playbook-done.ts'

type Step = InstanceDetail['steps'][number]

/** The steps of a playbook at work. */
export function StepTable({ instance }: { instance: InstanceDetail }) {
  const [skipped, setSkipped] = useState<Step | null>(null)
  const isOver = instance.status === 'COMPLETED' || instance.status === 'ARCHIVED'
  return (
    <section aria-label="Steps" className="flex flex-col gap-2">
      <h2 className="font-medium">Steps</h2>
      <ol className="divide-y divide-line border-y border-line">
        {instance.steps.map((step) => (
          <li key={step.stepId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="truncate">{step.title}</p>
              <p className="truncate text-label text-2">
                {assigneeText(step)}
                {step.reason}
              </p>
            </div>
            <span className="text-label tabular-nums text-2">
              {step.dueDate ? formatDay(step.dueDate) : 'No date'}
              {step.isDatePinned && ' (set by hand)'}
            </span>
            <Badge tone={step.status === 'COMPLETED' ? 'good' : 'neutral'}>{stateText(step)}</Badge>
            {instance.mayEdit && !isOver && isOpen(step) && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Skip ${step.title}`}
                onClick={() => setSkipped(step)}
              >
                Skip
              </Button>
            )}
          </li>
        ))}
      </ol>
      {skipped && (
        <SkipDialog id={instance.playbookInstanceId} step={skipped} onClose={() => setSkipped(null)} />
      )}
    </section>
  )
}

function stateText({ state, status }: Step): string {
  if (state !== 'task') return stepWords[state]
  return status ? statusWords[status] : 'Deleted'
}

const assigneeText = ({ state, assignee }: Step): string =>
  state === 'task' ? `${assignee?.name ?? 'No one'} · ` : ''

function isOpen({ state, status }: Step): boolean {
  if (state === 'waiting') return true
  return state === 'task' && status !== 'COMPLETED' && status !== 'ARCHIVED'
}

function SkipDialog({ id, step, onClose }: { id: number; step: Step; onClose: () => void }) {
  const done = usePlaybookDone()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function skip() {
    setBusy(true)
    try {
      const { changeSetId } = await skipStep(id, step.stepId, reason)
      await done(`${step.title} skipped`, changeSetId)
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
      title={`Skip “${step.title}”?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={reason.trim() === ''} onClick={() => void skip()}>
            Skip step
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={fault} />
        <Field label="Reason" required>
          <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
