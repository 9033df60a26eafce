import { useState, type FormEvent } from 'react'
import { healthLimits, type ScoreDetail } from '@steward/contracts/health'
import { isDay } from '@steward/contracts/value'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { mostPoints, scoreText } from '../../entities/health/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.tsx'
import { overrideFaults, type OverrideForm } from './override.rules.ts'
import { useOverride } from './record-health.calls.ts'
import { daysBefore, utcToday } from '../../entities/health/index.ts'

/** As long as an override holds unless its author says otherwise. */
const usualDays = 30

function startOf({ override }: ScoreDetail): OverrideForm {
  if (override) return { score: override.score, reason: override.reason, endsOn: override.endsOn }
  return { score: null, reason: '', endsOn: daysBefore(utcToday(), -usualDays) }
}

/** Sets the score by hand, for a reason and until a day. */
export function OverrideDialog({ detail, onClose }: { detail: ScoreDetail; onClose: () => void }) {
  const { level, id } = useRecordScreen()
  const [form, setForm] = useState(() => startOf(detail))
  const [wasSent, setSent] = useState(false)
  const save = useOverride(level, id)
  const refused = save.error instanceof ApiError ? save.error.fields : undefined
  const faults = { ...refused, ...(wasSent ? overrideFaults(form, utcToday()) : {}) }
  const set = (change: Partial<OverrideForm>) => {
    setForm({ ...form, ...change })
    if (save.isError) save.reset()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if (Object.keys(overrideFaults(form, utcToday())).length > 0 || save.isPending) return
    try {
      await save.mutateAsync({ score: form.score!, reason: form.reason.trim(), endsOn: form.endsOn! })
      toast.done(`Score set to ${scoreText(form.score)}`, { subject: `override-${id}` })
      onClose()
    } catch {
      // What was refused is in the form.
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={detail.override ? 'Change the override' : 'Override the score'}
      description={
        detail.computed === null
          ? 'The measures give no score. Your score applies until the end date.'
          : `The measures give ${scoreText(detail.computed)}. Your score applies until the end date.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="override" busy={save.isPending}>
            Set score
          </Button>
        </>
      }
    >
      <form id="override" noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {save.error && !isSessionExpired(save.error) && !refused && (
          <FormAlert text={errorText(save.error)} />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Score" required error={faults['score']} help="0 to 10">
            <NumberField
              value={form.score}
              min={0}
              max={mostPoints}
              decimals={2}
              onChange={(score) => set({ score })}
            />
          </Field>
          <Field label="Until" required error={faults['endsOn']} help="Last day it applies">
            <DateField
              value={form.endsOn !== null && isDay(form.endsOn) ? form.endsOn : null}
              min={utcToday()}
              onChange={(endsOn) => set({ endsOn })}
              onUnreadable={(unreadable) => unreadable && set({ endsOn: 'unreadable' })}
            />
          </Field>
        </div>
        <Field label="Reason" required error={faults['reason']}>
          <Textarea
            rows={3}
            maxLength={healthLimits.reason}
            value={form.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
