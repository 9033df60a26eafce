import { referredLevel } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import { seeingAll, userOf, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ChurnReasonService } from '../churn-reason/index.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { HealthModels } from '../health-model/index.ts'
import { holdStages, type LifecycleService } from '../lifecycle/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { PlanContext, Planned } from './record.change.ts'
import type { Problem, References } from './record.rules.ts'
import type { Values } from './record.state.ts'
import { findImages, findNamedRecords } from './record.store.ts'

/** The modules below, from which a change takes what it is checked against. */
export interface Neighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  healthModels: HealthModels
  churnReasons: ChurnReasonService
  currency: CurrencyService
}

/** Which of these records something hangs on that is kept above: they are not deleted. */
export type FindDependents = (
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
) => Promise<ReadonlySet<number>>

/** What hangs on records in the modules above, who register when they are made. */
export function createDependents() {
  const asked: FindDependents[] = []
  const find: FindDependents = async (db, tenantId, recordIds) => {
    const held = new Set<number>()
    if (recordIds.length === 0) return held
    for (const ask of asked) for (const id of await ask(db, tenantId, recordIds)) held.add(id)
    return held
  }
  return { find, registerDependents: (ask: FindDependents): void => void asked.push(ask) }
}

/** The same, with what the modules above registered. */
export interface ContextSources extends Neighbours {
  findDependents: FindDependents
}

/** The ids of other records that values name, with the accounts from which an organization is taken. */
function namedRecordIds(catalogue: Catalogue, changes: readonly Values[]): number[] {
  const keys = catalogue.fields
    .filter((field) => referredLevel(field.dataType) !== undefined)
    .map((field) => field.key)
  const ids = new Set<number>()
  for (const values of changes) {
    for (const key of keys) {
      const id = values[key]
      if (typeof id === 'number') ids.add(id)
    }
  }
  return [...ids]
}

function namedImages(changes: readonly Values[]): string[] {
  return changes.flatMap(({ imageId }) => (typeof imageId === 'string' ? [imageId] : []))
}

export type ContextOptions = Partial<Pick<References, 'takesRetired'> & Pick<PlanContext, 'isUpload'>>

/** What planning and writing changes of one level needs to know. */
export async function createPlanContext(
  neighbours: ContextSources,
  db: Db | Tx,
  actor: Actor,
  level: LevelId,
  { takesRetired = false, isUpload = false }: ContextOptions = {},
): Promise<PlanContext> {
  const { tenantId } = actor
  const [catalogue, stages, users, currencies] = await Promise.all([
    neighbours.fields.catalogue(tenantId, level),
    neighbours.lifecycle.stages(tenantId),
    neighbours.users.directory(tenantId),
    neighbours.currency.book(tenantId),
  ])
  const people = new Map(users.all.map((user) => [user.userId, user.disableMessage]))
  const stageIds = new Set(stages.byLevel(level).map((stage) => stage.lifecycleStageId))
  const currencyIds = takesRetired ? currencies.ids : currencies.activeIds
  // Neither a service nor a part of Steward owns anything: anyone who creates records through them says whose they are.
  const ownerId = users.byId.get(actor.userId)?.kind === 'service' ? null : userOf(actor)
  return {
    actor,
    level,
    catalogue,
    defaults: { stageId: stages.defaultOf(level)?.lifecycleStageId ?? null, ownerId },
    freedom: 'form',
    isUpload,
    findHeld: (recordIds) => neighbours.findDependents(db, tenantId, recordIds),
    async findReferences(changes, freedom): Promise<References> {
      const seer = freedom === 'restore' ? seeingAll(actor) : actor
      const records = await findNamedRecords(db, seer, namedRecordIds(catalogue, changes))
      const images = await findImages(db, tenantId, namedImages(changes))
      return { users: people, stages: stageIds, currencies: currencyIds, records, images, takesRetired }
    },
  }
}

function closedStage({ catalogue }: PlanContext): Problem {
  const field = catalogue.byKey('stageId')?.name ?? 'stageId'
  return { field, message: 'This stage was deleted or is being deleted. Choose another one.' }
}

/** What is wrong with moving records into a stage; undefined for one that takes them until the transaction ends. */
export async function faultOfStage(
  tx: Tx,
  context: PlanContext,
  stageId: unknown,
): Promise<Problem | undefined> {
  if (typeof stageId !== 'number') return undefined
  const open = await holdStages(tx, context.actor.tenantId, [stageId])
  return open.has(stageId) ? undefined : closedStage(context)
}

const stageOf = ({ after }: Planned): unknown => after['stageId']

/** Puts into conflict what would bring records into a stage that is being deleted, or is gone. */
export async function refuseClosedStages(
  tx: Tx,
  context: PlanContext,
  planned: readonly Planned[],
): Promise<readonly Planned[]> {
  const named = new Set(planned.map(stageOf).filter((id) => typeof id === 'number'))
  if (named.size === 0) return planned
  const open = await holdStages(tx, context.actor.tenantId, [...named])
  if (open.size === named.size) return planned
  const problems = [closedStage(context)]
  return planned.map((item): Planned => {
    const stageId = stageOf(item)
    if (typeof stageId !== 'number' || open.has(stageId)) return item
    const next = item.current?.state ?? {}
    return { ...item, outcome: 'conflict', next, before: {}, after: {}, problems }
  })
}
