import type { Task } from '@steward/contracts/task'
import { addDays } from '@steward/conditions'
import type { TaskListQuery, TaskLoad, TaskPage } from '@steward/contracts/task-list'
import { levelOf } from '@steward/contracts/level'
import { seeingAll, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import { findRecordNames } from '../record/index.ts'
import { recurrenceText } from '../recurrence/index.ts'
import type { ReadRuleContext } from '../record-rule/index.ts'
import { personOf } from '../timeline/index.ts'
import { findSeenRecords, taskScopeSql } from './task.policy.ts'
import { dayIn, weekEndOf } from './task.day.rules.ts'
import { taskSubject } from './task.door.ts'
import { presentChange } from './task.history.rules.ts'
import { readLoad, readPage, readShown, type LoadRow } from './task.read-model.ts'
import { bindTaskRule } from './task.source.ts'
import type { CurrentTask } from './task.state.ts'
import { lockTasks } from './task.store.ts'
import { createTaskWriting, type WritingNeighbours } from './task.writing.ts'

export interface ReadingNeighbours extends WritingNeighbours {
  ledger: Pick<Ledger, 'itemHistory'>
  rules: { readContext: ReadRuleContext }
}

/** Items of the ledger that belong to a task, such as its comments. */
type HistoryItems = (
  db: Db,
  tenantId: number,
  taskId: number,
) => Promise<{ subject: string; itemId: number }[]>

const none = { tasks: 0, minutes: 0 }

/** What is overdue or due in one of the weeks. */
const sumOf = ({ overdue, weeks }: TaskLoad['people'][number], what: keyof typeof none): number =>
  weeks.reduce((sum, week) => sum + week[what], overdue[what])

/** Rows of a load by their people, those with the most minutes in the weeks first. */
function peopleOf(
  rows: readonly LoadRow[],
  weekCount: number,
  personOfId: (id: number | null) => TaskLoad['people'][number]['person'],
): TaskLoad['people'] {
  const people = [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => {
    const byWeek = new Map(own.map(({ week, tasks, minutes }) => [week, { tasks, minutes }]))
    const of = (week: number) => byWeek.get(week) ?? none
    const weeks = Array.from({ length: weekCount }, (_, at) => of(at))
    return { person: personOfId(userId), overdue: of(-1), weeks, later: of(weekCount), noDate: of(-2) }
  })
  return people.toSorted(
    (a, b) => sumOf(b, 'minutes') - sumOf(a, 'minutes') || sumOf(b, 'tasks') - sumOf(a, 'tasks'),
  )
}

/** Reads tasks. */
export function createTaskReading(platform: Platform, neighbours: ReadingNeighbours) {
  const { users, ledger, rules } = neighbours
  const writeTasks = createTaskWriting(neighbours)
  const histories: HistoryItems[] = []
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** Those of some tasks that the actor sees, in the order of their ids. */
  async function showTasks(actor: Actor, taskIds: readonly number[]): Promise<Task[]> {
    const written = await writeTasks(actor, await readShown(dbOf(actor), actor, taskIds))
    return written.map((text) => JSON.parse(text) as Task)
  }

  async function readOne(actor: Actor, taskId: number): Promise<Task> {
    const [task] = await showTasks(actor, [taskId])
    if (!task) throw notFound('task.unknown', "This task does not exist, or you can't see it.")
    return task
  }

  /** Throws `not_found` where the record of a list is not there, is of another level, or out of sight. */
  async function requireRecord(actor: Actor, { level, parentIdentifier }: TaskListQuery): Promise<void> {
    if (!level || !parentIdentifier) return
    const seen = await findSeenRecords(dbOf(actor), actor, [parentIdentifier])
    if (seen.get(parentIdentifier) === levelOf(level).id) return
    throw notFound('record.unknown', `This ${levelOf(level).name} does not exist, or you can't see it.`)
  }

  /** The present day of a user, by their own clock. */
  async function todayOf({ tenantId, userId }: Actor): Promise<string> {
    const { byId } = await users.directory(tenantId)
    return dayIn(platform.clock.now(), byId.get(userId)?.timeZone)
  }

  return {
    read: readOne,
    /** A task as its own change left it, which may have taken it out of the actor's sight. */
    readMade: (actor: Actor, taskId: number): Promise<Task> => readOne(seeingAll(actor), taskId),
    todayOf,

    show: showTasks,

    /** A page of tasks with exact counts. Throws `invalid_input` for a filter that cannot be read. */
    async list(actor: Actor, query: TaskListQuery): Promise<JsonText<TaskPage>> {
      await requireRecord(actor, query)
      const context = await rules.readContext(actor.tenantId)
      const reckoning = context.reckoning(actor, undefined)
      const rule = bindTaskRule(query.filters, context, reckoning, 'filters')
      const today = await todayOf(actor)
      const request = { actor, query, rule, reckoning, today, weekEnd: weekEndOf(today) }
      const { counts, rows } = await readPage(dbOf(actor), request)
      const { overdue, today: due, thisWeek, later, noDate, done } = counts
      const dateBreakDown = { overdue, today: due, thisWeek, later, noDate, done }
      const all = Object.values(dateBreakDown).reduce((sum, n) => sum + n, 0)
      const { page, pageSize, dateBreakdownFilter: chosen } = query
      const data = await writeTasks(actor, rows)
      const rest: Omit<TaskPage, 'data'> = {
        itemCount: data.length,
        page,
        pageSize,
        totalItemCount: chosen ? dateBreakDown[chosen] : all,
        dateBreakDown,
        today,
        brokenConditions: rule.broken,
      }
      return new JsonText(`{"data":[${data.join(',')}],${JSON.stringify(rest).slice(1)}`)
    },

    /** The open tasks of each person by the weeks in which they are due, the fullest first. */
    async load(actor: Actor, weekCount: number): Promise<TaskLoad> {
      const today = await todayOf(actor)
      const monday = addDays(weekEndOf(today), -6)
      const rows = await readLoad(dbOf(actor), actor, { today, monday, weeks: weekCount })
      const directory = await users.directory(actor.tenantId)
      return {
        today,
        weeks: Array.from({ length: weekCount }, (_, at) => addDays(monday, 7 * at)),
        people: peopleOf(rows, weekCount, (id) => personOf(directory, id)),
      }
    },

    /** Adds items of the ledger that belong to the history of a task. */
    registerHistory: (itemsOf: HistoryItems): void => void histories.push(itemsOf),

    /** The changes of a task, newest first. */
    async history(actor: Actor, taskId: number, page: { before: number | null; limit: number }) {
      await readOne(actor, taskId)
      const db = dbOf(actor)
      const parts = await Promise.all(histories.map((itemsOf) => itemsOf(db, actor.tenantId, taskId)))
      const items = [{ subject: taskSubject, itemId: taskId }, ...parts.flat()]
      const entries = await ledger.itemHistory(actor, items, { ...page, limit: page.limit + 1 })
      const shown = entries.slice(0, page.limit)
      const ids = shown.flatMap(({ before, after }) => [before['recordId'], after['recordId']])
      const named = ids.filter((id) => typeof id === 'number')
      const [directory, records] = await Promise.all([
        users.directory(actor.tenantId),
        findRecordNames(db, actor, [...new Set(named)]),
      ])
      const names = {
        userName: (id: number) => directory.byId.get(id)?.name ?? 'Former user',
        recordName: (id: number) => records.get(id) ?? 'A record you can’t see',
        recurrenceText,
      }
      return {
        data: shown.map(({ before, after, ...entry }) => ({
          ...entry,
          changes: presentChange(before, after, names),
        })),
        hasMore: entries.length > shown.length,
      }
    },

    /** A task that the actor sees, locked until the transaction ends. */
    async lock(tx: Tx, actor: Actor, taskId: number): Promise<CurrentTask | undefined> {
      return (await lockTasks(tx, actor.tenantId, [taskId], taskScopeSql(actor, 't'))).get(taskId)
    },
  }
}

export type TaskReading = ReturnType<typeof createTaskReading>
