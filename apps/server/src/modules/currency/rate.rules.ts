import {
  firstRateMonth,
  monthsAhead,
  rateLimits,
  type ImportedRates,
  type RateMonth,
} from '@steward/contracts/currency'

/** A rate of a month as it is kept: how much of a currency is the same as one unit of what all rates of that month share. */
export interface KeptRate {
  units: string
  rateDate: string
  source: RateMonth['rates'][number]['source']
}

/** The rates of one month, by currency. */
export type MonthRates = Map<number, KeptRate>

/** Figures of a rate that mean something. */
const figures = 12

/** How many units of one are the same as one unit of another, with 12 figures. */
export function ratio(units: string, other: string): number {
  return Number((Number(units) / Number(other)).toPrecision(figures))
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function addMonths(month: string, more: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number)
  const all = year * 12 + at - 1 + more
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}`
}

/** The months from one to another, the latest first. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = to; month >= from; month = addMonths(month, -1)) months.push(month)
  return months
}

/** The day that a rate is of which is entered today: today, or the day of its month that is nearest to it. */
export function dayInMonth(month: string, today: string): string {
  if (monthOf(today) === month) return today
  if (monthOf(today) < month) return `${month}-01`
  const after = new Date(`${addMonths(month, 1)}-01T00:00:00Z`)
  return new Date(after.getTime() - 86_400_000).toISOString().slice(0, 10)
}

/** Describes the fault in the month of a rate, in a sentence. */
export function faultOfMonth(month: string, presentMonth: string): string | undefined {
  const last = addMonths(presentMonth, monthsAhead)
  return month < firstRateMonth || month > last
    ? `Enter a month from ${firstRateMonth} to ${last}.`
    : undefined
}

/** The fault of a rate, as a sentence. */
export function faultOfRate(rate: number | null): string | undefined {
  if (rate === null) return undefined
  if (!(rate > 0)) return 'A rate is greater than zero. Leave the cell empty where there is none.'
  if (rate < rateLimits.least || rate > rateLimits.most) {
    return 'Enter a rate between 0.000000001 and 1,000,000,000.'
  }
  return undefined
}

/** One rate to be entered: how much of a currency one unit of the base is. */
export interface Entry {
  currencyDefinitionId: number
  rate: number | null
  rateDate: string
}

const entered = (units: number, rateDate: string): KeptRate => ({
  units: String(Number(units.toPrecision(figures + 4))),
  rateDate,
  source: 'entered',
})

/**
 * Puts a rate into its month; false where nothing says how the other rates of the month compare with the
 * base, so that it would not be known what they are worth.
 */
export function enterRate(
  month: MonthRates,
  baseId: number,
  { currencyDefinitionId, rate, rateDate }: Entry,
): boolean {
  if (rate === null) {
    month.delete(currencyDefinitionId)
    return true
  }
  const base = month.get(baseId)
  const own = month.get(currencyDefinitionId)
  if (base) {
    const isSame = own && ratio(own.units, base.units) === rate
    if (!isSame) month.set(currencyDefinitionId, entered(rate * Number(base.units), rateDate))
    return true
  }
  if (own) {
    month.set(baseId, entered(Number(own.units) / rate, rateDate))
    month.set(currencyDefinitionId, { ...own, rateDate, source: 'entered' })
    return true
  }
  if (month.size > 0) return false
  month.set(baseId, entered(1, rateDate))
  month.set(currencyDefinitionId, entered(rate, rateDate))
  return true
}

/** By what the kept rates of a month are multiplied so that they compare with those of a file; undefined where nothing connects them. */
function linkOf(kept: MonthRates, file: MonthRates, baseId: number): number | undefined {
  const shared = [baseId, ...kept.keys()].find((id) => kept.has(id) && file.has(id))
  if (shared === undefined) return undefined
  return Number(file.get(shared)?.units) / Number(kept.get(shared)?.units)
}

/**
 * The rates of a month after a file brought some. What the file does not have stays worth what it was, and so
 * does what someone entered, unless it is to be replaced. Nothing where the two have no currency in common.
 */
export function mergeMonth(
  kept: MonthRates,
  file: MonthRates,
  { baseId, replaces }: { baseId: number; replaces: boolean },
): MonthRates | undefined {
  if (kept.size === 0) return new Map(file)
  const link = linkOf(kept, file, baseId)
  if (link === undefined) return undefined
  const merged: MonthRates = new Map(file)
  for (const [id, rate] of kept) {
    const stays = !file.has(id) || (!replaces && rate.source === 'entered' && id !== baseId)
    if (stays)
      merged.set(id, { ...rate, units: String(Number((link * Number(rate.units)).toPrecision(figures + 4))) })
  }
  return merged
}

/** The outcome of the rates of one month, told for the base. */
export interface MonthChange {
  added: number
  changed: number
  unchanged: number
  changes: {
    currencyDefinitionId: number
    before: number | null
    after: number | null
    replacesEntered: boolean
  }[]
}

function told(month: MonthRates, id: number, baseId: number): number | null {
  const [own, base] = [month.get(id), month.get(baseId)]
  return own && base ? ratio(own.units, base.units) : null
}

/** Compares the rates that a file has with those that there were. */
export function compareMonths(
  kept: MonthRates,
  merged: MonthRates,
  ids: Iterable<number>,
  baseId: number,
): MonthChange {
  const change: MonthChange = { added: 0, changed: 0, unchanged: 0, changes: [] }
  for (const id of ids) {
    if (id === baseId) continue
    const [before, after] = [told(kept, id, baseId), told(merged, id, baseId)]
    if (!kept.has(id)) change.added += 1
    else if (before === after && kept.get(id)?.rateDate === merged.get(id)?.rateDate) change.unchanged += 1
    else {
      change.changed += 1
      const replacesEntered = kept.get(id)?.source === 'entered'
      change.changes.push({ currencyDefinitionId: id, before, after, replacesEntered })
    }
  }
  return change
}

/** The most changes that an import names. */
export const mostNamedChanges = 200

export type NamedChange = ImportedRates['changes'][number]
