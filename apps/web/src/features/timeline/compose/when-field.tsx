import { useId, useState } from 'react'
import { DateField } from '../../../ui/date-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { instantOfWall, isInstant, wallTimeOf } from '../when.rules.ts'

type WhenFieldProps = {
  /** null: the moment it is saved. No instant where the day that was typed cannot be read. */
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
  // An unreadable day keeps the time beside it.
  const [keptTime, keepTime] = useState('00:00')
  if (value === null) {
    return (
      <Field label="When" error={error}>
        <Button className="self-start" onClick={() => onChange(thisMinute())}>
          Now (change)
        </Button>
      </Field>
    )
  }
  const wall = isInstant(value) ? wallTimeOf(value) : null
  const time = wall?.time ?? keptTime
  return (
    <Field label="When" error={error}>
      <div className="flex flex-wrap items-center gap-2">
        <DateField
          className="w-40"
          value={wall?.day ?? null}
          onChange={(day) => day && onChange(instantOfWall({ day, time }))}
          onUnreadable={(unreadable) => {
            if (!unreadable) return
            keepTime(time)
            onChange('unreadable')
          }}
        />
        <Input
          id={timeId}
          type="time"
          aria-label="Time"
          className="w-28"
          disabled={!wall}
          value={time}
          onChange={({ target }) =>
            wall && target.value && onChange(instantOfWall({ ...wall, time: target.value }))
          }
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
