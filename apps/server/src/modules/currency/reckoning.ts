import type { CurrencyDefinition } from '@steward/contracts/currency'
import { olderDay, type Rates } from '@steward/contracts/money'
import type { CurrencyValue } from '@steward/contracts/value'
import { divideDecimal, timesDecimal } from '@steward/conditions'
import { invalid } from '../../platform/errors.ts'
import type { CurrencyBook } from './currency.service.ts'

/**
 * How amounts are compared and added up for anyone who sees them in one currency. They are reckoned in the base;
 * where the currency that they are seen in has no rate, in that one, so that at least its own amounts compare.
 */
export interface Reckoning {
  /** The display currency. */
  display: CurrencyDefinition
  /** Decimal digits by which an amount is multiplied, by the id of its currency; absent where there is not a rate. */
  factors: ReadonlyMap<number, string>
  /** Whether amounts are reckoned in the base, in which amounts in slots are. */
  isInBase: boolean
  rates: Rates
  /** By what a reckoned amount is divided to be seen. */
  divisor: string
}

/** A code that someone asks for. Throws `invalid_input` at `displayCurrency` where no active currency has it. */
export function chooseDisplay(
  book: CurrencyBook,
  asked: string | undefined,
  usual: string | undefined,
): CurrencyDefinition {
  if (asked === undefined || asked === '') {
    const own = usual === undefined ? undefined : book.byCode.get(usual)
    return own?.isActive ? own : book.standard
  }
  const found = book.byCode.get(asked.toUpperCase())
  if (found?.isActive) return found
  const codes = book.active.map(({ code }) => code).join(', ')
  throw invalid('currency.display', {
    displayCurrency: `${asked.slice(0, 10)} is not an active currency. Choose one of ${codes}.`,
  })
}

function reckon(book: CurrencyBook, display: CurrencyDefinition): Reckoning {
  const { rates } = book
  const own = rates.get(display.currencyDefinitionId)?.toBase ?? null
  if (own === null) {
    const factors = new Map([[display.currencyDefinitionId, '1']])
    return { display, factors, isInBase: false, rates, divisor: '1' }
  }
  const factors = new Map(
    book.effective.map(({ currencyDefinitionId, toBase }) => [currencyDefinitionId, String(toBase)]),
  )
  return { display, factors, isInBase: true, rates, divisor: String(own) }
}

const known = new WeakMap<CurrencyBook, Map<number, Reckoning>>()

/** The same object for the same book and currency. */
export function reckoningIn(book: CurrencyBook, display: CurrencyDefinition): Reckoning {
  const ofBook = known.get(book) ?? new Map<number, Reckoning>()
  known.set(book, ofBook)
  const found = ofBook.get(display.currencyDefinitionId) ?? reckon(book, display)
  ofBook.set(display.currencyDefinitionId, found)
  return found
}

/** The SQL of the reckoned amount of `json`, the SQL of an amount as jsonb; null where there is none or no rate. */
export function reckonedSql(json: string, { factors }: Reckoning): string {
  const value = `(${json}->'value')::numeric`
  // The currency that needs no factor is the most frequent one.
  const ordered = [...factors].toSorted(([, one], [, other]) => Number(other === '1') - Number(one === '1'))
  const cases = ordered.map(
    ([id, factor]) => `when '${id}' then ${factor === '1' ? value : `${value} * ${factor}`}`,
  )
  return `(case ${json}->>'currencyDefinitionId' ${cases.join(' ')} end)`
}

/**
 * The same of a value in memory, as exact digits. An amount without a rate stays an amount: it is set, but
 * compares with nothing.
 */
export function reckoned(value: unknown, { factors }: Reckoning): unknown {
  if (typeof value !== 'object' || value === null || !('currencyDefinitionId' in value)) return value
  const amount = value as CurrencyValue
  const factor = factors.get(amount.currencyDefinitionId)
  return factor === undefined ? amount : timesDecimal(String(amount.value), factor)
}

/** A reckoned amount as it is seen, rounded to the places of the currency. */
export function seen(digits: string | number, { divisor, display }: Reckoning): number {
  return Number(divideDecimal(String(digits), divisor, display.digits))
}

/** The day of the older rate by which an amount in a currency is converted to be seen; null where it need not be. */
export function rateDay({ rates, display }: Reckoning, currencyDefinitionId: number): string | null {
  if (currencyDefinitionId === display.currencyDefinitionId) return null
  const [own, other] = [rates.get(currencyDefinitionId), rates.get(display.currencyDefinitionId)]
  return olderDay(own?.rateDate ?? null, other?.rateDate ?? null)
}

/** The SQL of that day, of the currency whose id is the SQL `id`. */
export function rateDaySql(id: string, reckoning: Reckoning): string {
  const days = [...reckoning.factors.keys()].flatMap((currencyDefinitionId) => {
    const day = rateDay(reckoning, currencyDefinitionId)
    return day === null ? [] : [`when ${currencyDefinitionId} then '${day}'`]
  })
  return days.length === 0 ? 'null::text' : `case ${id} ${days.join(' ')} end`
}
