import { expect, it } from 'vitest'
import type { PlaybookStep, StepOffset } from '@steward/contracts/playbook/template'
import { newStep } from './playbook-form.ts'
import { crossingSteps, dayText, timelineOf } from './timeline.rules.ts'

const step = (key: string, offset: Partial<StepOffset>): PlaybookStep => ({
  ...newStep([]),
  key,
  title: key,
  offset: { from: 'start', days: 0, unit: 'calendar', ...offset },
})

const linesOf = (steps: readonly PlaybookStep[]) =>
  timelineOf(steps).map(({ from, days }) => [
    from,
    days.map((day) => `${dayText(day)}: ${day.steps.map(({ number }) => number).join(' ')}`),
  ])

it('has a line for each thing that steps count from, the start first, and follows steps that wait for others', () => {
  const steps = [
    step('offer', { from: 'field', field: 'renewalDate', days: -30 }),
    step('call', {}),
    step('mail', { from: 'step', step: 'call', days: 5, unit: 'business' }),
    step('ask', { from: 'step', step: 'mail', days: 1 }),
    step('meet', {}),
    step('look', { from: 'end', days: -1 }),
  ]
  expect(linesOf(steps)).toEqual([
    ['start', ['The same day: 2 5', 'About 7 days after: 3', 'About 8 days after: 4']],
    [{ field: 'renewalDate' }, ['30 days before: 1']],
    ['end', ['1 day before: 6']],
  ])
})

it('reads steps that wait for each other as from the start', () => {
  const steps = [
    step('a', { from: 'step', step: 'b', days: 1 }),
    step('b', { from: 'step', step: 'a', days: 1 }),
  ]
  expect(timelineOf(steps).map(({ from }) => from)).toEqual(['start'])
})

it('finds steps that are due before one above them, of the same line alone', () => {
  const steps = [
    step('late', { days: 10 }),
    step('offer', { from: 'field', field: 'renewalDate', days: -30 }),
    step('early', { days: 3 }),
    step('later', { days: 12 }),
  ]
  expect(crossingSteps(steps)).toEqual(new Map([['early', 1]]))
})
