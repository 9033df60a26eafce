import { expect, test } from 'vitest'
import { mostPoints, thinned } from './thinning.rules.ts'

const line = (count: number, marks: readonly number[]) => {
  let versionId = 1
  return Array.from({ length: count }, (_, at) => {
    if (marks.includes(at)) versionId += 1
    return { at, versionId, overridden: at >= 700 && at < 703 }
  })
}

test('a short line stays whole', () => {
  const points = line(mostPoints, [3])
  expect(thinned(points)).toEqual(points)
})

test('of a long line, ends and marks stay, in their order', () => {
  const marks = [1, 2, 501, 2999]
  const points = thinned(line(3000, marks))
  expect(points.length).toBeLessThanOrEqual(mostPoints)
  expect(points.length).toBeGreaterThan(390)
  const kept = points.map(({ at }) => at)
  expect(kept).toEqual(kept.toSorted((a, b) => a - b))
  for (const at of [0, ...marks, 700, 703, 2999]) expect(kept, String(at)).toContain(at)
})

test('even of marks there are never too many', () => {
  const every = Array.from({ length: 2000 }, (_, at) => at)
  expect(thinned(line(2000, every))).toHaveLength(mostPoints)
})
