import type { SuccessPlanChanged } from '@steward/contracts/event/success-plan.event'
import type { TaskChanged } from '@steward/contracts/event/task.event'
import { webhookEvents, type Happening } from '@steward/contracts/plain/webhook'
import { changeKindIds } from '@steward/contracts/record-history'
import type { Ledger } from '../ledger/index.ts'
import { planSubject, type SuccessPlans } from '../success-plan/index.ts'
import { taskSubject, type Tasks } from '../task/index.ts'
import { webhookReader, type ActFacts } from './webhook.occurrence.ts'
import type { EventData, Occurrence, ValueChange } from './webhook.payload.rules.ts'

export interface ItemNeighbours {
  ledger: Pick<Ledger, 'itemChanges' | 'itemChangesAmong'>
  tasks: Pick<Tasks, 'showTasks'>
  plans: Pick<SuccessPlans, 'show'>
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
}

/** Changes that are read at once. */
const atOnce = 100

/** Keys of tasks that happenings of their own tell of, and what follows from them. */
const ofTaskStatus: ReadonlySet<string> = new Set(['status', 'completedAt', 'completedBy', 'activityId'])
/** Keys of plans that change with their completion. */
const ofCompletion: ReadonlySet<string> = new Set([
  'statusId',
  'completedAt',
  'completedBy',
  'completionSetId',
])

const byStatus: Readonly<Record<string, Happening>> = { COMPLETED: 'completed', ARCHIVED: 'archived' }

/** What a new status means: a task that was done is reopened, and between others it is updated. */
const ofNewStatus = (from: unknown, to: unknown): Happening =>
  byStatus[String(to)] ?? (byStatus[String(from)] ? 'reopened' : 'updated')

const taskKind = (tasks: ItemNeighbours['tasks']): ItemKind => ({
  word: 'task',
  subject: taskSubject,
  names: {
    type: 'taskType',
    recordId: 'parentIdentifier',
    instanceId: 'playbookInstanceId',
    stepId: 'playbookStepId',
  },
  happeningsOf: (before, after) => [
    ...(Object.keys(after).some((key) => !ofTaskStatus.has(key)) ? (['updated'] as const) : []),
    ...('status' in after ? [ofNewStatus(before['status'], after['status'])] : []),
  ],
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
  happeningsOf(before, after) {
    const isEnded = 'completedAt' in after
    const others = Object.keys(after).filter(
      (key) => key !== 'isArchived' && !(isEnded && ofCompletion.has(key)),
    )
    return [
      ...(others.length > 0 ? (['updated'] as const) : []),
      ...(isEnded ? [after['completedAt'] === null ? ('reopened' as const) : ('completed' as const)] : []),
      ...('isArchived' in after
        ? [after['isArchived'] === true ? ('archived' as const) : ('restored' as const)]
        : []),
    ]
  },
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

/** What a change did to an item, one event for each. */
function happeningsOf(kind: ItemKind, change: ItemChange): Happening[] {
  if (change.kind === changeKindIds.create) return ['created']
  if (change.kind === changeKindIds.delete) return ['deleted']
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
  shown: Shown,
): Occurrence[] {
  const { changeSetId, itemId, version, before } = change
  const isGone = change.kind === changeKindIds.delete
  const item = isGone
    ? { recordId: (before?.['recordId'] as number | null) ?? null, data: kind.gone(itemId) }
    : shown.get(itemId)
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
    return wanted
      .flatMap((change) => {
        const act = acts.get(change.changeSetId)
        return act ? occurrencesOf(kind, tenantId, change, act, shown) : []
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
  }
}

export type ItemOccurrences = ReturnType<typeof createItemOccurrences>

export const changedTasks = (at: Date, { changeSetId, taskIds, actor }: TaskChanged): ChangedItems => ({
  at,
  changeSetId,
  ids: taskIds,
  actor,
})

/** undefined: no plan itself was changed, but an item of it, or a value that was measured. */
export function changedPlans(
  at: Date,
  { of, changeSetId, planIds, userId }: SuccessPlanChanged,
): ChangedItems | undefined {
  if (of !== 'plan' || changeSetId === null) return undefined
  const actor = userId === null ? null : { kind: 'person', id: userId }
  return { at, changeSetId, ids: planIds, actor }
}
