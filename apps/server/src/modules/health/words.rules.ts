import { isAccounts, isMissing, type InputValue } from '@steward/scores'
import type { Metric } from '../health-model/index.ts'

/** What a metric says about its values; undefined where it is gone. */
export type Wording = Pick<Metric, 'kind' | 'unit' | 'options' | 'isDeadline'> | undefined

const noValue = 'No value'
const shown = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const singular: Readonly<Record<string, string>> = {
  days: 'day',
  activities: 'activity',
  emails: 'email',
  notes: 'note',
  risks: 'risk',
}

/** Small whole numbers, as most are, need no one to group or round them. */
function shownAs(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : shown.format(value)
}

function withUnit(value: number, unit: string | null): string {
  if (unit === null) return shownAs(value)
  if (unit === '%') return `${shownAs(value)}%`
  return `${shownAs(value)} ${Math.abs(value) === 1 ? (singular[unit] ?? unit) : unit}`
}

function daysText(days: number, isDeadline = false): string {
  if (days === 0) return 'today'
  if (days < 0) return `in ${withUnit(-days, 'days')}`
  return `${withUnit(days, 'days')} ${isDeadline ? 'overdue' : 'ago'}`
}

function optionsText(ids: readonly number[], wording: Wording): string {
  const options = wording?.options
  return ids.map((id) => options?.find((one) => one.id === id)?.displayName ?? `Option ${id}`).join(', ')
}

function numberText(value: number, wording: Wording): string {
  if (wording?.options?.some(({ id }) => id === value)) return optionsText([value], wording)
  return wording?.kind === 'date'
    ? daysText(value, wording.isDeadline)
    : withUnit(value, wording?.unit ?? null)
}

/** Whether there is nothing to show; no account with a score is nothing. */
export function isNothing(value: InputValue): boolean {
  return isAccounts(value) ? value.n === 0 : isMissing(value)
}

/** A value that went into a score, in words. */
export function wordsOf(value: InputValue, wording: Wording): string {
  if (value === null || isNothing(value)) return noValue
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberText(value, wording)
  if (isAccounts(value)) return `${value.n} ${value.n === 1 ? 'account' : 'accounts'}`
  return optionsText(value, wording)
}

/** The value itself, as far as one can be shown. */
export function plainOf(value: InputValue, wording: Wording): number | string | boolean | null {
  if (isAccounts(value)) return value.n
  if (typeof value === 'object')
    return value === null || value.length === 0 ? null : optionsText(value, wording)
  return value
}

const accountsNames = {
  average: 'Average of its accounts',
  worst: 'Worst of its accounts',
  weighted: 'Weighted score of its accounts',
} as const

/** What the one part is called of an organization that takes the score of its accounts. */
export function accountsName(how: keyof typeof accountsNames): string {
  return accountsNames[how]
}
