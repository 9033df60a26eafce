import { useCan } from '../../../api/can.ts'
import { isDay } from '@steward/contracts/value'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { NoteForm } from './entry-forms.rules.ts'

type NextStep = Pick<NoteForm, 'nextStep' | 'nextStepOn'>

type NextStepFieldProps = {
  value: NextStep
  faults: Readonly<Record<string, string | undefined>>
  onChange: (change: Partial<NextStep>) => void
}

/** The next step and its day: it becomes a task of the author's. */
export function NextStepField({ value, faults, onChange }: NextStepFieldProps) {
  if (!useCan()('task.edit')) return null
  const { nextStep, nextStepOn } = value
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <Field label="Next step" error={faults['nextStep']}>
        <Input
          value={nextStep}
          maxLength={255}
          placeholder="Becomes a task for you"
          onChange={({ target }) => onChange({ nextStep: target.value })}
        />
      </Field>
      <Field label="Due" error={faults['nextStepOn']}>
        <DateField
          value={nextStepOn !== null && isDay(nextStepOn) ? nextStepOn : null}
          onChange={(day) => onChange({ nextStepOn: day })}
          onUnreadable={(unreadable) => unreadable && onChange({ nextStepOn: 'unreadable' })}
        />
      </Field>
    </div>
  )
}
