import { useId } from 'react'
import { DateField } from '../../../ui/date-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { instantOfWall, wallTimeOf } from '../when.rules.ts'

type WhenFieldProps = {
  /** null: the moment it is saved. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string
  /** What came before has its moment; what is new may be of now. */
  mayBeNow: boolean
}

const thisMinute = () => instantOfWall(wallTimeOf(Date.now()))

/** When it happened, by the reader's clock. */
export function WhenField({ value, onChange, error, mayBeNow }: WhenFieldProps) {
  const timeId = useId()
  if (value === null) {
    return (
      <Field label="When" error={error}>
        <Button className="self-start" onClick={() => onChange(thisMinute())}>
          Now – change
        </Button>
      </Field>
    )
  }
  const { day, time } = wallTimeOf(value)
  return (
    <Field label="When" error={error}>
      <div className="flex flex-wrap items-center gap-2">
        <DateField
          className="w-40"
          value={day}
          onChange={(next) => next && onChange(instantOfWall({ day: next, time }))}
        />
        <Input
          id={timeId}
          type="time"
          aria-label="Time"
          className="w-28"
          value={time}
          onChange={({ target }) => target.value && onChange(instantOfWall({ day, time: target.value }))}
        />
        {mayBeNow && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Now
          </Button>
        )}
      </div>
    </Field>
  )
}
