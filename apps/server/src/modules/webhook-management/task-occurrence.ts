import type { TaskChanged } from '@steward/contracts/event/task.event'
import { webhookEvents, type Happening } from '@steward/contracts/plain/webhook'
import { changeKindIds } from '@steward/contracts/record-history'
import type { Task } from '@steward/contracts/task'
import type { Ledger } from '../ledger/index.ts'
import { taskSubject, type Tasks } from '../task/index.ts'
import { webhookReader, type ActFacts } from './webhook.occurrence.ts'
import type { Occurrence, ValueChange } from './webhook.payload.rules.ts'

export interface TaskNeighbours {
  ledger: Pick<Ledger, 'itemChanges' | 'itemChangesAmong'>
  tasks: Pick<Tasks, 'showTasks'>
}

type TaskChange = Awaited<ReturnType<Ledger['itemChangesAmong']>>[number]

/** The events that are about tasks. */
export const taskEvents: readonly string[] = webhookEvents
  .filter(({ subject }) => subject === 'task')
  .map(({ type }) => type)

/** Changes that are read at once. */
const atOnce = 100

/** Keys that happenings of their own tell of, and what follows from them. */
const ofStatus: ReadonlySet<string> = new Set(['status', 'completedAt', 'completedBy', 'activityId'])

/** The names of the API for keys that the ledger names otherwise. */
const names: Readonly<Record<string, string>> = {
  type: 'taskType',
  recordId: 'parentIdentifier',
  instanceId: 'playbookInstanceId',
  stepId: 'playbookStepId',
}

const byStatus: Readonly<Record<string, Happening>> = { COMPLETED: 'completed', ARCHIVED: 'archived' }

/** What a new status means: a task that was done is reopened, and between others it is updated. */
const ofNewStatus = (from: unknown, to: unknown): Happening =>
  byStatus[String(to)] ?? (byStatus[String(from)] ? 'reopened' : 'updated')

/** What a change did to a task, one event for each. */
function happeningsOf({ kind, before, after }: TaskChange): Happening[] {
  if (kind === changeKindIds.create) return ['created']
  if (kind === changeKindIds.delete) return ['deleted']
  const values = after ?? {}
  const isUpdated = Object.keys(values).some((key) => !ofStatus.has(key))
  const found: Happening[] = [
    ...(isUpdated ? (['updated'] as const) : []),
    ...('status' in values ? [ofNewStatus(before?.['status'], values['status'])] : []),
  ]
  return [...new Set(found)]
}

function valuesOf({ kind, before, after }: TaskChange): Record<string, ValueChange> {
  if (kind !== changeKindIds.update) return {}
  return Object.fromEntries(
    Object.keys(after ?? {}).map((key) => [
      names[key] ?? key,
      { before: before?.[key] ?? null, after: after?.[key] ?? null },
    ]),
  )
}

const typeOf = (happening: Happening): string => `task.${happening}`

function occurrencesOf(
  tenantId: number,
  change: TaskChange,
  { at, actor }: ActFacts,
  task: Task | undefined,
): Occurrence[] {
  const { changeSetId, itemId, version, before } = change
  const isGone = change.kind === changeKindIds.delete
  if (!task && !isGone) return []
  const recordId = isGone ? (before?.['recordId'] as number | null) : (task?.record?.id ?? null)
  return happeningsOf(change).map((happening) => {
    const type = typeOf(happening)
    return {
      eventId: `evt_${tenantId}_${changeSetId}_task_${itemId}_${happening}`,
      type,
      at,
      changeSetId,
      recordId,
      data: {
        record: null,
        changes: valuesOf(change),
        actor,
        changeSet: changeSetId,
        version,
        task: task ?? { taskId: itemId },
      },
    }
  })
}

/** Puts together what changes of tasks mean for webhooks, from the ledger and the tasks as they are now. */
export function createTaskOccurrences({ ledger, tasks }: TaskNeighbours) {
  async function ofChanges(
    tenantId: number,
    changes: readonly TaskChange[],
    acts: ReadonlyMap<number, ActFacts>,
    events: ReadonlySet<string>,
  ): Promise<Occurrence[]> {
    const wanted = changes.filter((change) => happeningsOf(change).some((one) => events.has(typeOf(one))))
    const ids = [...new Set(wanted.map(({ itemId }) => itemId))]
    const shown = ids.length === 0 ? [] : await tasks.showTasks(webhookReader(tenantId), ids)
    const byId = new Map(shown.map((task) => [task.taskId, task]))
    return wanted
      .flatMap((change) => {
        const act = acts.get(change.changeSetId)
        return act ? occurrencesOf(tenantId, change, act, byId.get(change.itemId)) : []
      })
      .filter(({ type }) => events.has(type))
  }

  /** Of an event about tasks, in batches. */
  async function* ofEvent(
    tenantId: number,
    at: Date,
    { changeSetId, taskIds, actor }: TaskChanged,
    events: ReadonlySet<string>,
  ): AsyncGenerator<Occurrence[], void> {
    const ids = new Set(taskIds)
    const acts = new Map([[changeSetId, { at, actor }]])
    // Large operations publish an event for each batch of tasks, whose ids lie together.
    let after = Math.min(...ids) - 1
    for (const last = Math.max(...ids); after < last;) {
      const page = await ledger.itemChanges(tenantId, changeSetId, taskSubject, { after, limit: atOnce })
      const changes = page.filter(({ itemId }) => ids.has(itemId)).map((one) => ({ ...one, changeSetId }))
      yield await ofChanges(tenantId, changes, acts, events)
      after = page.at(-1)?.itemId ?? last
    }
  }

  /** Of operations that are over, in batches. */
  async function* ofActs(
    tenantId: number,
    acts: ReadonlyMap<number, ActFacts>,
    events: ReadonlySet<string>,
  ): AsyncGenerator<{ found: Occurrence[]; looked: number }, void> {
    let after: { changeSetId: number; itemId: number } | undefined
    do {
      const page = await ledger.itemChangesAmong(tenantId, taskSubject, [...acts.keys()], {
        after,
        limit: atOnce,
      })
      yield { found: await ofChanges(tenantId, page, acts, events), looked: page.length }
      after = page.length < atOnce ? undefined : page.at(-1)
    } while (after)
  }

  return { ofEvent, ofActs }
}

export type TaskOccurrences = ReturnType<typeof createTaskOccurrences>
