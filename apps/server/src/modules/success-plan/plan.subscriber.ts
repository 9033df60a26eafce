import { recordChanged } from '@steward/contracts/event/record.event'
import { taskChanged } from '@steward/contracts/event/task.event'
import type { ChangeCause } from '@steward/contracts/record-history'
import { systemActor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { handle, handleBatch, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { KpiSources } from './kpi.source.ts'
import { listFollowed } from './kpi.store.ts'
import { readLookups } from './lookup.service.ts'
import type { PlanDoors } from './plan.doors.ts'
import { countTasks, listMilestonesOf, type TaskCount } from './plan.link.store.ts'
import { partTable, type PartState } from './plan.state.ts'

const permissions = ['record.read', 'task.read', 'plan.edit'] as const

/** What its tasks make of a milestone; undefined where it stays. Those that people completed stay as they are. */
function settled(state: PartState, { all, completed }: TaskCount): 'completed' | 'inProgress' | undefined {
  if (!state.completesWithTasks || state.isArchived) return undefined
  const isDone = all > 0 && completed === all
  if (isDone && state.completedAt === null) return 'completed'
  const isOfSteward = state.completedAt !== null && state.completedBy === null
  return !isDone && isOfSteward ? 'inProgress' : undefined
}

/** Follows records with the KPIs, and tasks with the milestones. */
export function createPlanSubscriber(platform: Platform, doors: PlanDoors, sources: KpiSources): Subscriber {
  async function settle(tenantId: number, itemId: number, causes: readonly ChangeCause[]): Promise<void> {
    await transact(platform.database.tenant(tenantId), async (tx) => {
      const [item] = await partTable.lock(tx, tenantId, [itemId], 'true')
      const meaning = item && settled(item.state, await countTasks(tx, tenantId, itemId))
      if (!meaning) return
      const at = platform.clock.now()
      const statusId = (await readLookups(tx, tenantId)).meaning('MILESTONE_STATUS', meaning)
      const completedAt = meaning === 'completed' ? at.toISOString() : null
      const actor = systemActor(tenantId, {
        kind: 'successPlan',
        id: item.state.planId,
        name: 'Success plan',
        permissions,
      })
      const act = { action: meaning === 'completed' ? 'complete' : 'edit', at, causes } as const
      await doors.parts.change(tx, actor, act, [
        { item, values: { statusId, completedAt, completedBy: null } },
      ])
    })
  }

  return {
    name: 'success-plan',
    handlers: [
      handle(taskChanged, async ({ tenantId, payload }) => {
        const db = platform.database.tenant(tenantId)
        for (const itemId of await listMilestonesOf(db, tenantId, payload.taskIds))
          await settle(tenantId, itemId, payload.causes)
      }),
      handleBatch(recordChanged, async (tenantId, events) => {
        const changes = events.flatMap(({ payload }) => (payload.areNew ? [] : payload))
        if (changes.length === 0) return
        const db = platform.database.tenant(tenantId)
        // Few changes have KPIs that follow them, and the others take no transaction.
        const followed = await listFollowed(
          db,
          tenantId,
          changes.map(({ changeSetId }) => changeSetId),
        )
        for (const { changeSetId, causes } of changes.filter((change) => followed.has(change.changeSetId))) {
          const act = { at: platform.clock.now(), causes }
          await transact(db, (tx) => sources.measureChanged(tx, tenantId, changeSetId, act))
        }
      }),
    ],
  }
}
