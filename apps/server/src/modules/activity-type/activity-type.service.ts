import {
  activityTypeLimits,
  type ActivityType,
  type activityTypeListQuery,
  type ChangeActivityType,
  type CreateActivityType,
} from '@steward/contracts/activity-type'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import {
  firstTypes,
  isSameName,
  typesOf,
  type ActivityTypes,
  type StoredType,
} from './activity-type.rules.ts'
import { insertTypes, listTypes, lockType, lockTypes, updateType } from './activity-type.store.ts'

/** How many activities have each type, by its id; types that none has may be absent. */
export type CountUse = (db: Db, tenantId: number) => Promise<ReadonlyMap<number, number>>

type ListQuery = z.output<typeof activityTypeListQuery>

/** Gives a new tenant the types it begins with. */
export async function seedTypes(tx: Tx, tenantId: number): Promise<void> {
  await insertTypes(tx, tenantId, firstTypes)
}

function refusal(error: unknown, displayName: string): unknown {
  if (violatedConstraint(error) !== 'activity_type_name') return error
  const message = `There is already an activity type named "${displayName}". Choose another name.`
  return new AppError('conflict', 'activity_type.name_taken', message, { displayName: message })
}

const shown = ({ displayName, iconName, description, isActive }: StoredType) => ({
  displayName,
  iconName,
  description,
  isActive,
})

const unused: CountUse = async () => new Map()

/** What kinds of activity there are, which an administrator defines. */
export function createActivityTypeService(platform: Platform, audit: AuditService) {
  const cache = platform.caches.create<ActivityTypes>('activity_type', async (tenantId, db) =>
    typesOf(await listTypes(db, tenantId)),
  )
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  let countUse = unused

  async function write<T>(actor: Actor, displayName: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await transact(dbOf(actor), work).catch((error: unknown) => {
      throw refusal(error, displayName)
    })
    await cache.forget(actor.tenantId)
    return result
  }

  async function insert(tx: Tx, actor: Actor, input: CreateActivityType): Promise<ActivityType> {
    const { tenantId } = actor
    await lockTypes(tx, tenantId)
    if ((await listTypes(tx, tenantId)).length >= activityTypeLimits.types) {
      const message = `There can be at most ${activityTypeLimits.types} activity types. Rename one that is not used.`
      throw new AppError('conflict', 'activity_type.too_many', message)
    }
    const [id] = await insertTypes(tx, tenantId, [input])
    const type = { activityTypeId: id as number, ...input }
    await audit.write(tx, tenantId, {
      action: 'activity_type.created',
      summary: `Added the activity type “${input.displayName}”`,
      actor,
      subject: { kind: 'activity_type', id: String(id), name: input.displayName },
      details: { after: shown(type) },
    })
    return type
  }

  async function update(tx: Tx, actor: Actor, id: number, change: ChangeActivityType): Promise<ActivityType> {
    const { tenantId } = actor
    const before = await lockType(tx, tenantId, id)
    if (!before) throw notFound('activity_type.unknown', 'This activity type does not exist.')
    if (change.activityTypeId !== undefined && change.activityTypeId !== id) {
      throw invalid('activity_type.id', { activityTypeId: 'The activity type does not match the path.' })
    }
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const after = { ...before, ...Object.fromEntries(given) } as StoredType
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    await updateType(tx, tenantId, after)
    await audit.write(tx, tenantId, {
      action: 'activity_type.changed',
      summary: `Changed the activity type “${before.displayName}”`,
      actor,
      subject: { kind: 'activity_type', id: String(id), name: after.displayName },
      details: { before: shown(before), after: shown(after) },
    })
    return after
  }

  return {
    /** The types of the tenant; cached. */
    types: (tenantId: number): Promise<ActivityTypes> => cache.get(tenantId),

    /** By name. */
    async list(actor: Actor, { displayName, withUsage }: ListQuery): Promise<ActivityType[]> {
      const { all } = await cache.get(actor.tenantId)
      const wanted = displayName ? all.filter((type) => isSameName(type.displayName, displayName)) : all
      if (!withUsage) return [...wanted]
      const counts = await countUse(dbOf(actor), actor.tenantId)
      return wanted.map((type) => ({ ...type, usageCount: counts.get(type.activityTypeId) ?? 0 }))
    },

    /** Error: conflict `activity_type.name_taken` where there is one of that name. */
    create: (actor: Actor, input: CreateActivityType): Promise<ActivityType> =>
      write(actor, input.displayName, (tx) => insert(tx, actor, input)),

    /** Changes what is given. Errors: not_found, conflict `activity_type.name_taken`. */
    change: (actor: Actor, id: number, change: ChangeActivityType): Promise<ActivityType> =>
      write(actor, change.displayName ?? '', (tx) => update(tx, actor, id, change)),

    /** Anyone who keeps activities says how many have each type. */
    registerUse(count: CountUse): void {
      countUse = count
    },
  }
}

export type ActivityTypeService = ReturnType<typeof createActivityTypeService>
