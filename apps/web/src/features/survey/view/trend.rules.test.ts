import { expect, test } from 'vitest'
import type { SurveyTrendPoint } from '@steward/contracts/survey/response'
import { setReader } from '../../../ui/reader.ts'
import { marksOf, periodText } from './trend.rules.ts'

const point = (
  from: string,
  score: number | null,
  interval: SurveyTrendPoint['interval'] = null,
): SurveyTrendPoint => ({
  from,
  responses: 40,
  score,
  interval,
  tooFew: false,
})

test('an NPS is drawn from -100 at the bottom to 100 at the top', () => {
  const marks = marksOf('nps', [
    point('2026-03-01', -100),
    point('2026-03-11', 0, { low: -20, high: 20 }),
    point('2026-04-10', 100),
  ])
  expect(marks.map(({ x, y }) => [x, y])).toEqual([
    [0, 100],
    [25, 50],
    [100, 0],
  ])
  expect(marks[1]).toMatchObject({ low: 60, high: 40 })
})

test('a share is drawn from 0 to 100, and an effort from 1 to 7', () => {
  expect(marksOf('csat', [point('2026-03-01', 75)])).toMatchObject([{ x: 50, y: 25 }])
  expect(marksOf('ces', [point('2026-03-01', 4)])).toMatchObject([{ y: 50 }])
})

test('an interval that reaches over the edge ends there, and a gap stays a gap', () => {
  const marks = marksOf('csat', [
    point('2026-03-01', 98, { low: 90, high: 104 }),
    point('2026-03-02', null),
    point('2026-03-03', 80),
  ])
  expect(marks.map(({ x }) => x)).toEqual([0, 100])
  expect(marks[0]!.high).toBe(0)
})

test('a stretch is called by what it is', () => {
  setReader({ locale: 'en-US', timeZone: 'UTC' })
  expect(periodText('day', '2026-11-01')).toBe('Nov 1, 2026')
  expect(periodText('week', '2026-11-02')).toBe('Nov 2, 2026')
  expect(periodText('month', '2026-11-01')).toBe('Nov 2026')
  expect(periodText('quarter', '2026-10-01')).toBe('Q4 2026')
  setReader({ locale: undefined, timeZone: undefined })
})
