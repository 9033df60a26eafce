import type { ChurnDetails } from '@steward/contracts/churn'
import { isDay, readValue, type CurrencyValue, type PicklistOption } from '@steward/contracts/value'

/** Values by the key of their field; null clears. */
type Values = Record<string, boolean | number | string | CurrencyValue | null>

export type StateAct = 'archive' | 'restore' | 'churn' | 'unchurn'

/** The context for reading the details of a churn. */
export interface ChurnSource {
  /** The reasons, as options of the field that holds them. */
  reasons: readonly PicklistOption[]
  currencies: ReadonlySet<number>
  /** YYYY-MM-DD */
  today: string
}

/** What an act sets. */
export interface ReadAct {
  values: Values
  /** Values for keys that are not set. */
  whereUnset: Values
  /** By the name of the detail. */
  faults: Record<string, string>
}

const earliest = '1900-01-01'
/** Years ahead of today in which a customer may be known to leave. */
const yearsAhead = 10

const cleared: Values = { churnDate: null, churnReason: null, churnAmount: null }

const states: Readonly<Record<StateAct, Values>> = {
  archive: { archived: true },
  restore: { archived: false },
  churn: { churned: true },
  unchurn: { churned: false, ...cleared },
}

function faultOfDate(date: string, today: string): string | undefined {
  if (!isDay(date)) return 'The churn date must be a date like 2026-03-01.'
  if (date < earliest) return "The churn date can't be before 1900."
  const latest = `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`
  return date > latest ? `The churn date can be at most ${yearsAhead} years in the future.` : undefined
}

function faultOfReason(reasonId: number, { reasons }: ChurnSource): string | undefined {
  const option = reasons.find(({ id }) => id === reasonId)
  if (!option) return `Churn reason ${reasonId} does not exist.`
  return option.retired ? `"${option.value}" is retired. Choose another reason.` : undefined
}

function faultOfAmount(
  amount: NonNullable<ChurnDetails['amount']>,
  { currencies }: ChurnSource,
): string | undefined {
  const field = { displayName: 'The churn amount', dataType: 'currency' } as const
  const read = readValue(field, amount, { defaultCurrencyId: amount.currencyDefinitionId })
  if (!read.ok) return read.message
  if (!currencies.has(amount.currencyDefinitionId)) return 'The churn amount has an unknown currency.'
  return amount.value < 0 ? "The churn amount can't be negative." : undefined
}

function faultsOf({ date, reasonId, amount }: ChurnDetails, source: ChurnSource): Record<string, string> {
  const found = {
    date: date ? faultOfDate(date, source.today) : undefined,
    reasonId: reasonId ? faultOfReason(reasonId, source) : undefined,
    amount: amount ? faultOfAmount(amount, source) : undefined,
  }
  return Object.fromEntries(
    Object.entries(found).filter((fault): fault is [string, string] => fault[1] !== undefined),
  )
}

/** Takes the details of a churn out of a larger input. */
function detailsOf({ date, reasonId, amount }: ChurnDetails): ChurnDetails {
  return {
    ...(date !== undefined && { date: date || null }),
    ...(reasonId !== undefined && { reasonId }),
    ...(amount !== undefined && { amount }),
  }
}

/** Reads archiving and churning. A detail that is absent stays as it is; the date is today where there is none. */
export function readAct(act: StateAct, input: ChurnDetails, source: ChurnSource): ReadAct {
  const details = detailsOf(input)
  if (act !== 'churn') {
    const message = 'Only churned records have this value.'
    const faults = Object.fromEntries(Object.keys(details).map((name) => [name, message]))
    return { values: states[act], whereUnset: {}, faults }
  }
  const { date, reasonId, amount } = details
  return {
    values: {
      ...states.churn,
      ...(date !== undefined && { churnDate: date }),
      ...(reasonId !== undefined && { churnReason: reasonId }),
      ...(amount !== undefined && { churnAmount: amount }),
    },
    whereUnset: date === undefined ? { churnDate: source.today } : {},
    faults: faultsOf(details, source),
  }
}
