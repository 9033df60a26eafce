import { IconAlertCircle } from '@tabler/icons-react'
import { webhookEvents, webhookSubjects } from '@steward/contracts/plain/webhook'
import { Checkbox } from '../../../ui/checkbox.tsx'

type EventChoiceProps = {
  chosen: readonly string[]
  onChange: (events: string[]) => void
  error: string | undefined
}

/** The events by what they are about. */
export function EventChoice({ chosen, onChange, error }: EventChoiceProps) {
  const toggle = (type: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, type] : chosen.filter((one) => one !== type))
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      aria-describedby={error ? 'webhook-events-error' : undefined}
    >
      <legend className="pb-1 font-medium">
        Events
        <span className="text-poor" aria-hidden>
          {' *'}
        </span>
      </legend>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {webhookSubjects.map(({ name, label }) => (
          <div key={name} role="group" aria-label={label}>
            <p className="text-label font-medium text-2">{label}</p>
            {webhookEvents
              .filter(({ subject }) => subject === name)
              .map((event) => (
                <Checkbox
                  key={event.type}
                  label={event.label}
                  checked={chosen.includes(event.type)}
                  onCheckedChange={(isChosen) => toggle(event.type, isChosen)}
                />
              ))}
          </div>
        ))}
      </div>
      {error && (
        <p id="webhook-events-error" className="flex items-start gap-1 text-label text-poor">
          <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
