import type { ImportedRates } from '@steward/contracts/currency'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { CurrencyBook, CurrencyContext } from './currency.service.ts'
import { lockCurrencies } from './currency.store.ts'
import { collectFile, readPublished, type PublishedMonth, type PublishedRates } from './rate-file.ts'
import {
  compareMonths,
  mergeMonth,
  mostNamedChanges,
  type KeptRate,
  type MonthRates,
  type NamedChange,
} from './rate.rules.ts'
import { settleRates } from './rate.service.ts'
import { deleteSamples, listMonths, writeRates, type RateWrite } from './rate.store.ts'

/** The currency that the bank gives rates for. */
const bankCurrency = 'EUR'

/** Who writes rates. */
export type Writer = Actor | { kind: 'system' }

interface Options {
  dryRun: boolean
  /** Whether what someone entered gives way. */
  replaces: boolean
  /** Samples are for months without any rate. */
  source?: 'ecb' | 'sample'
}

const sourceNames = { ecb: 'European Central Bank', sample: 'Demo' } as const

function monthRates(
  book: CurrencyBook,
  { day, rates }: PublishedMonth,
  source: KeptRate['source'],
): MonthRates {
  const kept = (units: string): KeptRate => ({ units, rateDate: day, source })
  const known = [...rates].flatMap(([code, units]): [number, KeptRate][] => {
    const currency = book.byCode.get(code)
    return currency ? [[currency.currencyDefinitionId, kept(units)]] : []
  })
  const bank = book.byCode.get(bankCurrency)
  return new Map([...(bank ? [[bank.currencyDefinitionId, kept('1')] as const] : []), ...known])
}

const isSame = (one: KeptRate | undefined, other: KeptRate | undefined): boolean =>
  one?.units === other?.units && one?.rateDate === other?.rateDate && one?.source === other?.source

function writesOf(month: string, kept: MonthRates, merged: MonthRates): RateWrite[] {
  return [...merged]
    .filter(([id, rate]) => !isSame(rate, kept.get(id)))
    .map(([currencyDefinitionId, rate]) => ({ month, currencyDefinitionId, rate }))
}

type Summary = Pick<ImportedRates, 'added' | 'changed' | 'unchanged' | 'changes' | 'left'>

/** The effect of the rates in a file on the existing ones. */
function compare(
  book: CurrencyBook,
  published: readonly PublishedMonth[],
  keptMonths: ReadonlyMap<string, MonthRates>,
  { replaces, source = 'ecb' }: Options,
): { summary: Summary; writes: RateWrite[] } {
  const baseId = book.base.currencyDefinitionId
  const summary: Summary = { added: 0, changed: 0, unchanged: 0, changes: [], left: [] }
  const writes: RateWrite[] = []
  const taken = source === 'sample' ? published.filter(({ month }) => !keptMonths.has(month)) : published
  for (const one of taken) {
    const kept = keptMonths.get(one.month) ?? new Map<number, KeptRate>()
    const file = monthRates(book, one, source)
    const merged = mergeMonth(kept, file, { baseId, replaces })
    if (!merged) {
      summary.left.push(one.month)
      continue
    }
    const change = compareMonths(kept, merged, file.keys(), baseId)
    summary.added += change.added
    summary.changed += change.changed
    summary.unchanged += change.unchanged
    for (const { currencyDefinitionId, ...values } of change.changes) {
      if (summary.changes.length >= mostNamedChanges) break
      const named: NamedChange = {
        month: one.month,
        code: book.byId.get(currencyDefinitionId)?.code ?? '',
        ...values,
      }
      summary.changes.push(named)
    }
    writes.push(...writesOf(one.month, kept, merged))
  }
  return { summary, writes }
}

/** Codes of a file that are currencies of today, and those that are not. */
function sortCodes(
  book: CurrencyBook,
  { codes, months }: PublishedRates,
): { known: string[]; skipped: string[] } {
  const held = new Set(months.flatMap(({ rates }) => [...rates.keys()]))
  const asked = codes.filter((code) => held.has(code))
  return {
    known: asked.filter((code) => book.byCode.has(code)),
    skipped: codes.filter((code) => !book.byCode.has(code)),
  }
}

const writtenAtOnce = 5000

/** Brings the reference rates of the European Central Bank in. */
export function createRateImport(context: CurrencyContext) {
  const { platform, audit, forget, read } = context

  async function write(
    tx: Tx,
    tenantId: number,
    writes: readonly RateWrite[],
    userId: number | null,
  ): Promise<void> {
    const at = platform.clock.now()
    for (let start = 0; start < writes.length; start += writtenAtOnce) {
      await writeRates(tx, tenantId, writes.slice(start, start + writtenAtOnce), { userId, at })
    }
  }

  async function apply(
    tenantId: number,
    writer: Writer,
    published: PublishedRates,
    options: Options,
  ): Promise<ImportedRates> {
    const { dryRun, source = 'ecb' } = options
    const months = published.months.toSorted((a, b) => (a.month < b.month ? 1 : -1))
    const range = { from: months.at(-1)?.month ?? '', to: months[0]?.month ?? '' }
    const result = await transact(platform.database.tenant(tenantId), async (tx) => {
      await lockCurrencies(tx, tenantId)
      const book = await read(tx, tenantId)
      const { summary, writes } = compare(book, months, await listMonths(tx, tenantId, range), options)
      const { known, skipped } = sortCodes(book, published)
      const answer: ImportedRates = {
        dryRun,
        days: published.days,
        firstMonth: range.from,
        lastMonth: range.to,
        months: months.length,
        currencies: known,
        skipped,
        ...summary,
      }
      if (dryRun || writes.length === 0) return answer
      await write(tx, tenantId, writes, 'userId' in writer ? writer.userId : null)
      await settleRates(context, tx, tenantId, book.base.currencyDefinitionId)
      await audit.write(tx, tenantId, {
        action: 'currency.rates_imported',
        summary: `Imported exchange rates from ${range.from} to ${range.to}`,
        actor: writer,
        subject: { kind: 'currency', id: String(book.base.currencyDefinitionId), name: 'Exchange rates' },
        details: { added: summary.added, changed: summary.changed, source: sourceNames[source] },
      })
      return answer
    })
    if (!dryRun) await forget(tenantId)
    return result
  }

  return {
    /** The rates of an uploaded file. Throws `invalid_input` at `file`, and `too_large`. */
    async upload(
      actor: Actor,
      bytes: AsyncIterable<Buffer | Uint8Array>,
      { dryRun }: { dryRun: boolean },
    ): Promise<ImportedRates> {
      const published = await readPublished(await collectFile(bytes))
      return apply(actor.tenantId, actor, published, { dryRun, replaces: true })
    },

    /** Rates that Steward brings in by itself: what someone entered stands. */
    importPublished: (tenantId: number, published: PublishedRates) =>
      apply(tenantId, { kind: 'system' }, published, { dryRun: false, replaces: false }),

    /** Made-up rates, marked as samples, for those of the months that have none. */
    addSamples: (tenantId: number, published: PublishedRates) =>
      apply(tenantId, { kind: 'system' }, published, { dryRun: false, replaces: false, source: 'sample' }),

    /** Deletes made-up rates, but for months in which someone entered rates that build on them. */
    async removeSamples(tenantId: number): Promise<void> {
      await transact(platform.database.tenant(tenantId), async (tx) => {
        await lockCurrencies(tx, tenantId)
        const { base } = await read(tx, tenantId)
        const isChanged = await deleteSamples(tx, tenantId)
        if (isChanged) await settleRates(context, tx, tenantId, base.currencyDefinitionId)
      })
      await forget(tenantId)
    },
  }
}

export type RateImport = ReturnType<typeof createRateImport>
