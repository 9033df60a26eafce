import { expect, test } from 'vitest'
import type { QuestionResult } from '@steward/contracts/survey/result'
import { barsOf, rangeText, reachText } from './result.rules.ts'

const result: QuestionResult = {
  key: 'q1',
  type: 'multipleChoice',
  text: 'Which parts do you use?',
  isRemoved: false,
  lastVersion: 2,
  shown: 10,
  answered: 8,
  skipped: 2,
  choices: null,
  distribution: null,
  isWhole: null,
  average: null,
  median: null,
  consent: null,
  latest: null,
}

test('shares are of those who answered, so that those of several choices add up to more than all', () => {
  const choices = [
    { key: 'o1', text: 'Reports', isRemoved: false, responses: 6 },
    { key: 'o2', text: 'Alerts', isRemoved: true, responses: 4 },
  ]
  expect(barsOf({ ...result, choices })).toEqual([
    { key: 'o1', label: 'Reports', responses: 6, share: 75, isRemoved: false },
    { key: 'o2', label: 'Alerts', responses: 4, share: 50, isRemoved: true },
  ])
})

test('a question without answers has bars without a share', () => {
  const consent = { yes: 0, no: 0 }
  expect(barsOf({ ...result, answered: 0, consent }).map(({ label, share }) => [label, share])).toEqual([
    ['Yes', 0],
    ['No', 0],
  ])
  expect(barsOf(result)).toEqual([])
})

test('ranges are written as they are read', () => {
  expect(rangeText(4, 4, true)).toBe('4')
  expect(rangeText(0, 9, true)).toBe('0–9')
  expect(rangeText(0, 2.5, false)).toBe('0 to under 2.5')
})

test('it is said how many saw a question and skipped it', () => {
  expect(reachText(result)).toBe('Shown to 10 · 8 answered · 2 skipped')
})
