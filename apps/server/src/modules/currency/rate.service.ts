import type { EffectiveRate, ExchangeRates, RateEdit, RateMonth } from '@steward/contracts/currency'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findNamed, type CurrencyBook, type CurrencyContext } from './currency.service.ts'
import { lockCurrencies } from './currency.store.ts'
import { renewEffective } from './rate.effective.ts'
import {
  addMonths,
  dayInMonth,
  enterRate,
  faultOfMonth,
  faultOfRate,
  monthOf,
  monthsBetween,
  ratio,
  type MonthRates,
} from './rate.rules.ts'
import { listMonths, listTold, writeRates, type RateWrite } from './rate.store.ts'

/** The most months that one call shows: fifty years. */
const mostMonths = 600
/** The months that are shown where nothing else is asked for. */
const usualMonths = 12
/** The changes that an entry of the audit log names. */
const mostAudited = 50

interface Months {
  from?: string | undefined
  to?: string | undefined
}

function effectiveOf(book: CurrencyBook, presentMonth: string): EffectiveRate[] {
  const known = new Map(book.effective.map((rate) => [rate.currencyDefinitionId, rate]))
  return book.active.map(({ currencyDefinitionId }) => {
    const rate = known.get(currencyDefinitionId)
    if (!rate) {
      return { currencyDefinitionId, rate: null, toBase: null, rateDate: null, month: null, carried: false }
    }
    const { toBase, rateDate, month } = rate
    return {
      currencyDefinitionId,
      // The way back has some figures less than the way there.
      rate: Number((1 / toBase).toPrecision(10)),
      toBase,
      rateDate,
      month,
      carried: month !== null && month < presentMonth,
    }
  })
}

/** The months that are asked for. Throws `invalid_input`. */
function rangeOf({ from, to }: Months, presentMonth: string): { from: string; to: string } {
  const last = to ?? (from !== undefined && from > presentMonth ? from : presentMonth)
  const first = from ?? addMonths(last, 1 - usualMonths)
  if (first > last) throw invalid('currency.months', { from: 'The first month must be before the last.' })
  if (addMonths(first, mostMonths - 1) < last) {
    throw invalid('currency.months', { from: `Request at most ${mostMonths} months.` })
  }
  return { from: first, to: last }
}

/** Changes of rates after which the rest of the platform may have to follow. */
export async function settleRates(
  context: CurrencyContext,
  tx: Tx,
  tenantId: number,
  baseId: number,
): Promise<void> {
  const isNew = await renewEffective(tx, tenantId, baseId, context.platform.clock.now())
  if (isNew) await context.registry.follow(tx, tenantId, 'rates')
}

interface PlannedEdit {
  month: string
  currencyDefinitionId: number
  code: string
  rate: number | null
  at: string
}

/** The cells that a request names. Throws `invalid_input` at those that cannot be meant so. */
function planEdits(book: CurrencyBook, edits: readonly RateEdit[], presentMonth: string): PlannedEdit[] {
  const faults: Record<string, string> = {}
  const planned = edits.map(({ month, rate, ...named }, index): PlannedEdit => {
    const at = `rates.${index}`
    const currency = findNamed(book, named)
    const ofMonth = faultOfMonth(month, presentMonth)
    const ofRate = faultOfRate(rate)
    if (!currency) faults[`${at}.code`] = 'Unknown currency. Use an ISO 4217 code such as CHF.'
    if (ofMonth) faults[`${at}.month`] = ofMonth
    if (ofRate) faults[`${at}.rate`] = ofRate
    else if (currency?.isBase) faults[`${at}.rate`] = `${currency.code} is the base: its rate is always 1.`
    const { currencyDefinitionId = 0, code = '' } = currency ?? {}
    return { month, currencyDefinitionId, code, rate, at }
  })
  if (Object.keys(faults).length > 0) throw invalid('currency.rates', faults)
  return planned
}

/** What of the months is another after the edits. Throws `invalid_input` at a cell that nothing connects with the base. */
function applyEdits(
  byMonth: Map<string, MonthRates>,
  base: CurrencyBook['base'],
  edits: readonly PlannedEdit[],
  today: string,
): RateWrite[] {
  const faults: Record<string, string> = {}
  const before = new Map([...byMonth].map(([month, rates]) => [month, new Map(rates)]))
  for (const { month, currencyDefinitionId, rate, at } of edits) {
    const rates = byMonth.get(month) ?? new Map()
    byMonth.set(month, rates)
    const entry = { currencyDefinitionId, rate, rateDate: dayInMonth(month, today) }
    if (enterRate(rates, base.currencyDefinitionId, entry)) continue
    faults[`${at}.rate`] =
      `The other rates of ${month} can't be converted to ${base.code}. Enter one of them again, or remove them first.`
  }
  if (Object.keys(faults).length > 0) throw invalid('currency.unconnected', faults)
  return [...byMonth].flatMap(([month, rates]) => {
    const was = before.get(month) ?? new Map()
    return [...new Set([...was.keys(), ...rates.keys()])]
      .filter((id) => was.get(id) !== rates.get(id))
      .map((currencyDefinitionId) => ({
        month,
        currencyDefinitionId,
        rate: rates.get(currencyDefinitionId) ?? null,
      }))
  })
}

/** Exchange rates by month. */
export function createRateService(context: CurrencyContext) {
  const { platform, audit, book, forget, read } = context
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const today = () => dayOf(platform.clock.now())

  async function show(db: Db, tenantId: number, asked: Months): Promise<ExchangeRates> {
    const known = await book(tenantId)
    const presentMonth = monthOf(today())
    const range = rangeOf(asked, presentMonth)
    const baseId = known.base.currencyDefinitionId
    const rows = await listTold(db, tenantId, baseId, range)
    const byMonth = Map.groupBy(rows, ({ month }) => month)
    const months = monthsBetween(range.from, range.to).map((month): RateMonth => ({
      month,
      rates: (byMonth.get(month) ?? []).map(({ units, baseUnits, updatedAt, ...rate }) => ({
        currencyDefinitionId: rate.currencyDefinitionId,
        rate: ratio(units, baseUnits),
        rateDate: rate.rateDate,
        source: rate.source,
        updatedBy: rate.updatedBy,
        updatedAt: updatedAt.toISOString(),
      })),
    }))
    return {
      baseCurrencyDefinitionId: baseId,
      defaultCurrencyDefinitionId: known.standard.currencyDefinitionId,
      presentMonth,
      months,
      effective: effectiveOf(known, presentMonth),
    }
  }

  return {
    /** The rates of some months, and those that count today. Throws `invalid_input` for months that cannot be meant so. */
    show: (actor: Actor, asked: Months) => show(dbOf(actor), actor.tenantId, asked),

    /** Enters rates, all of them or none. Throws `invalid_input` at the cells that are wrong. */
    async edit(actor: Actor, edits: readonly RateEdit[]): Promise<{ changed: number; rates: ExchangeRates }> {
      const { tenantId, userId } = actor
      const at = platform.clock.now()
      const months = edits.map(({ month }) => month).toSorted()
      const range = { from: months[0] ?? '', to: months.at(-1) ?? '' }
      const changed = await transact(dbOf(actor), async (tx) => {
        await lockCurrencies(tx, tenantId)
        const known = await read(tx, tenantId)
        const planned = planEdits(known, edits, monthOf(today()))
        const byMonth = await listMonths(tx, tenantId, range)
        const writes = applyEdits(byMonth, known.base, planned, today())
        if (writes.length === 0) return 0
        await writeRates(tx, tenantId, writes, { userId, at })
        await settleRates(context, tx, tenantId, known.base.currencyDefinitionId)
        const cells = new Set(
          writes.map(({ month, currencyDefinitionId }) => `${month}:${currencyDefinitionId}`),
        )
        const told = planned.filter(({ month, currencyDefinitionId }) =>
          cells.has(`${month}:${currencyDefinitionId}`),
        )
        const noun = told.length === 1 ? 'exchange rate' : 'exchange rates'
        await audit.write(tx, tenantId, {
          action: 'currency.rates_edited',
          summary: `Edited ${told.length} ${noun}`,
          actor,
          subject: { kind: 'currency', id: String(known.base.currencyDefinitionId), name: 'Exchange rates' },
          details: {
            base: known.base.code,
            rates: told.slice(0, mostAudited).map(({ month, code, rate }) => ({ month, code, rate })),
          },
        })
        return told.length
      })
      await forget(tenantId)
      return { changed, rates: await show(dbOf(actor), tenantId, range) }
    },
  }
}

export type RateService = ReturnType<typeof createRateService>
