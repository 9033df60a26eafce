import { expect, test } from 'vitest'
import { overrideFaults } from './override.rules.ts'
import { daysBefore, utcToday } from '../../entities/health/index.ts'

const today = '2026-03-10'
const fit = { score: 3.5, reason: 'Their sponsor left', endsOn: '2026-03-10' }

test('an override needs a score, a reason and a day that is not over', () => {
  expect(overrideFaults(fit, today)).toEqual({})
  expect(overrideFaults({ ...fit, score: 0 }, today)).toEqual({})
  for (const score of [null, Number.NaN, -1, 10.01]) {
    expect(Object.keys(overrideFaults({ ...fit, score }, today))).toEqual(['score'])
  }
  expect(Object.keys(overrideFaults({ score: null, reason: '  ', endsOn: null }, today))).toEqual([
    'score',
    'reason',
    'endsOn',
  ])
  for (const endsOn of ['2026-03-09', 'unreadable']) {
    expect(Object.keys(overrideFaults({ ...fit, endsOn }, today))).toEqual(['endsOn'])
  }
})

test('days are counted in UTC over the end of a month', () => {
  expect(utcToday(Date.parse('2026-03-01T23:30:00-05:00'))).toBe('2026-03-02')
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
  expect(daysBefore('2026-12-31', -1)).toBe('2027-01-01')
})
