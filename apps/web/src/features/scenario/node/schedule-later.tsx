import { IconCalendarTime } from '@tabler/icons-react'
import { scheduleRepeats, type ScheduleRepeat } from '@steward/contracts/plain/scenario'
import type { ScheduleSettings } from '@steward/contracts/scenario/settings'
import { DateField } from '../../../ui/date-field.tsx'
import { formatDay, readerDay } from '../../../ui/day-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { NodeKind, PanelProps } from './node-kind.ts'
import { SelectionFields, selectionText } from './selection-fields.tsx'
import { hourOptions, hourText } from './words.ts'

const repeatWords: Readonly<Record<ScheduleRepeat, string>> = {
  once: 'Once',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
}

function SchedulePanel({ settings, words, fault, onChange }: PanelProps) {
  const { day, hour, repeat, selection } = settings as Partial<ScheduleSettings>
  return (
    <>
      <Field label="Runs" required error={fault('repeat')}>
        <Select<ScheduleRepeat>
          value={repeat ?? null}
          options={scheduleRepeats.map((value) => ({ value, label: repeatWords[value] }))}
          onChange={(next) => next && onChange({ repeat: next })}
        />
      </Field>
      <div className="flex gap-3">
        <Field
          label={repeat === 'once' ? 'Day' : 'First day'}
          required
          className="flex-1"
          error={fault('day') && 'Choose a day.'}
        >
          <DateField value={day ?? null} onChange={(next) => onChange({ day: next ?? undefined })} />
        </Field>
        <Field label="Time" required className="w-28" error={fault('hour')}>
          <Select<number>
            value={hour ?? null}
            options={hourOptions}
            onChange={(next) => next !== null && onChange({ hour: next })}
          />
        </Field>
      </div>
      <SelectionFields
        selection={selection}
        words={words}
        fault={fault}
        onChange={(next) => onChange({ selection: next })}
      />
    </>
  )
}

export const scheduleKind: NodeKind = {
  type: 'scheduleLater',
  icon: IconCalendarTime,
  purpose: 'Starts at a time, once or again and again',
  fresh: () => ({ selection: { filter: '' }, day: readerDay(new Date()), hour: 8, repeat: 'daily' }),
  sentence(settings, words) {
    const { day, hour = 8, repeat = 'once', selection } = settings as Partial<ScheduleSettings>
    const records = selectionText(selection, words)
    if (!day || !records) return undefined
    const time = hourText(hour)
    if (repeat === 'once') return `On ${formatDay(day)} at ${time}, for ${records}`
    return `${repeatWords[repeat]} at ${time} from ${formatDay(day)}, for ${records}`
  },
  Panel: SchedulePanel,
}
