import { doneStatuses } from '@steward/contracts/plain/task'
import type { Tx } from '../../platform/db/database.ts'
import { schedule } from '../../platform/schedule/schedule.ts'
import { instantOf } from '../notification/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import type { TaskState } from './task.state.ts'

export const reminderKind = 'task.remind'

/** The hour of the morning at which people are reminded, by their own clocks. */
const morning = 8

/** Whom to remind of which day; no one stands for those who watch tasks without an assignee. */
export interface Reminder {
  userId: number | null
  day: string
}

export interface ReminderNeighbours {
  users: Pick<UserService, 'directory'>
}

/** When clocks in a zone reach an hour of a day; UTC where there is none. */
function hourOf(day: string, hour: number, zone: string | null | undefined): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return instantOf({ year, month, day: date }, hour, zone ?? 'UTC')
}

/** When a day begins in a zone. */
export const startOf = (day: string, zone: string | null | undefined): Date => hourOf(day, 0, zone)

/** When someone is reminded of a day: in their morning, UTC where they have no time zone. */
export function reminderAt({ userId, day }: Reminder, { byId }: UserDirectory): Date {
  return hourOf(day, morning, userId === null ? undefined : byId.get(userId)?.timeZone)
}

/**
 * Schedules the reminders of tasks: one row for each assignee and day, whatever the number of tasks. Which tasks it
 * is about is asked when it is due. A morning that is over reminds no one: the user who sets such a day knows it.
 */
export async function scheduleReminders(
  tx: Tx,
  { users }: ReminderNeighbours,
  tenantId: number,
  states: readonly TaskState[],
  now: Date,
): Promise<void> {
  const due = states.filter(({ dueDate, status }) => dueDate !== null && !doneStatuses.includes(status))
  if (due.length === 0) return
  const wanted = new Map(
    due.map(({ assigneeId: userId, dueDate }) => [
      `${userId ?? 0}:${dueDate}`,
      { userId, day: dueDate as string },
    ]),
  )
  const directory = await users.directory(tenantId)
  const work = [...wanted].flatMap(([key, reminder]) => {
    const dueAt = reminderAt(reminder, directory)
    return dueAt > now ? [{ kind: reminderKind, key, dueAt, payload: reminder }] : []
  })
  await schedule(tx, tenantId, work)
}
