import type { Platform } from '../../platform/platform.ts'
import type { Belongings } from '../user-management/index.ts'
import type { PlanDoors } from './plan.doors.ts'
import { countOwned, listOwned } from './plan.link.store.ts'
import { partTable, planTable } from './plan.state.ts'

/** Open plans, milestones and KPIs of users who leave: given to their heir in one operation, with the ledger. */
export function createPlanBelongings(platform: Platform, doors: PlanDoors): Belongings {
  return {
    async count(tenantId, userId) {
      const count = await countOwned(platform.database.tenant(tenantId), tenantId, userId)
      return [{ kind: 'success plans and their items', count }]
    },
    async handOver(tx, actor, from, to) {
      const { tenantId } = actor
      const owned = await listOwned(tx, tenantId, from)
      const at = platform.clock.now()
      const values = { ownerId: to }
      const plans = await planTable.lock(tx, tenantId, owned.planIds, 'true')
      const changeSetId = await doors.plans.change(
        tx,
        actor,
        { action: 'assign', at },
        plans.map((item) => ({ item, values })),
      )
      const parts = await partTable.lock(tx, tenantId, owned.itemIds, 'true')
      await doors.parts.change(
        tx,
        actor,
        { action: 'assign', at, ...(changeSetId !== null && { changeSetId }) },
        parts.map((item) => ({ item, values })),
      )
      return { count: plans.length + parts.length, noun: 'success plan item', byJob: false }
    },
  }
}
