import type { CurrencyDefinition, CurrencyType } from '@steward/contracts/currency'
import { ratesOf, type Rates } from '@steward/contracts/money'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { CurrencyRegistry, CurrencyUse } from './currency.registry.ts'
import { insertCurrencies, listCurrencies, lockCurrencies, moveMark, setActive } from './currency.store.ts'
import { currenciesOfTheWorld } from './currency.world.ts'
import { renewEffective } from './rate.effective.ts'
import { listEffective, replaceEffective, type EffectiveRow } from './rate.store.ts'

/** The currencies of a tenant and what they are worth; the same object until something of it changes. */
export interface CurrencyBook {
  /** All, the default one first, then by code. */
  definitions: readonly CurrencyDefinition[]
  active: readonly CurrencyDefinition[]
  base: CurrencyDefinition
  standard: CurrencyDefinition
  byId: ReadonlyMap<number, CurrencyDefinition>
  ids: ReadonlySet<number>
  activeIds: ReadonlySet<number>
  /** By code in capital letters. */
  byCode: ReadonlyMap<string, CurrencyDefinition>
  effective: readonly EffectiveRow[]
  /** By what amounts are converted today. */
  rates: Rates
}

const activeAtFirst: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP'])
const firstBase = 'USD'

/** Gives a new tenant all currencies; it begins to work in three. */
export async function seedCurrencies(tx: Tx, tenantId: number): Promise<void> {
  const all = Object.entries(currenciesOfTheWorld).map(([code, [name, symbol, digits]]) => ({
    code,
    name,
    symbol,
    digits,
    isActive: activeAtFirst.has(code),
    isBase: code === firstBase,
    isDefault: code === firstBase,
  }))
  await insertCurrencies(tx, tenantId, all)
  const base = (await listCurrencies(tx, tenantId)).find(({ isBase }) => isBase)
  if (!base) throw new Error('A new tenant has no base currency')
  const { currencyDefinitionId } = base
  await replaceEffective(tx, tenantId, [{ currencyDefinitionId, toBase: 1, rateDate: null, month: null }])
}

function marked(
  tenantId: number,
  definitions: readonly CurrencyDefinition[],
  mark: 'isBase' | 'isDefault',
): CurrencyDefinition {
  const found = definitions.find((one) => one[mark])
  if (!found) throw new Error(`No currency of tenant ${tenantId} has the mark ${mark}`)
  return found
}

function idsOf(definitions: readonly CurrencyDefinition[]): ReadonlySet<number> {
  return new Set(definitions.map(({ currencyDefinitionId }) => currencyDefinitionId))
}

async function loadBook(tenantId: number, db: Db | Tx): Promise<CurrencyBook> {
  const definitions = await listCurrencies(db, tenantId)
  const effective = await listEffective(db, tenantId)
  const active = definitions.filter(({ isActive }) => isActive)
  return {
    definitions,
    active,
    ids: idsOf(definitions),
    activeIds: idsOf(active),
    base: marked(tenantId, definitions, 'isBase'),
    standard: marked(tenantId, definitions, 'isDefault'),
    byId: new Map(definitions.map((one) => [one.currencyDefinitionId, one])),
    byCode: new Map(definitions.map((one) => [one.code, one])),
    effective,
    rates: ratesOf(definitions, effective),
  }
}

interface Named {
  currencyDefinitionId?: number | undefined
  code?: string | undefined
}

/** The currency that is named by its id or its code; undefined where there is none. */
export function findNamed(
  book: CurrencyBook,
  { currencyDefinitionId, code }: Named,
): CurrencyDefinition | undefined {
  if (currencyDefinitionId !== undefined) return book.byId.get(currencyDefinitionId)
  return book.byCode.get((code ?? '').trim().toUpperCase())
}

function inWords({ where, count, more }: CurrencyUse): string {
  return `${more ? 'more than ' : ''}${count.toLocaleString('en-US')} ${where}`
}

function inUse({ code }: CurrencyDefinition, uses: readonly CurrencyUse[], at: string): AppError {
  const message = `${code} is in use: ${uses.map(inWords).join(', ')}. Change these first, then take the currency away.`
  return new AppError('conflict', 'currency.in_use', message, { [at]: message })
}

interface Planned {
  definition: CurrencyDefinition
  change: CurrencyType
  at: string
}

/** The currencies that a request names. Throws `invalid_input` at those that there are not. */
function plan(book: CurrencyBook, changes: readonly CurrencyType[]): Planned[] {
  const faults: Record<string, string> = {}
  const planned = changes.flatMap((change, index) => {
    const at = String(index)
    const definition = findNamed(book, change)
    if (definition) return [{ definition, change, at }]
    faults[change.code === undefined ? at : `${at}.code`] =
      `There is no currency ${change.code ?? change.currencyDefinitionId}. Use a code of ISO 4217 such as CHF.`
    return []
  })
  const bases = planned.filter(({ change }) => change.isBase)
  for (const { at } of bases.slice(1)) faults[at] = 'There can be only one base currency. Choose one.'
  if (Object.keys(faults).length > 0) throw invalid('currency.types', faults)
  return planned
}

export type CurrencyContext = {
  platform: Platform
  audit: AuditService
  registry: CurrencyRegistry
  /** The book as it is remembered. */
  book(tenantId: number): Promise<CurrencyBook>
  /** After a commit that changed it. */
  forget(tenantId: number): Promise<void>
  /** The book as the transaction sees it. */
  read(tx: Tx, tenantId: number): Promise<CurrencyBook>
}

export function createCurrencyContext(
  platform: Platform,
  audit: AuditService,
  registry: CurrencyRegistry,
): CurrencyContext {
  const cache = platform.caches.create<CurrencyBook>('currency', loadBook)
  return {
    platform,
    audit,
    registry,
    book: (tenantId) => cache.get(tenantId),
    async forget(tenantId) {
      await registry.settled(tenantId)
      await cache.forget(tenantId)
    },
    read: (tx, tenantId) => loadBook(tenantId, tx),
  }
}

export function createCurrencyService(context: CurrencyContext) {
  const { platform, audit, registry, book, forget, read } = context
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** Refuses to take away what is used. Records are asked before the lock is taken: there may be many. */
  async function refuseUsed(db: Db | Tx, actor: Actor, { base, standard }: CurrencyBook, removed: Planned[]) {
    for (const { definition, at } of removed) {
      const marks = [
        ...(definition === base ? [{ where: 'base currency', count: 1 }] : []),
        ...(definition === standard ? [{ where: 'default currency', count: 1 }] : []),
      ]
      const uses = [...marks, ...(await registry.findUses(db as Db, actor.tenantId, definition))]
      if (uses.length > 0) throw inUse(definition, uses, `${at}.isActive`)
    }
  }

  async function setBase(tx: Tx, actor: Actor, before: CurrencyBook, to: CurrencyDefinition): Promise<void> {
    await moveMark(tx, actor.tenantId, 'is_base', to.currencyDefinitionId)
    const isNew = await renewEffective(tx, actor.tenantId, to.currencyDefinitionId, platform.clock.now())
    if (isNew) await registry.follow(tx, actor.tenantId, 'rates')
    await audit.write(tx, actor.tenantId, {
      action: 'currency.base_changed',
      summary: `Made ${to.code} the base currency`,
      actor,
      subject: { kind: 'currency', id: String(to.currencyDefinitionId), name: to.code },
      details: { before: before.base.code, after: to.code },
    })
  }

  async function activate(
    tx: Tx,
    actor: Actor,
    planned: readonly Planned[],
    isActive: boolean,
  ): Promise<void> {
    const changed = planned.map(({ definition }) => definition).filter((one) => one.isActive !== isActive)
    if (changed.length === 0) return
    const ids = changed.map(({ currencyDefinitionId }) => currencyDefinitionId)
    await setActive(tx, actor.tenantId, ids, isActive)
    for (const { currencyDefinitionId, code } of changed) {
      await audit.write(tx, actor.tenantId, {
        action: isActive ? 'currency.added' : 'currency.removed',
        summary: isActive ? `Added the currency ${code}` : `Removed the currency ${code}`,
        actor,
        subject: { kind: 'currency', id: String(currencyDefinitionId), name: code },
        details: {},
      })
    }
  }

  return {
    book,

    /** All currencies, the default one first, then by code: for whatever names currencies. Cached. */
    definitions: async (tenantId: number) => (await book(tenantId)).definitions,

    /** Those that amounts may be given in, in the same order. */
    active: async (tenantId: number) => (await book(tenantId)).active,

    /** The id of the currency that an amount without one is taken to be in. */
    defaultCurrencyId: async (tenantId: number) => (await book(tenantId)).standard.currencyDefinitionId,

    /** For anyone who is notified of a change before the word has come that it is another book. */
    forget,
    registerUse: registry.registerUse,
    registerFollower: registry.registerFollower,

    /**
     * Adds and takes away currencies, and chooses the base; all of it or nothing. Answers the active ones.
     * Throws `invalid_input` for unknown ones, `conflict` for those that are used.
     */
    async changeTypes(
      actor: Actor,
      changes: readonly CurrencyType[],
    ): Promise<readonly CurrencyDefinition[]> {
      const planned = plan(await book(actor.tenantId), changes)
      const removed = planned.filter(({ change }) => change.isActive === false)
      const base = planned.find(({ change }) => change.isBase)
      if (base?.change.isActive === false) {
        throw invalid('currency.base_inactive', {
          [`${base.at}.isBase`]: 'The base must be an active currency.',
        })
      }
      await transact(dbOf(actor), async (tx) => {
        await lockCurrencies(tx, actor.tenantId)
        const now = await read(tx, actor.tenantId)
        const held = removed.map((one) => ({
          ...one,
          definition: now.byId.get(one.definition.currencyDefinitionId) ?? one.definition,
        }))
        const isLeaving = ({ currencyDefinitionId }: CurrencyDefinition) =>
          base !== undefined && base.definition.currencyDefinitionId !== currencyDefinitionId
        const present = isLeaving(now.base) ? { ...now, base: base?.definition ?? now.base } : now
        await refuseUsed(tx, actor, present, held)
        await activate(
          tx,
          actor,
          planned.filter(({ change }) => change.isActive !== false),
          true,
        )
        if (base && isLeaving(now.base)) await setBase(tx, actor, now, base.definition)
        await activate(tx, actor, removed, false)
      })
      await forget(actor.tenantId)
      return (await book(actor.tenantId)).active
    },

    /** Throws `invalid_input` for a currency that is not active. Answers the active ones. */
    async changeDefault(actor: Actor, currencyDefinitionId: number): Promise<readonly CurrencyDefinition[]> {
      await transact(dbOf(actor), async (tx) => {
        await lockCurrencies(tx, actor.tenantId)
        const { byId, standard } = await read(tx, actor.tenantId)
        const to = byId.get(currencyDefinitionId)
        if (!to?.isActive) {
          throw invalid('currency.not_active', {
            currencyDefinitionId: 'The default must be an active currency. Add the currency first.',
          })
        }
        if (to.currencyDefinitionId === standard.currencyDefinitionId) return
        await moveMark(tx, actor.tenantId, 'is_default', currencyDefinitionId)
        await registry.follow(tx, actor.tenantId, 'default')
        await audit.write(tx, actor.tenantId, {
          action: 'currency.default_changed',
          summary: `Made ${to.code} the default currency`,
          actor,
          subject: { kind: 'currency', id: String(to.currencyDefinitionId), name: to.code },
          details: { before: standard.code, after: to.code },
        })
      })
      await forget(actor.tenantId)
      return (await book(actor.tenantId)).active
    },
  }
}

export type CurrencyDefinitions = ReturnType<typeof createCurrencyService>
