import { doneStatuses, taskStatuses } from '@steward/contracts/plain/task'
import { doneInstanceStatuses } from '@steward/contracts/plain/playbook'
import { dayOf, type Clock } from '../../platform/clock.ts'
import { seeingAll, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import {
  offsetDay,
  orderSteps,
  type TemplateAtVersion,
  type TemplateService,
} from '../playbook-template/index.ts'
import { createTasks } from './apply.writing.ts'
import { draftOf } from './draft.rules.ts'
import { changeInstances } from './instance.door.ts'
import { readTasks } from './instance.list.sql.ts'
import type { Instance, InstanceState, InstanceStep } from './instance.state.ts'
import { listRunning } from './instance.store.ts'
import { assign, type Planning } from './plan.ts'
import { reachedSteps, settleDays, statusOf, type KnownStep } from './settle.rules.ts'

export interface SettleNeighbours {
  clock: Clock
  templates: TemplateService
  tasks: Tasks
  ledger: Ledger
  planning: Planning
}

export interface Move {
  stepId: number
  title: string
  kind: 'moved' | 'pinned'
  from: string | null
  to: string | null
}

/** An instance with everything that its days and its status follow from. */
async function load(
  tx: Tx,
  { templates, planning, clock }: SettleNeighbours,
  actor: Actor,
  state: InstanceState,
  id: number,
) {
  const { tenantId } = actor
  const template = (await templates.findIn(
    tx,
    tenantId,
    state.templateId,
    state.version,
  )) as TemplateAtVersion
  const today = dayOf(clock.now())
  const read = await planning.readRows(tx, seeingAll(actor), template, [state.recordId], today)
  const tasks = new Map((await readTasks(tx, tenantId, id)).map((task) => [task.taskId, task]))
  const steps = new Map(state.steps.map((step) => [step.stepId, step]))
  const { ordered } = orderSteps(template.definition.steps)
  const known = ordered.flatMap((step): (KnownStep & { kept: InstanceStep })[] => {
    const kept = steps.get(template.stepIds[step.key] as number)
    if (!kept) return []
    const task = kept.taskId === null ? undefined : tasks.get(kept.taskId)
    const status = task && taskStatuses[task.statusId - 1]
    const settled = task && {
      isDone: status !== undefined && doneStatuses.includes(status),
      isStarted: status === 'IN_PROGRESS',
      completedOn: task.completedAt ? dayOf(task.completedAt) : null,
      dueDate: task.dueDate,
      isDatePinned: task.isDatePinned,
    }
    return [{ step, kept, state: kept.state, task: settled ?? null, plannedOn: kept.plannedOn }]
  })
  return { template, row: read.rows[0], fields: read.fields, conditional: read.conditional, known, tasks }
}

type Loaded = Awaited<ReturnType<typeof load>>

/** Which open tasks get another day, and which would, had no one set theirs. */
function movesOf({ known, tasks: byId }: Loaded, days: ReadonlyMap<string, string | null>): Move[] {
  return known.flatMap(({ step, kept, task }): Move[] => {
    const to = days.get(step.key) ?? null
    if (!task || task.isDone || kept.taskId === null || to === task.dueDate || to === null) return []
    const title = byId.get(kept.taskId)?.title ?? step.title
    return [{ stepId: kept.stepId, title, kind: 'moved', from: task.dueDate, to }]
  })
}

const lastDay = (days: ReadonlyMap<string, string | null>): string | null =>
  [...days.values()]
    .filter((day): day is string => day !== null)
    .toSorted()
    .at(-1) ?? null

/** A playbook that runs again on the record already leaves this one as it is. */
async function mayRun(tx: Tx, actor: Actor, { instanceId, state }: Instance, after: InstanceState) {
  const wasDone = doneInstanceStatuses.includes(state.status)
  if (!wasDone || doneInstanceStatuses.includes(after.status)) return true
  const running = await listRunning(tx, actor.tenantId, state.templateId, state.recordId)
  return running.every((id) => id === instanceId)
}

/** Updates days, waiting steps and the status of instances after changes of their tasks and records. */
export function createSettling(neighbours: SettleNeighbours) {
  const { tasks, ledger, planning } = neighbours

  /** Creates the tasks of waiting steps whose turn it is and whose conditions hold; the others are left out. */
  async function reach(
    tx: Tx,
    actor: Actor,
    act: Act,
    instance: Instance,
    loaded: Loaded,
    state: InstanceState,
  ) {
    const { row, conditional, template, known } = loaded
    const reached = reachedSteps(known)
    if (reached.length === 0 || !row) return state
    const shared = await planning.counters(tx, actor.tenantId, template)
    const changed = new Map<number, InstanceStep>()
    for (const { step, kept } of reached as Loaded['known']) {
      if (!row.conditions[conditional.indexOf(step)]) {
        const reason = 'Left out: its condition did not hold when it was reached.'
        changed.set(kept.stepId, { ...kept, state: 'unmet', reason })
        continue
      }
      const { userId, reason } = assign(shared, kept.stepId, step, row)
      const names = {
        record: row.name,
        organization: row.organization,
        account: row.account,
        owner: shared.directory.byId.get(row.owners[0] ?? 0)?.name ?? null,
      }
      const planned = {
        stepId: kept.stepId,
        step,
        state: 'task' as const,
        dueDate: kept.plannedOn,
        assigneeId: userId,
        reason,
      }
      const draft = draftOf(planned, names, { recordId: row.id, instanceId: instance.instanceId })
      const made = await createTasks(tx, tasks, actor, act, [draft])
      act.changeSetId ??= made.changeSetId ?? undefined
      changed.set(kept.stepId, {
        ...kept,
        state: 'task',
        taskId: made.taskIds[0] ?? null,
        assigneeId: userId,
        reason,
      })
    }
    return { ...state, steps: state.steps.map((step) => changed.get(step.stepId) ?? step) }
  }

  /** The days of the steps as they are counted now. */
  async function daysOf(
    actor: Actor,
    tx: Tx,
    loaded: Loaded,
    state: InstanceState,
    mode: 'follow' | 'reschedule',
  ) {
    const { known, row, fields, template } = loaded
    const { directory, book } = await planning.counters(tx, actor.tenantId, template)
    const assignees = new Map(known.map(({ step, kept }) => [step.key, kept.assigneeId]))
    return settleDays(known, mode, (step, days) => {
      const { from, step: before, field } = step.offset
      const anchor =
        from === 'start'
          ? state.startDate
          : from === 'end'
            ? state.endDate
            : from === 'step'
              ? (days.get(before ?? '') ?? null)
              : (row?.days[fields.findIndex(({ name }) => name === field)] ?? null)
      const calendar = book.of(directory.byId.get(assignees.get(step.key) ?? 0))
      return anchor === null ? null : offsetDay(anchor, step, calendar)
    })
  }

  /** Moves the tasks, and answers the state with the days that its steps have then. */
  async function move(
    tx: Tx,
    actor: Actor,
    act: Act,
    loaded: Loaded,
    state: InstanceState,
    days: ReadonlyMap<string, string | null>,
  ): Promise<InstanceState> {
    const taskOf = new Map(loaded.known.map(({ kept }) => [kept.stepId, kept.taskId]))
    const changes = movesOf(loaded, days).flatMap(({ stepId, to }) => {
      const taskId = taskOf.get(stepId)
      return taskId ? [{ taskId, values: { dueDate: to } }] : []
    })
    if (changes.length > 0) {
      const { changeSetId } = await tasks.changeTasks(tx, actor, act, changes)
      act.changeSetId ??= changeSetId ?? undefined
    }
    const keyOf = new Map(loaded.known.map(({ step, kept }) => [kept.stepId, step.key]))
    const steps = state.steps.map((step) => {
      const day = days.get(keyOf.get(step.stepId) ?? '')
      return day === undefined || step.state === 'skipped' ? step : { ...step, plannedOn: day }
    })
    return { ...state, steps, dueDate: state.endDate ?? lastDay(days) }
  }

  /**
   * Updates an instance that is locked after changes of its tasks and its record: again and again with the same result.
   * `given` is what is to be changed of it besides.
   */
  async function settle(
    tx: Tx,
    actor: Actor,
    act: Act,
    instance: Instance,
    given: Partial<InstanceState> = {},
    mode: 'follow' | 'reschedule' = 'follow',
  ): Promise<number | null> {
    let after: InstanceState = { ...instance.state, ...given }
    if (after.status !== 'ARCHIVED') {
      const first = await load(tx, neighbours, actor, after, instance.instanceId)
      after = await move(tx, actor, act, first, after, await daysOf(actor, tx, first, after, mode))
      const second = await load(tx, neighbours, actor, after, instance.instanceId)
      after = await reach(tx, actor, act, instance, second, after)
      if (given.status === undefined) {
        const third = await load(tx, neighbours, actor, after, instance.instanceId)
        after = { ...after, status: statusOf(after.status, third.known) }
      }
    }
    if (!(await mayRun(tx, actor, instance, after))) after = { ...after, status: instance.state.status }
    const isDone = doneInstanceStatuses.includes(after.status)
    after = { ...after, completedAt: isDone ? (after.completedAt ?? act.at.toISOString()) : null }
    return changeInstances(tx, ledger, actor, act, [{ instance, after }])
  }

  /** Which steps would move; those whose date someone set are named too. */
  async function preview(
    tx: Tx,
    actor: Actor,
    instance: Instance,
    given: Partial<InstanceState>,
  ): Promise<Move[]> {
    const state = { ...instance.state, ...given }
    const loaded = await load(tx, neighbours, actor, state, instance.instanceId)
    const days = await daysOf(actor, tx, loaded, state, 'reschedule')
    const unpinned = {
      ...loaded,
      known: loaded.known.map((one) => ({ ...one, task: one.task && { ...one.task, isDatePinned: false } })),
    }
    const withoutPins = await daysOf(actor, tx, unpinned, state, 'reschedule')
    const pinned = loaded.known.filter(({ task }) => task?.isDatePinned && !task.isDone)
    const kept = movesOf(unpinned, withoutPins)
      .filter(({ stepId }) => pinned.some((one) => one.kept.stepId === stepId))
      .map((one) => ({ ...one, kind: 'pinned' as const, to: one.from }))
    return [...movesOf(loaded, days), ...kept]
  }

  return { settle, preview }
}

export type Settling = ReturnType<typeof createSettling>
