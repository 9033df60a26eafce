import { IconHourglass } from '@tabler/icons-react'
import { waitPeriods, type WaitPeriod } from '@steward/contracts/plain/scenario'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { NodeKind, NodeSettings, NodeWords, PanelProps } from './node-kind.ts'
import { EventFields, eventText } from './on-event.tsx'
import { counted, fieldName, hourOptions, hourText, ownFields, periodWords } from './words.ts'

type Mode = 'period' | 'date' | 'businessHours' | 'event'

/** The settings of a wait, as far as they are there. */
type Loose = {
  mode?: Mode
  from?: number
  to?: number
  amount?: number | null
  period?: WaitPeriod
  field?: string
  days?: number
  hour?: number
  event?: NodeSettings
}

const modes = [
  { value: 'period', label: 'For a time' },
  { value: 'date', label: 'Until a date' },
  { value: 'businessHours', label: 'Until business hours' },
  { value: 'event', label: 'Until an event' },
] as const

const sides = [
  { value: 'before', label: 'days before' },
  { value: 'after', label: 'days after' },
] as const

const none: NodeSettings = Object.fromEntries(
  ['amount', 'period', 'field', 'days', 'hour', 'from', 'to', 'event'].map((key) => [key, undefined]),
)

const begun: Readonly<Record<Mode, NodeSettings>> = {
  period: { ...none, mode: 'period', amount: 1, period: 'day' },
  date: { ...none, mode: 'date', days: 0, hour: 8 },
  businessHours: { ...none, mode: 'businessHours', from: 9, to: 17 },
  event: { ...none, mode: 'event', event: { type: 'task_completed' }, amount: 7, period: 'day' },
}

const laterHours = Array.from({ length: 24 }, (_, at) => ({ value: at + 1, label: hourText(at + 1) }))

function BusinessFields({ settings, fault, onChange }: PanelProps) {
  const { from, to } = settings as Loose
  return (
    <>
      <div className="flex gap-3">
        <Field label="From" className="flex-1" error={fault('from')}>
          <Select<number>
            value={from ?? null}
            options={hourOptions}
            onChange={(next) => next !== null && onChange({ from: next })}
          />
        </Field>
        <Field label="Until" className="flex-1" error={fault('to')}>
          <Select<number>
            value={to ?? null}
            options={laterHours}
            onChange={(next) => next !== null && onChange({ to: next })}
          />
        </Field>
      </div>
      <p className="text-label text-2">On the working days of your default calendar.</p>
    </>
  )
}

function PeriodFields({ settings, fault, onChange }: PanelProps) {
  const { mode, amount, period } = settings as Loose
  const isLimit = mode === 'event'
  return (
    <div className="flex gap-3">
      <Field label={isLimit ? 'At most' : 'Wait for'} required className="flex-1" error={fault('amount')}>
        <NumberField
          value={amount ?? null}
          min={isLimit ? 1 : 0}
          decimals={0}
          onChange={(next) => onChange({ amount: next ?? undefined })}
        />
      </Field>
      <Field label="Period" required className="flex-1" error={fault('period')}>
        <Select<WaitPeriod>
          value={period ?? null}
          options={waitPeriods.map((value) => ({ value, label: `${periodWords[value]}s` }))}
          onChange={(next) => next && onChange({ period: next })}
        />
      </Field>
    </div>
  )
}

/** Days before a date are less than zero. */
const turned = (count: number, to: 'before' | 'after') => ({ days: (to === 'before' ? -1 : 1) * count || 0 })

function DateFields({ settings, words, fault, onChange }: PanelProps) {
  const { field, days = 0, hour } = settings as Loose
  const options = ownFields(words)
    .filter(({ kind }) => kind === 'date')
    .map(({ name, displayName }) => ({ value: name, label: displayName }))
  const side = days < 0 ? 'before' : 'after'
  return (
    <>
      <Field label="Date field" required error={fault('field')}>
        <Select<string>
          value={field ?? null}
          options={options}
          onChange={(next) => next && onChange({ field: next })}
        />
      </Field>
      <div className="flex gap-3">
        <Field label="Days" className="w-20" error={fault('days')}>
          <NumberField
            value={Math.abs(days)}
            min={0}
            decimals={0}
            onChange={(next) => onChange(turned(next || 0, side))}
          />
        </Field>
        <Field label="Before or after" className="flex-1">
          <Select<'before' | 'after'>
            value={side}
            options={sides}
            onChange={(next) => next && onChange(turned(Math.abs(days) || 1, next))}
          />
        </Field>
        <Field label="Time" className="w-24" error={fault('hour')}>
          <Select<number>
            value={hour ?? null}
            options={hourOptions}
            onChange={(next) => next !== null && onChange({ hour: next })}
          />
        </Field>
      </div>
    </>
  )
}

/** The event is a setting of its own: what is no longer set is left out of it. */
const changedEvent = (event: NodeSettings, change: NodeSettings): NodeSettings =>
  Object.fromEntries(Object.entries({ ...event, ...change }).filter(([, value]) => value !== undefined))

function UntilEventFields(props: PanelProps) {
  const { settings, words, fault, onChange } = props
  const { event = {} } = settings as Loose
  return (
    <>
      <EventFields
        settings={event}
        words={words}
        without="created"
        fault={(path) => fault(`event.${path}`)}
        onChange={(change) => onChange({ event: changedEvent(event, change) })}
      />
      <PeriodFields {...props} />
    </>
  )
}

function WaitPanel(props: PanelProps) {
  const { settings, onChange } = props
  const { mode = 'period' } = settings as Loose
  return (
    <>
      <Field label="How to wait">
        <Select<Mode>
          value={mode}
          options={modes}
          onChange={(next) => next && next !== mode && onChange(begun[next])}
        />
      </Field>
      {mode === 'period' && <PeriodFields {...props} />}
      {mode === 'date' && <DateFields {...props} />}
      {mode === 'businessHours' && <BusinessFields {...props} />}
      {mode === 'event' && <UntilEventFields {...props} />}
    </>
  )
}

function dateText({ field, days = 0, hour = 8 }: Loose, words: NodeWords): string | undefined {
  if (!field) return undefined
  const name = fieldName(words, field)
  const at = `at ${hourText(hour)}`
  if (days === 0) return `Wait until ${name} ${at}`
  return `Wait until ${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} ${name} ${at}`
}

function businessText({ from, to }: Loose): string | undefined {
  if (from === undefined || to === undefined) return undefined
  return `Wait until a working day between ${hourText(from)} and ${hourText(to)}`
}

function untilEventText({ event = {}, amount, period }: Loose, words: NodeWords): string | undefined {
  const text = eventText(event, words, `the ${words.level.name}`)
  if (!text || !amount || !period) return undefined
  return `Wait until ${text.replace(/^When /, '')}, for at most ${counted(amount, periodWords[period])}`
}

export const waitKind: NodeKind = {
  type: 'wait',
  icon: IconHourglass,
  purpose: 'Pauses records for a time, or until a date or an event',
  fresh: () => ({ mode: 'period', amount: 1, period: 'day' }),
  branches: ({ mode }) =>
    mode === 'event'
      ? [
          { key: 'happened', label: 'Happened' },
          { key: 'timeout', label: 'Not in time' },
        ]
      : [{ key: 'next', label: '' }],
  sentence(settings, words) {
    const loose = settings as Loose
    if (loose.mode === 'event') return untilEventText(loose, words)
    if (loose.mode === 'date') return dateText(loose, words)
    if (loose.mode === 'businessHours') return businessText(loose)
    const { amount, period } = loose
    return typeof amount === 'number' && period
      ? `Wait for ${counted(amount, periodWords[period])}`
      : undefined
  },
  Panel: WaitPanel,
}
