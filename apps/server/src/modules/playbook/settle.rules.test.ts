import { describe, expect, it } from 'vitest'
import type { PlaybookStep } from '@steward/contracts/playbook/template'
import { reachedSteps, settleDays, statusOf, type KnownStep, type SettledTask } from './settle.rules.ts'

const task = (change: Partial<SettledTask> = {}): SettledTask => ({
  isDone: false,
  isStarted: false,
  completedOn: null,
  dueDate: '2026-11-26',
  isDatePinned: false,
  ...change,
})

const known = (key: string, before: string | null, change: Partial<KnownStep> = {}): KnownStep => ({
  step: {
    key,
    offset:
      before === null
        ? { from: 'start', days: 0, unit: 'calendar' }
        : { from: 'step', step: before, days: 1, unit: 'calendar' },
  } as PlaybookStep,
  state: 'task',
  task: task(),
  plannedOn: '2026-11-26',
  ...change,
})

const done = (completedOn: string) => ({ task: task({ isDone: true, completedOn }) })

/** The day after the one before, or 1 December. */
const count = ({ offset }: PlaybookStep, days: ReadonlyMap<string, string | null>) => {
  const before = days.get(offset.step ?? '')
  return before
    ? `${before.slice(0, 8)}${String(Number(before.slice(8)) + 1).padStart(2, '0')}`
    : '2026-12-01'
}
const days = (steps: KnownStep[], mode: 'follow' | 'reschedule' = 'follow') =>
  Object.fromEntries(settleDays(steps, mode, count))

describe('settleDays', () => {
  it('moves what follows a completed step, and what follows that', () => {
    expect(
      days([known('a', null, done('2026-12-10')), known('b', 'a'), known('c', 'b'), known('d', null)]),
    ).toEqual({ a: '2026-12-10', b: '2026-12-11', c: '2026-12-12', d: '2026-11-26' })
  })

  it('leaves dates that people set, and what follows them', () => {
    const pinned = { task: task({ isDatePinned: true, dueDate: '2027-01-01' }) }
    const steps = [known('a', null, done('2026-12-10')), known('b', 'a', pinned), known('c', 'b')]
    expect(days(steps)).toEqual({ a: '2026-12-10', b: '2027-01-01', c: '2026-11-26' })
    expect(days(steps, 'reschedule')).toEqual({ a: '2026-12-10', b: '2027-01-01', c: '2027-01-02' })
  })

  it('counts everything again when it is rescheduled', () => {
    expect(days([known('a', null), known('b', 'a')], 'reschedule')).toEqual({
      a: '2026-12-01',
      b: '2026-12-02',
    })
  })
})

describe('reachedSteps', () => {
  it('are those whose step before is done, skipped or left out', () => {
    const waiting = { state: 'waiting', task: null } as const
    const steps = [
      known('a', null, done('2026-12-10')),
      known('b', 'a', waiting),
      known('c', null),
      known('d', 'c', waiting),
      known('e', null, { state: 'skipped' }),
      known('f', 'e', waiting),
    ]
    expect(reachedSteps(steps).map(({ step }) => step.key)).toEqual(['b', 'f'])
  })
})

describe('statusOf', () => {
  const all = [known('a', null, done('2026-12-10'))]
  it.each([
    ['OPEN', [known('a', null)], 'OPEN'],
    ['PLANNED', [...all, known('b', null)], 'IN_PROGRESS'],
    ['OPEN', [known('a', null, { task: task({ isStarted: true }) })], 'IN_PROGRESS'],
    ['OPEN', all, 'COMPLETED'],
    ['COMPLETED', [...all, known('b', null)], 'IN_PROGRESS'],
    ['ARCHIVED', [known('a', null)], 'ARCHIVED'],
    ['OPEN', [known('a', null, { state: 'skipped' })], 'OPEN'],
  ] as const)('%s', (present, steps, expected) => {
    expect(statusOf(present, steps)).toBe(expected)
  })
})
