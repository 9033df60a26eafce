import { IconHourglass } from '@tabler/icons-react'
import { waitPeriods, type WaitPeriod } from '@steward/contracts/plain/scenario'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import type { NodeKind, NodeSettings, NodeWords, PanelProps } from './node-kind.ts'
import { counted, fieldName, hourOptions, hourText, ownFields, periodWords } from './words.ts'

type Mode = 'period' | 'date' | 'businessHours'

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
}

const modes = [
  { value: 'period', label: 'For a time' },
  { value: 'date', label: 'Until a date' },
  { value: 'businessHours', label: 'Business hours' },
] as const

const sides = [
  { value: 'before', label: 'days before' },
  { value: 'after', label: 'days after' },
] as const

const none: NodeSettings = Object.fromEntries(
  ['amount', 'period', 'field', 'days', 'hour', 'from', 'to'].map((key) => [key, undefined]),
)

const begun: Readonly<Record<Mode, NodeSettings>> = {
  period: { ...none, mode: 'period', amount: 1, period: 'day' },
  date: { ...none, mode: 'date', days: 0, hour: 8 },
  businessHours: { ...none, mode: 'businessHours', from: 9, to: 17 },
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
  const { amount, period } = settings as Loose
  return (
    <div className="flex gap-3">
      <Field label="Wait for" required className="flex-1" error={fault('amount')}>
        <NumberField
          value={amount ?? null}
          min={0}
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

function WaitPanel(props: PanelProps) {
  const { settings, onChange } = props
  const { mode = 'period' } = settings as Loose
  return (
    <>
      <Segmented
        label="How to wait"
        value={mode}
        options={modes}
        onChange={(next) => onChange(begun[next])}
      />
      {mode === 'period' && <PeriodFields {...props} />}
      {mode === 'date' && <DateFields {...props} />}
      {mode === 'businessHours' && <BusinessFields {...props} />}
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

export const waitKind: NodeKind = {
  type: 'wait',
  icon: IconHourglass,
  purpose: 'Holds records for a time, or until a date',
  fresh: () => ({ mode: 'period', amount: 1, period: 'day' }),
  sentence(settings, words) {
    const loose = settings as Loose
    if (loose.mode === 'date') return dateText(loose, words)
    if (loose.mode === 'businessHours') return businessText(loose)
    const { amount, period } = loose
    return typeof amount === 'number' && period
      ? `Wait for ${counted(amount, periodWords[period])}`
      : undefined
  },
  Panel: WaitPanel,
}
