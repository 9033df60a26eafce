import type { InstanceStatus, StepState } from '@steward/contracts/plain/playbook'
import type { PlaybookStep } from '@steward/contracts/playbook/template'

/** A task as far as it matters for the dates of its playbook. */
export interface SettledTask {
  /** COMPLETED, ARCHIVED, or neither. */
  isDone: boolean
  isStarted: boolean
  completedOn: string | null
  dueDate: string | null
  isDatePinned: boolean
}

export interface KnownStep {
  step: PlaybookStep
  state: StepState
  /** null: it has none, or its task was deleted. */
  task: SettledTask | null
  plannedOn: string | null
}

/** Whether what waits for a step can begin. */
function isDone({ state, task }: KnownStep): boolean {
  if (state === 'task') return task === null || task.isDone
  return state !== 'waiting'
}

/** The day of a step that no rescheduling moves; undefined where its day follows from others. */
function fixedDay({ state, task, plannedOn }: KnownStep): string | null | undefined {
  if (state === 'skipped') return plannedOn
  if (state !== 'task' || !task) return undefined
  if (task.isDone) return task.completedOn ?? task.dueDate
  return task.isDatePinned ? task.dueDate : undefined
}

/**
 * The days of all steps. By `follow` only those move that count from a step that is done, from a date field, or from
 * another step that moves: what was planned otherwise stays. By `reschedule` all days are counted again, but those
 * that people set. `count` counts the day of a step from what is known of the others.
 */
export function settleDays(
  ordered: readonly KnownStep[],
  mode: 'follow' | 'reschedule',
  count: (step: PlaybookStep, days: ReadonlyMap<string, string | null>) => string | null,
): Map<string, string | null> {
  const days = new Map<string, string | null>()
  const free = new Set<string>()
  for (const known of ordered) {
    const { step, task, plannedOn } = known
    const fixed = fixedDay(known)
    const present = task ? task.dueDate : plannedOn
    const { from, step: before } = step.offset
    const isFree = mode === 'reschedule' || from === 'field' || (before !== undefined && free.has(before))
    const day = fixed === undefined ? (isFree ? count(step, days) : present) : fixed
    days.set(step.key, day)
    if (isDone(known) || (fixed === undefined && day !== present)) free.add(step.key)
  }
  return days
}

/** The steps that wait, and whose turn it is. */
export function reachedSteps(ordered: readonly KnownStep[]): KnownStep[] {
  const byKey = new Map(ordered.map((known) => [known.step.key, known]))
  return ordered.filter(({ state, step }) => {
    const before = byKey.get(step.offset.step ?? '')
    return state === 'waiting' && (before === undefined || isDone(before))
  })
}

/** What the status of an instance becomes by what happened to its steps. */
export function statusOf(present: InstanceStatus, steps: readonly KnownStep[]): InstanceStatus {
  if (present === 'ARCHIVED') return present
  const some = steps.filter(({ state }) => state === 'task' || state === 'waiting')
  if (some.length > 0 && some.every(isDone)) return 'COMPLETED'
  if (present === 'COMPLETED') return 'IN_PROGRESS'
  const isBegun = some.some((known) => known.task?.isStarted || (known.state === 'task' && isDone(known)))
  return isBegun ? 'IN_PROGRESS' : present
}
