import {
  isStatusLookup,
  planLimits,
  planProgressMeanings,
  planStatusMeanings,
  type PlanLookup,
  type PlanLookupType,
  type PlanMeaning,
} from '@steward/contracts/plain/success-plan'
import type { ChangePlanLookup, CreatePlanLookup } from '@steward/contracts/success-plan/lookup'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { insertLookup, listLookups, lockLookups, putLookup } from './lookup.store.ts'

/** The entries of a company, to look things up in. */
export interface Lookups {
  all: readonly PlanLookup[]
  byId: ReadonlyMap<number, PlanLookup>
  /** The first active entry that means something. */
  meaning(type: PlanLookupType, meaning: PlanMeaning): number
  /** All entries of a list that mean something. */
  idsOf(type: PlanLookupType, meaning: PlanMeaning): number[]
  /** Error: invalid_input at the field. */
  check(type: PlanLookupType, id: number | undefined, field: string): void
}

function lookupsOf(all: readonly PlanLookup[]): Lookups {
  const byId = new Map(all.map((entry) => [entry.lookupId, entry]))
  const of = (type: PlanLookupType, meaning: PlanMeaning) =>
    all.filter((entry) => entry.type === type && entry.meaning === meaning)
  return {
    all,
    byId,
    meaning: (type, meaning) => {
      const entries = of(type, meaning)
      return (entries.find(({ isActive }) => isActive) ?? entries[0])?.lookupId ?? 0
    },
    idsOf: (type, meaning) => of(type, meaning).map(({ lookupId }) => lookupId),
    check(type, id, field) {
      if (id === undefined) return
      const entry = byId.get(id)
      if (entry?.type !== type || !entry.isActive) {
        throw invalid('success_plan.lookup', {
          [field]: 'This is not one of the entries. Choose another one.',
        })
      }
    },
  }
}

/** The entries of companies, for what reads them outside of a transaction. */
export const createLookupCache = ({ caches }: Platform): LookupCache =>
  caches.create('success-plan-lookup', (tenantId, db) => readLookups(db, tenantId))

export type LookupCache = TenantCache<Lookups>

export const readLookups = async (db: Db | Tx, tenantId: number): Promise<Lookups> =>
  lookupsOf(await listLookups(db, tenantId))

const folded = (name: string): string => name.trim().toLocaleLowerCase()

function refuseTaken(all: readonly PlanLookup[], entry: Pick<PlanLookup, 'type' | 'name'>, id?: number) {
  const taken = all.some(
    (one) => one.type === entry.type && one.lookupId !== id && folded(one.name) === folded(entry.name),
  )
  if (!taken) return
  throw new AppError(
    'conflict',
    'success_plan.lookup_taken',
    `There is already an entry named ${entry.name}.`,
    {
      name: 'Choose another name.',
    },
  )
}

/** The four lists of statuses and progress, which a company renames and extends. */
export function createLookupService(
  platform: Platform,
  { audit, cache }: { audit: AuditService; cache: LookupCache },
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  return {
    async list(actor: Actor, type: PlanLookupType | undefined): Promise<PlanLookup[]> {
      const all = await listLookups(dbOf(actor), actor.tenantId)
      return all.filter((entry) => type === undefined || entry.type === type)
    },

    /** Errors: invalid_input at the meaning, conflict for a name that is taken. */
    async create(actor: Actor, form: CreatePlanLookup): Promise<PlanLookup> {
      const meanings: readonly PlanMeaning[] = isStatusLookup(form.type)
        ? planStatusMeanings
        : planProgressMeanings
      if (!meanings.includes(form.meaning)) {
        throw invalid('success_plan.meaning', { meaning: `Choose one of: ${meanings.join(', ')}.` })
      }
      const created = await transact(dbOf(actor), async (tx) => {
        await lockLookups(tx, actor.tenantId)
        const all = await listLookups(tx, actor.tenantId)
        refuseTaken(all, form)
        if (all.filter(({ type }) => type === form.type).length >= planLimits.lookups) {
          throw invalid('success_plan.lookups', {
            name: `A list can have at most ${planLimits.lookups} entries.`,
          })
        }
        const lookupId = await insertLookup(tx, actor.tenantId, form)
        await audit.write(tx, actor.tenantId, {
          action: 'success-plan.lookup_created',
          summary: `The entry “${form.name}” was added to the lists of success plans`,
          actor,
          details: { lookupId, type: form.type },
        })
        return { ...form, lookupId, isActive: true }
      })
      await cache.forget(actor.tenantId)
      return created
    },

    /** Errors: not_found, conflict for a name that is taken or the last active entry of its meaning. */
    async change(actor: Actor, lookupId: number, form: ChangePlanLookup): Promise<PlanLookup> {
      const changed = await transact(dbOf(actor), async (tx) => {
        await lockLookups(tx, actor.tenantId)
        const all = await listLookups(tx, actor.tenantId)
        const before = all.find((one) => one.lookupId === lookupId)
        if (!before) throw notFound('success_plan.lookup_unknown', 'This entry does not exist.')
        const after: PlanLookup = {
          ...before,
          name: form.name ?? before.name,
          isActive: form.isActive ?? before.isActive,
        }
        refuseTaken(all, after, lookupId)
        const others = all.filter(
          (one) => one.type === after.type && one.meaning === after.meaning && one.lookupId !== lookupId,
        )
        if (!after.isActive && !others.some(({ isActive }) => isActive)) {
          const message = `${after.name} is the only entry of its kind. Add another one before you deactivate it.`
          throw new AppError('conflict', 'success_plan.lookup_needed', message)
        }
        await putLookup(tx, actor.tenantId, after)
        await audit.write(tx, actor.tenantId, {
          action: 'success-plan.lookup_changed',
          summary: `The entry “${after.name}” of the lists of success plans was changed`,
          actor,
          details: { lookupId, before: before.name, isActive: after.isActive },
        })
        return after
      })
      await cache.forget(actor.tenantId)
      return changed
    },
  }
}

export type LookupService = ReturnType<typeof createLookupService>
