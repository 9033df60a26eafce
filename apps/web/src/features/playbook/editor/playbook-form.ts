import type { LevelName } from '@steward/contracts/level'
import type { PlaybookStarter, PlaybookStep, PlaybookTemplate } from '@steward/contracts/playbook/template'

/** A playbook as it is edited. */
export type PlaybookForm = {
  name: string
  description: string
  level: LevelName
  durationDays: number | null
  steps: PlaybookStep[]
  effect: PlaybookTemplate['effect']
  baseVersion?: number
}

/** A key that no other step has. */
export function freeKey(steps: readonly PlaybookStep[]): string {
  const taken = new Set(steps.map(({ key }) => key))
  for (let number = steps.length + 1; ; number += 1) if (!taken.has(`step-${number}`)) return `step-${number}`
}

export function newStep(steps: readonly PlaybookStep[]): PlaybookStep {
  return {
    key: freeKey(steps),
    title: '',
    activityTypeId: null,
    priority: 'NORMAL',
    description: null,
    checklist: [],
    estimateMinutes: null,
    assignee: { rule: 'primaryOwner' },
    offset: { from: 'start', days: 0, unit: 'business' },
    dayOff: 'after',
    condition: null,
    conditionAt: 'apply',
  }
}

export function emptyForm(): PlaybookForm {
  return {
    name: '',
    description: '',
    level: 'account',
    durationDays: null,
    steps: [newStep([])],
    effect: null,
  }
}

export function formOfStarter({
  name,
  description,
  level,
  durationDays,
  steps,
}: PlaybookStarter): PlaybookForm {
  return { name, description, level: level as LevelName, durationDays, steps, effect: null }
}

export function formOf(template: PlaybookTemplate): PlaybookForm {
  const { name, description, level, durationDays, effect, version } = template
  const steps = template.steps.map((known) => {
    const { stepId: _, ...step } = known
    return step
  })
  return { name, description, level: level as LevelName, durationDays, steps, effect, baseVersion: version }
}

/** The steps with one of them at another place. */
export function movedSteps(steps: readonly PlaybookStep[], from: number, to: number): PlaybookStep[] {
  const moved = [...steps]
  const [one] = moved.splice(from, 1)
  if (one) moved.splice(to, 0, one)
  return moved
}

/** The steps without one; those that waited for it count from the start. */
export function withoutStep(steps: readonly PlaybookStep[], key: string): PlaybookStep[] {
  return steps
    .filter((step) => step.key !== key)
    .map((step) =>
      step.offset.step === key
        ? {
            ...step,
            offset: { from: 'start', days: step.offset.days, unit: step.offset.unit },
            conditionAt: 'apply',
          }
        : step,
    )
}

/** What is wrong at a step, by what its path begins with. */
export function faultOfStep(
  faults: Readonly<Record<string, string>>,
  at: number,
  path: string,
): string | undefined {
  const wanted = `steps.${at}.${path}`
  return Object.entries(faults).find(([key]) => key === wanted || key.startsWith(`${wanted}.`))?.[1]
}
