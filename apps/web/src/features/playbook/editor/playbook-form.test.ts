import { expect, it } from 'vitest'
import { faultOfStep, freeKey, movedSteps, newStep, withoutStep } from './playbook-form.ts'

const first = newStep([])
const second = {
  ...newStep([first]),
  offset: { from: 'step', step: first.key, days: 2, unit: 'business' },
} as const
const steps = [first, second]

it('gives new steps keys of their own', () => {
  expect(freeKey([{ ...first, key: 'step-2' }])).toBe('step-3')
})

it('moves a step', () => {
  expect(movedSteps(steps, 0, 1).map(({ key }) => key)).toEqual([second.key, first.key])
})

it('lets steps that waited for a removed one count from the start', () => {
  expect(withoutStep(steps, first.key)).toMatchObject([
    { key: second.key, offset: { from: 'start', days: 2 } },
  ])
})

it('finds what is wrong at a step or below', () => {
  expect(faultOfStep({ 'steps.1.condition.value': 'Wrong.' }, 1, 'condition')).toBe('Wrong.')
  expect(faultOfStep({ 'steps.10.title': 'Wrong.' }, 1, 'title')).toBeUndefined()
})
