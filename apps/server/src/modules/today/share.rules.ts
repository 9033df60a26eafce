import type { TaskPriority } from '@steward/contracts/plain/task'

/* How much of the weight of its source a signal counts. */

const priorityFactor: Readonly<Record<TaskPriority, number>> = {
  NONE: 0.9,
  LOW: 0.7,
  NORMAL: 0.9,
  HIGH: 1.2,
  URGENT: 1.5,
}

const limited = (share: number): number => Math.min(1, Math.max(0.05, share))

/** `late` is the number of days since a task was due; below 0 it is due in as many days. */
export function taskShare(late: number, priority: TaskPriority): number {
  const base = late > 0 ? 0.6 + 0.04 * late : late === 0 ? 0.55 : 0.25
  return limited(base * priorityFactor[priority])
}

/** `drop` in points of the score, 0 to 10: a fall by 3 or more counts in full. */
export const scoreShare = (drop: number): number => limited(drop / 3)

/** `days` that an email has waited. */
export const mailShare = (days: number): number => limited(0.4 + 0.1 * days)

/** `days` that a risk has been open. */
export const riskShare = (days: number): number => limited(0.5 + 0.02 * days)

/** `late` is the number of days since a success plan was due; below 0 it is due in as many days. */
export const planShare = (late: number): number => limited(late > 0 ? 0.6 + 0.02 * late : 0.5)

/** `score` of a response, 0 to 6: the lowest counts in full. */
export const surveyShare = (score: number): number => limited(1 - 0.06 * score)

/** `times` is how many times the usual time without contact has gone by; 2 is where it begins to count. */
export const quietShare = (times: number): number => limited(0.4 + 0.15 * (times - 2))
