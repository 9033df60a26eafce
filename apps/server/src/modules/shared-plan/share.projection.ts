import { successPlanChanged } from '@steward/contracts/event/success-plan.event'
import { taskChanged } from '@steward/contracts/event/task.event'
import { systemActor, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { handle, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import { readLookups, type SuccessPlans } from '../success-plan/index.ts'
import { readTenantName } from '../tenant/index.ts'
import { contentOf } from './content.rules.ts'
import { lockShares, putContent } from './share.store.ts'

export interface ProjectionNeighbours {
  plans: Pick<SuccessPlans, 'read' | 'plansOfTasks'>
  currency: Pick<CurrencyService, 'book'>
}

const permissions = ['record.read', 'task.read', 'plan.read', 'task.edit'] as const

/** The reader of shared pages: a part of Steward, which is asked for what was ticked and nothing else. */
export const sharingActor = (tenantId: number, planId: number): Actor =>
  systemActor(tenantId, { kind: 'successPlan', id: planId, name: 'Shared plan', permissions })

/** Writes what the pages of links show, whenever a plan or what was ticked changes. */
export function createProjection(platform: Platform, { plans, currency }: ProjectionNeighbours) {
  /** The links are locked first, so that a later state of the plan is never overwritten by an earlier one. */
  async function refresh(tx: Tx, tenantId: number, planId: number): Promise<void> {
    const shares = await lockShares(tx, tenantId, planId)
    if (shares.length === 0) return
    const plan = await plans.read(sharingActor(tenantId, planId), planId, tx)
    const company = await readTenantName(tx, tenantId)
    const { byId } = await currency.book(tenantId)
    const lookups = await readLookups(tx, tenantId)
    const words = {
      codeOf: (id: number) => byId.get(id)?.code ?? '',
      isSaid: (id: number) => (lookups.byId.get(id)?.meaning ?? 'none') !== 'none',
    }
    for (const { shareId, shown } of shares) {
      await putContent(tx, tenantId, shareId, contentOf(plan, shown, company, words))
    }
  }

  async function refreshEach(tenantId: number, planIds: readonly number[]): Promise<void> {
    for (const planId of planIds) {
      await transact(platform.database.tenant(tenantId), (tx) => refresh(tx, tenantId, planId))
    }
  }

  const subscriber: Subscriber = {
    name: 'shared-plan',
    handlers: [
      handle(successPlanChanged, async ({ tenantId, payload }) => {
        // A plan that is gone took its links along.
        if (payload.of === 'item' || payload.kind !== 'deleted') await refreshEach(tenantId, payload.planIds)
      }),
      handle(taskChanged, async ({ tenantId, payload }) => {
        const db = platform.database.tenant(tenantId)
        await refreshEach(tenantId, await plans.plansOfTasks(db, tenantId, payload.taskIds))
      }),
    ],
  }

  return { refresh, subscriber }
}

export type Projection = ReturnType<typeof createProjection>
