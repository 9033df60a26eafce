import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { roleIds } from '@steward/contracts/plain/permission'
import type { ActivityTypeService } from '../activity-type/index.ts'
import { findRecordNames } from '../record/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { findOutOfSight, findSeenRecords } from './task.policy.ts'
import type { TaskState } from './task.state.ts'

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
    tx: Tx,
    actor: Actor,
    tasks: readonly Referring[],
    { isSightAsked = true }: CheckOptions = {},
  ): Promise<Faults[]> {
    const recordIds = tasks.flatMap(({ before, after }) =>
      after.recordId !== null && after.recordId !== before?.recordId ? [after.recordId] : [],
    )
    const directory = await users.directory(actor.tenantId)
    const { byId: typesById } = await types.types(actor.tenantId)
    const seen = await findSeenRecords(tx, actor, [...new Set(recordIds)])
    const pairs = isSightAsked ? pairsOf(tasks, directory) : []
    const unseeing = await findOutOfSight(tx, actor.tenantId, pairs)
    const blind = new Set(unseeing.map(({ userId, recordId }) => `${userId}:${recordId}`))
    const names = await findRecordNames(tx, actor, [...new Set(unseeing.map(({ recordId }) => recordId))])
    return tasks.map((task) => ({
      ...faultsOfPeople(task, directory),
      ...faultsOfType(task, typesById),
      ...faultsOfRecurrence(task),
      ...faultsOfRecord(task, seen, (userId, recordId) => {
        if (!blind.has(`${userId}:${recordId}`)) return undefined
        return `${directory.byId.get(userId)?.name} can't see ${names.get(recordId) ?? 'the record'}.`
      }),
    }))
  }
}

export type TaskChecks = ReturnType<typeof createTaskChecks>
