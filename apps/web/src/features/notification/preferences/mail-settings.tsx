import type { ReactNode } from 'react'
import type { ChangeNotificationDefaults, NotificationDefaults } from '@steward/contracts/notification'
import type { MailTiming } from '@steward/contracts/plain/notification'
import { useUser } from '../../../api/session.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'

const timings: readonly { value: MailTiming; label: string }[] = [
  { value: 'immediately', label: 'Immediately' },
  { value: 'hourly', label: 'Hourly' },
  { value: 'daily', label: 'Daily' },
]

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}))

const other = (than: number | null) => hours.filter(({ value }) => value !== than)

const usualQuiet = { quietFrom: 20, quietTo: 7 }

type MailChoicesProps = {
  preferences: NotificationDefaults
  onChange: (change: ChangeNotificationDefaults) => Promise<void>
}

type MailSettingsProps = MailChoicesProps & {
  label?: string
  /** In which time zone the hours are. */
  zone: ReactNode
}

/** Whether notifications are mailed, and when. */
export function MailSettings({
  preferences,
  onChange,
  zone,
  label = 'Send notifications by email',
}: MailSettingsProps) {
  const { isSendEmailNotifications, mailTiming, digestHour } = preferences
  const change = (value: ChangeNotificationDefaults) => void onChange(value)
  return (
    <>
      <Switch
        label={label}
        description="Notifications that were read in Steward before aren't mailed."
        checked={isSendEmailNotifications}
        onCheckedChange={(next) => onChange({ isSendEmailNotifications: next })}
      />
      {isSendEmailNotifications && (
        <div className="flex flex-col gap-4 pl-10">
          <Segmented
            label="When email is sent"
            size="md"
            className="self-start"
            value={mailTiming}
            onChange={(next) => change({ mailTiming: next })}
            options={timings}
          />
          {mailTiming === 'daily' && (
            <Field label="Time of the daily email" className="max-w-40">
              <Select
                value={digestHour}
                onChange={(hour) => hour !== null && change({ digestHour: hour })}
                options={hours}
              />
            </Field>
          )}
          <QuietHours preferences={preferences} onChange={onChange} />
          <p className="text-label text-3">{zone}</p>
        </div>
      )}
    </>
  )
}

function QuietHours({ preferences: { quietFrom, quietTo, mailTiming }, onChange }: MailChoicesProps) {
  if (mailTiming === 'daily') return null
  const areOn = quietFrom !== null && quietTo !== null
  return (
    <>
      <Switch
        label="Quiet hours"
        description="Email waits until they end."
        checked={areOn}
        onCheckedChange={(next) => onChange(next ? usualQuiet : { quietFrom: null, quietTo: null })}
      />
      {areOn && (
        <div className="grid max-w-80 grid-cols-2 gap-3 pl-10">
          <Field label="From">
            <Select
              value={quietFrom}
              onChange={(hour) => hour !== null && void onChange({ quietFrom: hour })}
              options={other(quietTo)}
            />
          </Field>
          <Field label="Until">
            <Select
              value={quietTo}
              onChange={(hour) => hour !== null && void onChange({ quietTo: hour })}
              options={other(quietFrom)}
            />
          </Field>
        </div>
      )}
    </>
  )
}

/** The time zone of the user, and where to change it. */
export function OwnZone() {
  const { timeZone } = useUser()
  return (
    <>
      {timeZone ? `Times are in ${timeZone.replaceAll('_', ' ')}.` : 'Times are in UTC.'}{' '}
      <AppLink to={paths.profile} className="text-accent-text hover:underline">
        {timeZone ? 'Change time zone' : 'Set your time zone'}
      </AppLink>
    </>
  )
}
