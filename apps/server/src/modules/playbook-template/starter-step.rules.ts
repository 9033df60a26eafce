import type { LevelName } from '@steward/contracts/level'
import type { PlaybookStarter, PlaybookStep } from '@steward/contracts/playbook/template'

type Given = Pick<PlaybookStep, 'key' | 'title'> &
  Partial<Omit<PlaybookStep, 'offset'>> & { offset?: Partial<PlaybookStep['offset']> }

/** A step with everything that a starter leaves out. */
export function step({ offset, ...given }: Given): PlaybookStep {
  return {
    activityTypeId: null,
    priority: 'NORMAL',
    description: null,
    checklist: [],
    estimateMinutes: null,
    assignee: { rule: 'primaryOwner' },
    dayOff: 'after',
    condition: null,
    conditionAt: 'apply',
    ...given,
    offset: { from: 'start', days: 0, unit: 'business', ...offset },
  }
}

/** Days after another step. */
export const after = (key: string, days: number): Partial<PlaybookStep['offset']> => ({
  from: 'step',
  step: key,
  days,
})

/** Calendar days before the date that is chosen, such as that of the renewal. */
export const beforeDate = (days: number): Partial<PlaybookStep['offset']> => ({
  from: 'field',
  days: -days,
  unit: 'calendar',
})

/** A playbook as it is written here. */
export type Starter = Omit<PlaybookStarter, 'level' | 'steps' | 'durationDays' | 'dateField'> & {
  level: LevelName
  durationDays?: number
  dateField?: boolean
  steps: Given[]
}
