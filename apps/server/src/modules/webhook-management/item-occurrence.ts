import type { SuccessPlanChanged } from '@steward/contracts/event/success-plan.event'
import type { TaskChanged } from '@steward/contracts/event/task.event'
import { webhookEvents, type Happening } from '@steward/contracts/plain/webhook'
import { changeKindIds } from '@steward/contracts/record-history'
import type { Ledger } from '../ledger/index.ts'
import { partSubject, planSubject, type SuccessPlans } from '../success-plan/index.ts'
import { taskSubject, type Tasks } from '../task/index.ts'
import { happeningsOfPlan, happeningsOfTask } from './webhook.happening.rules.ts'
import { webhookReader, type ActFacts } from './webhook.occurrence.ts'
import { dataOfPart, type EventData, type Occurrence, type ValueChange } from './webhook.payload.rules.ts'

export interface ItemNeighbours {
  ledger: Pick<Ledger, 'itemChanges' | 'itemChangesAmong'>
  tasks: Pick<Tasks, 'showTasks'>
  plans: Pick<SuccessPlans, 'show' | 'showItems' | 'metTargets'>
}

type ItemChange = Awaited<ReturnType<Ledger['itemChangesAmong']>>[number]
type Values = Readonly<Record<string, unknown>>

/** What is no record, and has its history in the ledger. */
interface ItemKind {
  /** The first word of its events. */
  word: string
  /** Its name in the ledger. */
  subject: string
  /** The names of the API for keys that the ledger names otherwise. */
  names: Readonly<Record<string, string>>
  /** What an update did, one event for each. */
  happeningsOf(before: Values, after: Values): Happening[]
  /** Items as they are now: their records, and what events say of them. */
  show(
    tenantId: number,
    ids: readonly number[],
  ): Promise<Map<number, { recordId: number | null; data: Partial<EventData> }>>
  /** What events say of one that is gone. */
  gone(itemId: number): Partial<EventData>
  /** Whether one that is gone was of this kind, where others have the same subject. */
  isOf?(before: Values): boolean
  /** The records of those that are gone, by item, where the ledger does not name them. */
  recordsOfGone?(tenantId: number, gone: readonly ItemChange[]): Promise<Map<number, number>>
}

/** Changes that are read at once. */
const atOnce = 100

const taskKind = (tasks: ItemNeighbours['tasks']): ItemKind => ({
  word: 'task',
  subject: taskSubject,
  names: {
    type: 'taskType',
    recordId: 'parentIdentifier',
    instanceId: 'playbookInstanceId',
    stepId: 'playbookStepId',
  },
  happeningsOf: happeningsOfTask,
  async show(tenantId, ids) {
    const shown = await tasks.showTasks(webhookReader(tenantId), ids)
    return new Map(shown.map((task) => [task.taskId, { recordId: task.record?.id ?? null, data: { task } }]))
  },
  gone: (taskId) => ({ task: { taskId } }),
})

const planKind = (plans: ItemNeighbours['plans']): ItemKind => ({
  word: 'success_plan',
  subject: planSubject,
  names: { recordId: 'entityId', collaboratorIds: 'collaborators' },
  happeningsOf: happeningsOfPlan,
  async show(tenantId, ids) {
    const shown = await plans.show(webhookReader(tenantId), ids)
    return new Map(
      shown.map((successPlan) => [
        successPlan.successPlanId,
        { recordId: successPlan.record.id, data: { successPlan } },
      ]),
    )
  },
  gone: (successPlanId) => ({ successPlan: { successPlanId } }),
})

const partKind = (plans: ItemNeighbours['plans'], kind: 'MILESTONE' | 'KPI'): ItemKind => ({
  word: kind === 'KPI' ? 'kpi' : 'milestone',
  subject: partSubject,
  names: {
    planId: 'successPlanId',
    collaboratorIds: 'collaborators',
    currentValue: 'currentKpiValue',
    target: 'targetDetails',
    sourceKey: 'sourceField',
  },
  happeningsOf: happeningsOfPlan,
  async show(tenantId, ids) {
    const shown = await plans.showItems(webhookReader(tenantId), ids)
    return new Map(
      shown.flatMap(({ item, record }) =>
        item.kind === kind ? [[item.itemId, { recordId: record.id, data: dataOfPart(item, record) }]] : [],
      ),
    )
  },
  gone: (itemId) => (kind === 'KPI' ? { kpi: { itemId } } : { milestone: { itemId } }),
  isOf: (before) => before['kind'] === kind,
  async recordsOfGone(tenantId, gone) {
    const planOf = new Map(gone.map(({ itemId, before }) => [itemId, Number(before?.['planId'])]))
    const shown = await plans.show(webhookReader(tenantId), [...new Set(planOf.values())])
    const recordOf = new Map(shown.map(({ successPlanId, record }) => [successPlanId, record.id]))
    return new Map(
      [...planOf].flatMap(([itemId, planId]) => {
        const recordId = recordOf.get(planId)
        return recordId === undefined ? [] : [[itemId, recordId]]
      }),
    )
  },
})

/** What a change did to an item, one event for each. */
function happeningsOf(kind: ItemKind, change: ItemChange): Happening[] {
  if (change.kind === changeKindIds.create) return ['created']
  if (change.kind === changeKindIds.delete) {
    return kind.isOf?.(change.before ?? {}) === false ? [] : ['deleted']
  }
  return [...new Set(kind.happeningsOf(change.before ?? {}, change.after ?? {}))]
}

function valuesOf({ names }: ItemKind, { kind, before, after }: ItemChange): Record<string, ValueChange> {
  if (kind !== changeKindIds.update) return {}
  return Object.fromEntries(
    Object.keys(after ?? {}).map((key) => [
      names[key] ?? key,
      { before: before?.[key] ?? null, after: after?.[key] ?? null },
    ]),
  )
}

type Shown = Awaited<ReturnType<ItemKind['show']>>

function occurrencesOf(
  kind: ItemKind,
  tenantId: number,
  change: ItemChange,
  { at, actor }: ActFacts,
  { shown, records }: { shown: Shown; records: ReadonlyMap<number, number> },
): Occurrence[] {
  const { changeSetId, itemId, version, before } = change
  const isGone = change.kind === changeKindIds.delete
  const ofGone = () => records.get(itemId) ?? (before?.['recordId'] as number | null) ?? null
  const item = isGone ? { recordId: ofGone(), data: kind.gone(itemId) } : shown.get(itemId)
  if (!item) return []
  return happeningsOf(kind, change).map((happening) => ({
    eventId: `evt_${tenantId}_${changeSetId}_${kind.word}_${itemId}_${happening}`,
    type: `${kind.word}.${happening}`,
    at,
    changeSetId,
    recordId: item.recordId,
    data: {
      record: null,
      changes: valuesOf(kind, change),
      actor,
      changeSet: changeSetId,
      version,
      ...item.data,
    },
  }))
}

/** A change set with items that it changed. */
interface ChangedItems {
  at: Date
  changeSetId: number
  ids: readonly number[]
  actor: ActFacts['actor']
}

/** Puts together what changes of items mean for webhooks, from the ledger and the items as they are now. */
function createOf({ ledger }: Pick<ItemNeighbours, 'ledger'>, kind: ItemKind) {
  async function ofChanges(
    tenantId: number,
    changes: readonly ItemChange[],
    acts: ReadonlyMap<number, ActFacts>,
    events: ReadonlySet<string>,
  ): Promise<Occurrence[]> {
    const isWanted = (happening: Happening) => events.has(`${kind.word}.${happening}`)
    const wanted = changes.filter((change) => happeningsOf(kind, change).some(isWanted))
    const ids = [...new Set(wanted.map(({ itemId }) => itemId))]
    const shown: Shown = ids.length === 0 ? new Map() : await kind.show(tenantId, ids)
    const gone = wanted.filter((change) => change.kind === changeKindIds.delete)
    const records = (gone.length > 0 && (await kind.recordsOfGone?.(tenantId, gone))) || new Map()
    return wanted
      .flatMap((change) => {
        const act = acts.get(change.changeSetId)
        return act ? occurrencesOf(kind, tenantId, change, act, { shown, records }) : []
      })
      .filter(({ type }) => events.has(type))
  }

  return {
    /** The events that are about it. */
    types: webhookEvents.filter(({ subject }) => subject === kind.word).map(({ type }) => type),

    /** Of an event about items, in batches. */
    async *ofEvent(
      tenantId: number,
      { at, changeSetId, ids: given, actor }: ChangedItems,
      events: ReadonlySet<string>,
    ): AsyncGenerator<Occurrence[], void> {
      const ids = new Set(given)
      const acts = new Map([[changeSetId, { at, actor }]])
      // Large operations publish an event for each batch of items, whose ids lie together.
      let after = Math.min(...ids) - 1
      for (const last = Math.max(...ids); after < last;) {
        const page = await ledger.itemChanges(tenantId, changeSetId, kind.subject, { after, limit: atOnce })
        const changes = page.filter(({ itemId }) => ids.has(itemId)).map((one) => ({ ...one, changeSetId }))
        yield await ofChanges(tenantId, changes, acts, events)
        after = page.at(-1)?.itemId ?? last
      }
    },

    /** Of operations that are over, in batches. */
    async *ofActs(
      tenantId: number,
      acts: ReadonlyMap<number, ActFacts>,
      events: ReadonlySet<string>,
    ): AsyncGenerator<{ found: Occurrence[]; looked: number }, void> {
      let after: { changeSetId: number; itemId: number } | undefined
      do {
        const page = await ledger.itemChangesAmong(tenantId, kind.subject, [...acts.keys()], {
          after,
          limit: atOnce,
        })
        yield { found: await ofChanges(tenantId, page, acts, events), looked: page.length }
        after = page.length < atOnce ? undefined : page.at(-1)
      } while (after)
    },
  }
}

export function createItemOccurrences(neighbours: ItemNeighbours) {
  return {
    tasks: createOf(neighbours, taskKind(neighbours.tasks)),
    plans: createOf(neighbours, planKind(neighbours.plans)),
    milestones: createOf(neighbours, partKind(neighbours.plans, 'MILESTONE')),
    kpis: createOf(neighbours, partKind(neighbours.plans, 'KPI')),
  }
}

export type ItemOccurrences = ReturnType<typeof createItemOccurrences>

export const changedTasks = (at: Date, { changeSetId, taskIds, actor }: TaskChanged): ChangedItems => ({
  at,
  changeSetId,
  ids: taskIds,
  actor,
})

/** undefined: nothing that is in the ledger was changed, but a value was measured. */
export function changedPlans(
  at: Date,
  { of, changeSetId, planIds, itemIds, userId }: SuccessPlanChanged,
): ChangedItems | undefined {
  if (changeSetId === null) return undefined
  const actor = userId === null ? null : { kind: 'person', id: userId }
  return { at, changeSetId, ids: of === 'plan' ? planIds : itemIds, actor }
}
