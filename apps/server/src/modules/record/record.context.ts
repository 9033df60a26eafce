import { referredLevel } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ChurnReasonService } from '../churn-reason/index.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { PlanContext } from './record.plan.ts'
import type { References } from './record.rules.ts'
import type { Values } from './record.state.ts'
import { findNamedRecords } from './record.store.ts'

/** The modules below, from which a change takes what it is checked against. */
export interface Neighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  churnReasons: ChurnReasonService
  currency: CurrencyService
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

/** What planning and writing changes of one level needs to know. */
export async function createPlanContext(
  neighbours: Neighbours,
  db: Db | Tx,
  actor: Actor,
  level: LevelId,
): Promise<PlanContext> {
  const { tenantId } = actor
  const [catalogue, stages, users, currencies] = await Promise.all([
    neighbours.fields.catalogue(tenantId, level),
    neighbours.lifecycle.stages(tenantId),
    neighbours.users.directory(tenantId),
    neighbours.currency.definitions(tenantId),
  ])
  const people = new Map(users.all.map((user) => [user.userId, user.disableMessage]))
  const stageIds = new Set(stages.byLevel(level).map((stage) => stage.lifecycleStageId))
  const currencyIds = new Set(currencies.map((currency) => currency.currencyDefinitionId))
  // A service owns nothing: whoever creates records through it says whose they are.
  const ownerId = users.byId.get(actor.userId)?.kind === 'service' ? null : actor.userId
  return {
    actor,
    level,
    catalogue,
    defaults: { stageId: stages.defaultOf(level)?.lifecycleStageId ?? null, ownerId },
    freedom: 'form',
    async findReferences(changes): Promise<References> {
      const records = await findNamedRecords(db, actor, namedRecordIds(catalogue, changes))
      return { users: people, stages: stageIds, currencies: currencyIds, records }
    },
  }
}
