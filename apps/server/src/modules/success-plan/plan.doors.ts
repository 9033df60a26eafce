import { successPlanChanged, type SuccessPlanChanged } from '@steward/contracts/event/success-plan.event'
import { depthOf } from '@steward/contracts/record-history'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import type { FileService } from '../file/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Act } from '../record/index.ts'
import { createItemDoor, type Changed, type Written } from './item.door.ts'
import type { ItemTable } from './item.table.ts'
import { addValues } from './kpi.store.ts'
import { findPlansWithItems, findSeenPlans, findSeenRecords, putFiles, putTasks } from './plan.link.store.ts'
import { partScopeSql, planScopeSql } from './plan.policy.ts'
import { partLabels, partTable, planLabels, planTable, type PartState, type PlanState } from './plan.state.ts'

/** The names of plans and their items in the ledger. */
export const planSubject = 'successPlan'
export const partSubject = 'successPlanItem'

export interface DoorNeighbours {
  ledger: Pick<Ledger, 'writeItems'>
  files: Pick<FileService, 'check' | 'keepImages' | 'release'>
}

interface Completable {
  completedAt: string | null
}

/** The payload of an event about plans, or items of them. */
function planEvent<State extends object & Completable>(
  table: ItemTable<State>,
  actor: Actor,
  { changeSetId, causes = [] }: Written,
  changed: readonly Changed<State>[],
  more: Pick<SuccessPlanChanged, 'of' | 'planIds' | 'itemIds' | 'measuredAt'>,
): SuccessPlanChanged {
  const [first] = changed
  const kind = first?.before ? (first.after ? 'changed' : 'deleted') : 'created'
  const keys = changed.flatMap(({ before, after }) => (before && after ? table.differing(before, after) : []))
  return {
    changeSetId,
    kind,
    keys: [...new Set(keys)],
    completedIds: changed.flatMap(({ id, before, after }) =>
      after?.completedAt && !before?.completedAt ? [id] : [],
    ),
    userId: userOf(actor),
    causes: [...causes],
    depth: depthOf(causes),
    ...more,
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const newTexts = (changed: readonly Changed<PlanState | PartState>[]): (string | null)[] =>
  changed.flatMap(({ before, after }) =>
    after && after.description !== (before?.description ?? null) ? [after.description] : [],
  )

async function holdTasks(tx: Tx, tenantId: number, changed: readonly Changed<PartState>[]): Promise<void> {
  const differing = changed.flatMap(({ id, before, after }) =>
    after && !isSame(before?.taskIds ?? [], after.taskIds)
      ? [{ id, taskIds: after.taskIds, fileIds: [] }]
      : [],
  )
  if (differing.length > 0) await putTasks(tx, tenantId, differing)
}

/** The one way by which plans and their items are written. */
export function createPlanDoors({ ledger, files }: DoorNeighbours) {
  const plans = createItemDoor<PlanState>({
    subject: planSubject,
    table: planTable,
    ledger,
    labels: planLabels,
    scope: (actor) => planScopeSql(actor, 't'),
    async canReturn(tx, actor, states) {
      const seen = await findSeenRecords(
        tx,
        actor,
        states.map(({ recordId }) => recordId),
      )
      return ({ recordId }) => seen.has(recordId)
    },
    findUsed: findPlansWithItems,
    async follow(tx, actor, act, changed) {
      await files.keepImages(tx, actor.tenantId, newTexts(changed))
      const planIds = changed.map(({ id }) => id)
      const payload = planEvent(planTable, actor, act, changed, {
        of: 'plan',
        planIds,
        itemIds: [],
        measuredAt: null,
      })
      await publish(tx, actor.tenantId, successPlanChanged, payload)
    },
  })

  /** Holds the files that items have from now on, and lets go of those that they had. */
  async function holdFiles(tx: Tx, actor: Actor, changed: readonly Changed<PartState>[]): Promise<void> {
    const differing = changed.filter(
      ({ before, after }) => !isSame(before?.fileIds ?? [], after?.fileIds ?? []),
    )
    if (differing.length === 0) return
    const had = new Set(differing.flatMap(({ before }) => before?.fileIds ?? []))
    const has = new Set(differing.flatMap(({ after }) => after?.fileIds ?? []))
    await files.check(tx, actor, [...has.difference(had)])
    await putFiles(
      tx,
      actor.tenantId,
      differing.map(({ id, after }) => ({ id, taskIds: [], fileIds: after?.fileIds ?? [] })),
    )
    await files.release(tx, actor.tenantId, [...had.difference(has)])
  }

  const parts = createItemDoor<PartState>({
    subject: partSubject,
    table: partTable,
    ledger,
    labels: partLabels,
    scope: (actor) => partScopeSql(actor, 't'),
    async canReturn(tx, actor, states) {
      const seen = await findSeenPlans(
        tx,
        actor,
        states.map(({ planId }) => planId),
      )
      return ({ planId }) => seen.has(planId)
    },
    findUsed: async () => new Set(),
    async follow(tx, actor, act, changed) {
      const { tenantId } = actor
      await files.keepImages(tx, tenantId, newTexts(changed))
      await holdFiles(tx, actor, changed)
      await holdTasks(tx, tenantId, changed)
      const values = changed.flatMap(({ id, before, after }) =>
        after && after.currentValue !== (before?.currentValue ?? null)
          ? [{ itemId: id, value: after.currentValue, userId: userOf(actor) }]
          : [],
      )
      if (values.length > 0) await addValues(tx, tenantId, values, act.at)
      const planIds = [...new Set(changed.flatMap(({ before, after }) => (after ?? before)?.planId ?? []))]
      const itemIds = changed.map(({ id }) => id)
      const measuredAt = values.length > 0 ? act.at.toISOString() : null
      const payload = planEvent(partTable, actor, act, changed, { of: 'item', planIds, itemIds, measuredAt })
      await publish(tx, tenantId, successPlanChanged, payload)
    },
  })

  /** Changes items of a plan by their ids, with the plan locked before them. Answers the change set; null: no change. */
  async function changeParts(
    tx: Tx,
    actor: Actor,
    act: Act,
    planId: number,
    values: ReadonlyMap<number, Partial<PartState>>,
  ): Promise<number | null> {
    const { tenantId } = actor
    await planTable.lock(tx, tenantId, [planId], planScopeSql(actor, 't'))
    const items = await partTable.lock(tx, tenantId, [...values.keys()], partScopeSql(actor, 't'))
    const within = items.filter(({ state }) => state.planId === planId)
    return parts.change(
      tx,
      actor,
      act,
      within.map((item) => ({ item, values: values.get(item.id) ?? {} })),
    )
  }

  return { plans, parts, changeParts }
}

export type PlanDoors = ReturnType<typeof createPlanDoors>
