import type { LevelId } from '@steward/contracts/level'
import type { PlaybookPreview } from '@steward/contracts/playbook/instance'
import type { Person } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { personOf } from '../playbook-template/index.ts'
import type { UserService } from '../user-management/index.ts'
import { fillTitle } from './draft.rules.ts'
import type { Plan, PlannedRecord } from './plan.ts'
import { countWeeks } from './target.sql.ts'

/** Entries of each list of a preview. */
const shown = 50
const sampled = 20

interface Week {
  userId: number
  week: string
  added: number
}

const dayLength = 86_400_000

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * dayLength).toISOString().slice(0, 10)
}

/** How many tasks the plan gives each person in each week. */
function addedByWeek(records: readonly PlannedRecord[]): Week[] {
  const weeks = new Map<string, Week>()
  for (const { steps } of records) {
    for (const { state, assigneeId, dueDate } of steps) {
      if (state !== 'task' || assigneeId === null || dueDate === null) continue
      const week = mondayOf(dueDate)
      const key = `${assigneeId}:${week}`
      const known = weeks.get(key) ?? { userId: assigneeId, week, added: 0 }
      weeks.set(key, { ...known, added: known.added + 1 })
    }
  }
  return [...weeks.values()]
}

export interface Previewed {
  plan: Plan
  matched: number
  level: LevelId
  /** Whether the reader sees how many records are held out. */
  tellsHeldOut: boolean
}

/** A plan as people read it, with how busy those are who get tasks. */
export async function presentPreview(
  db: Db,
  actor: Actor,
  users: Pick<UserService, 'directory'>,
  { plan, matched, level, tellsHeldOut }: Previewed,
): Promise<PlaybookPreview> {
  const directory = await users.directory(actor.tenantId)
  const { records, heldOut, refused, running } = plan
  const weeks = addedByWeek(records)
  const days = weeks.map(({ week }) => week).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const userIds = [...new Set(weeks.map(({ userId }) => userId))]
  const open = from && to ? await countWeeks(db, actor.tenantId, userIds, from, lastDay(to)) : []
  const openIn = new Map(open.map((one) => [`${one.userId}:${one.week}`, one.open]))
  const load = weeks.map(({ userId, week, added }) => ({
    person: personOf(directory, userId) as Person,
    week,
    open: openIn.get(`${userId}:${week}`) ?? 0,
    added,
  }))
  return {
    matched: tellsHeldOut ? matched : matched - heldOut.length,
    applicable: records.length,
    heldOut: tellsHeldOut ? heldOut.length : null,
    refused: refused.slice(0, shown),
    refusedCount: refused.length,
    running: running.slice(0, shown),
    runningCount: running.length,
    planned: records.length + refused.length + running.length + (tellsHeldOut ? heldOut.length : 0),
    sample: records.slice(0, sampled).map(({ row, steps }) => ({
      record: { level, id: row.id, name: row.name },
      steps: steps.map(({ stepId, step, dueDate, assigneeId, reason, state }) => ({
        stepId,
        title: fillTitle(step.title, {
          record: row.name,
          organization: row.organization,
          account: row.account,
          owner: directory.byId.get(row.owners[0] ?? 0)?.name ?? null,
        }),
        dueDate,
        assignee: personOf(directory, assigneeId),
        reason,
        state,
      })),
    })),
    load: load.toSorted((a, b) => b.open + b.added - (a.open + a.added)).slice(0, shown),
  }
}

/** The Sunday of the week that begins on a Monday. */
function lastDay(monday: string): string {
  return new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * dayLength).toISOString().slice(0, 10)
}
