import { addDays } from '@steward/conditions'
import type { Milestone } from '@steward/contracts/success-plan/item'
import type { MovedDates, PlanMove } from '@steward/contracts/success-plan/move'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'

type Dated = Pick<Milestone, 'startDate' | 'dueDate'>

const beginOf = ({ startDate, dueDate }: Dated): string | null => startDate ?? dueDate
const endOf = ({ startDate, dueDate }: Dated): string | null => dueDate ?? startDate

const shifted = (day: string | null, days: number): string | null => day && addDays(day, days)

const movable = ({ isArchived, completedAt }: Milestone): boolean => !isArchived && completedAt === null

function movedDates({ startDate, dueDate }: Dated, days: number): MovedDates {
  return {
    from: { startDate, dueDate },
    to: { startDate: shifted(startDate, days), dueDate: shifted(dueDate, days) },
  }
}

/** Open tasks of a milestone that have a day. */
const tasksOf = ({ tasks }: Milestone) =>
  tasks.filter(({ status, dueDate }) => dueDate !== null && status !== 'COMPLETED' && status !== 'ARCHIVED')

/**
 * What moves with a milestone: its open tasks, and, where the followers are asked for, the open milestones that start
 * on the day it ends or later, with theirs. What is completed stays.
 */
export function moveOf(
  { items, dueDate }: SuccessPlanDetail,
  milestone: Milestone,
  { days, withFollowing }: { days: number; withFollowing: boolean },
): PlanMove {
  const end = endOf(milestone)
  const milestones = items.filter((item) => item.kind === 'MILESTONE')
  const following = milestones.filter((other) => {
    const begin = beginOf(other)
    return (
      other.itemId !== milestone.itemId && movable(other) && end !== null && begin !== null && begin >= end
    )
  })
  const moving = [milestone, ...(withFollowing ? following : [])]
  const tasks = new Map(moving.flatMap(tasksOf).map((task) => [task.taskId, task]))
  const ends = moving.map((one) => shifted(endOf(one), days) ?? '').toSorted()
  return {
    days,
    following: following.length,
    milestones: moving.map((one) => ({ itemId: one.itemId, name: one.name, ...movedDates(one, days) })),
    tasks: [...tasks.values()].map((task) => ({
      taskId: task.taskId,
      title: task.title,
      from: task.dueDate as string,
      to: addDays(task.dueDate as string, days),
    })),
    endsAfterPlan: dueDate !== null && (ends.at(-1) ?? '') > dueDate,
  }
}
