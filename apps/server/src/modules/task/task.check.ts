import { userOf, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { roleIds } from '@steward/contracts/plain/permission'
import type { ActivityTypeService } from '../activity-type/index.ts'
import { findRecordNames } from '../record/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { findOutOfSight, findSeenRecords } from './task.policy.ts'
import { emptyTask, keys, type TaskKey, type TaskState, type TaskValues } from './task.state.ts'
import { columnsOf, takeTaskIds, type TaskColumns, type WrittenTask } from './task.store.ts'

/** What a task refers to, and what of it is new: what it had before may stay, whatever became of it. */
export interface Referring {
  before: TaskState | undefined
  after: TaskState
}

export interface CheckOptions {
  /** Whether assignees must see the records; not where a book is handed over, whose records may follow by a job. */
  isSightAsked?: boolean
}

/** What is wrong with a task, by the names of its form. */
export type Faults = Record<string, string>

export const isFaulty = (faults: Faults): boolean => {
  for (const _ in faults) return true
  return false
}

export interface CheckNeighbours {
  users: Pick<UserService, 'directory'>
  types: Pick<ActivityTypeService, 'types'>
}

function faultOfUser({ byId }: UserDirectory, userId: number): string | undefined {
  const user = byId.get(userId)
  if (user?.kind !== 'person') return 'This user does not exist.'
  return user.disableMessage ? `${user.name} can't be given tasks (${user.disableMessage}).` : undefined
}

/** The ids in one state that the other has not. */
const fresh = (after: readonly number[], before: readonly number[] = []): number[] => {
  const known = new Set(before)
  return after.filter((id) => !known.has(id))
}

function faultsOfPeople({ before, after }: Referring, directory: UserDirectory): Faults {
  const faults: Faults = {}
  if (after.assigneeId !== null && after.assigneeId !== before?.assigneeId) {
    const fault = faultOfUser(directory, after.assigneeId)
    if (fault) faults['assigneeId'] = fault
  }
  const watcher = fresh(after.watcherIds, before?.watcherIds).find(
    (id) => directory.byId.get(id)?.kind !== 'person',
  )
  if (watcher !== undefined) faults['watcherIds'] = `User ${watcher} does not exist.`
  const known = new Set(before?.checklist.map(({ assigneeId }) => assigneeId))
  const stranger = after.checklist.find(
    ({ assigneeId: id }) => id !== null && !known.has(id) && faultOfUser(directory, id),
  )
  if (stranger) faults['checklist'] = faultOfUser(directory, stranger.assigneeId as number) as string
  return faults
}

/** Pairs of assignee and record that are new and of which the assignee, a Normal User, sees only their own. */
function pairsOf(tasks: readonly Referring[], { byId }: UserDirectory) {
  const pairs = tasks.flatMap(({ before, after }) => {
    const { assigneeId: userId, recordId } = after
    const isNew = userId !== before?.assigneeId || recordId !== before?.recordId
    if (!isNew || userId === null || recordId === null) return []
    return byId.get(userId)?.roleId === roleIds.normalUser ? [{ userId, recordId }] : []
  })
  return [...new Map(pairs.map((pair) => [`${pair.userId}:${pair.recordId}`, pair])).values()]
}

function faultsOfType(
  { before, after: { activityTypeId: id } }: Referring,
  types: ReadonlyMap<number, { isActive: boolean }>,
): Faults {
  const isFine = id === null || id === before?.activityTypeId || types.get(id)?.isActive === true
  return isFine ? {} : { activityTypeId: 'This activity type does not exist or is not in use.' }
}

function faultsOfRecurrence({ after: { recurrence, dueDate, instanceId } }: Referring): Faults {
  if (recurrence === null) return {}
  if (instanceId !== null) return { recurrence: 'A step of a playbook can’t repeat.' }
  return dueDate === null ? { dueDate: 'A task that repeats needs a due date.' } : {}
}

const none: Faults = {}

/** All faults of a task; the same empty object where there are none, as for nearly all of the thousands of a playbook. */
function together(...some: readonly Faults[]): Faults {
  const found = some.filter(isFaulty)
  return found.length === 0 ? none : Object.assign({}, ...found)
}

/** A record that is out of the actor's sight, or out of that of the assignee. */
function faultsOfRecord(
  { before, after: { recordId, assigneeId } }: Referring,
  seen: ReadonlyMap<number, unknown>,
  blindness: (userId: number, recordId: number) => string | undefined,
): Faults {
  if (recordId === null) return {}
  if (recordId !== before?.recordId && !seen.has(recordId)) {
    return { parentIdentifier: "This record does not exist, or you can't see it." }
  }
  const fault = assigneeId === null ? undefined : blindness(assigneeId, recordId)
  return fault === undefined ? {} : { assigneeId: fault }
}

/** Looks at what tasks refer to, all of them with a few statements. */
export function createTaskChecks({ users, types }: CheckNeighbours) {
  /**
   * What is wrong with each task, by the names of its form; empty where nothing is. An assignee who can't see the
   * record is refused, because the task would be out of their sight.
   */
  return async function check(
    db: Db,
    actor: Actor,
    tasks: readonly Referring[],
    { isSightAsked = true }: CheckOptions = {},
  ): Promise<Faults[]> {
    const recordIds = tasks.flatMap(({ before, after }) =>
      after.recordId !== null && after.recordId !== before?.recordId ? [after.recordId] : [],
    )
    const directory = await users.directory(actor.tenantId)
    const { byId: typesById } = await types.types(actor.tenantId)
    const seen = await findSeenRecords(db, actor, [...new Set(recordIds)])
    const pairs = isSightAsked ? pairsOf(tasks, directory) : []
    const unseeing = await findOutOfSight(db, actor.tenantId, pairs)
    const blind = new Set(unseeing.map(({ userId, recordId }) => `${userId}:${recordId}`))
    const names = await findRecordNames(db, actor, [...new Set(unseeing.map(({ recordId }) => recordId))])
    const blindness = (userId: number, recordId: number) => {
      if (blind.size === 0 || !blind.has(`${userId}:${recordId}`)) return undefined
      return `${directory.byId.get(userId)?.name} can't see ${names.get(recordId) ?? 'the record'}.`
    }
    return tasks.map((task) =>
      together(
        faultsOfPeople(task, directory),
        faultsOfType(task, typesById),
        faultsOfRecurrence(task),
        faultsOfRecord(task, seen, blindness),
      ),
    )
  }
}

export type TaskChecks = ReturnType<typeof createTaskChecks>

/** A task that is to be created; what is left out is as of an empty task. */
export type TaskDraft = TaskValues & { title: string }

/** Tasks with their ids, as the statement takes them that inserts them. */
export interface NumberedTasks {
  tasks: readonly WrittenTask[]
  columns: TaskColumns
  /** Whether the ids were taken for them, so that none of them can be there. */
  areNew: boolean
}

/** Tasks that can be created. */
export interface PreparedTasks extends NumberedTasks {
  /** By the place of the draft; null where it was refused. */
  taskIds: (number | null)[]
  /** Problems of drafts, by their place. */
  refused: { at: number; faults: Faults }[]
}

/** A time of day goes with its day. */
const withTime = (state: TaskState): TaskState =>
  state.dueDate === null && state.dueTime !== null ? { ...state, dueTime: null } : state

/** Sets the values that follow from a new status: who completed it, and when. */
export function withStatus(
  before: TaskState | undefined,
  given: TaskState,
  actor: Actor,
  at: Date,
): TaskState {
  const after = withTime(given)
  if (after.status === before?.status) return after
  if (after.status === 'COMPLETED') {
    return { ...after, completedAt: at.toISOString(), completedBy: userOf(actor) }
  }
  const isOpen = after.completedAt === null && after.completedBy === null
  return after.status === 'ARCHIVED' || isOpen ? after : { ...after, completedAt: null, completedBy: null }
}

/** A draft as a task. A playbook makes thousands at once: key by key takes a tenth of the time that lists of entries take. */
function draftedOf(draft: TaskDraft, actor: Actor, at: Date): TaskState {
  const createdAt = at.toISOString()
  const state: TaskState = { ...emptyTask, title: draft.title, creatorId: userOf(actor), createdAt }
  const values = state as unknown as Record<TaskKey, unknown>
  for (const key of keys) if (draft[key] !== undefined) values[key] = draft[key]
  values.createdAt = createdAt
  return withStatus(undefined, state, actor, at)
}

/** Tasks as they are inserted. */
export const toInsert = (tasks: readonly WrittenTask[], areNew: boolean): NumberedTasks => ({
  tasks,
  columns: columnsOf(tasks),
  areNew,
})

/** Gives new tasks their ids. */
export async function numberTasks(db: Db, states: readonly TaskState[]): Promise<NumberedTasks> {
  const ids = await takeTaskIds(db, states.length)
  const tasks = states.map((state, nth) => ({ taskId: ids[nth] as number, version: 1, state }))
  return toInsert(tasks, true)
}

/**
 * Prepares tasks for being created, with a few statements for all of them; writes nothing. Drafts that refer to what is
 * not there are refused.
 */
export function createTaskPreparing(check: TaskChecks) {
  return async function prepareTasks(
    db: Db,
    actor: Actor,
    at: Date,
    drafts: readonly TaskDraft[],
  ): Promise<PreparedTasks> {
    const taskIds: (number | null)[] = drafts.map(() => null)
    const nothing = { taskIds, ...toInsert([], true) }
    if (drafts.length === 0) return { ...nothing, refused: [] }
    const drafted = drafts.map((draft) => draftedOf(draft, actor, at))
    const faults = await check(
      db,
      actor,
      drafted.map((after) => ({ before: undefined, after })),
    )
    const refused = faults.flatMap((one, nth) => (isFaulty(one) ? [{ at: nth, faults: one }] : []))
    const places = drafts.flatMap((_, nth) => (isFaulty(faults[nth] ?? {}) ? [] : [nth]))
    if (places.length === 0) return { ...nothing, refused }
    const numbered = await numberTasks(
      db,
      places.map((place) => drafted[place] as TaskState),
    )
    places.forEach((place, nth) => (taskIds[place] = numbered.tasks[nth]?.taskId ?? null))
    return { ...numbered, taskIds, refused }
  }
}
