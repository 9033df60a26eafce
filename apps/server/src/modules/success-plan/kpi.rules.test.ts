import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMet, progressOf } from './kpi.rules.ts'

const up = (start: number, target: number) => ({ criteria: 'is greater than', start, target }) as const
const down = (start: number, target: number) => ({ criteria: 'is less than', start, target }) as const

describe('progress of a KPI', () => {
  it.each([
    [up(0, 100), 25, 25],
    [up(40, 90), 65, 50],
    [up(0.1, 0.3), 0.2, 50],
    [up(0, 3), 1, 33.33],
    [up(0, 100), 99.9999, 99.99],
    [up(0, 100), 100, 100],
    [up(0, 100), 140, 100],
    [up(20, 100), 5, 0],
    [up(-50, 50), 0, 50],
    [down(80, 20), 50, 50],
    [down(80, 20), 20, 100],
    [down(80, 20), 3, 100],
    [down(80, 20), 95, 0],
    [down(0.0000003, 0.0000001), 0.0000002, 50],
    // It starts beyond its target: all that can be said is whether it is met.
    [up(120, 100), 110, 100],
    [up(120, 100), 90, 0],
    [down(10, 20), 15, 100],
    [down(10, 20), 21, 0],
    [up(50, 50), 50, 100],
    [up(50, 50), 49, 0],
    [up(0, 100), null, 0],
  ])('of %j at %j is %d', (kpi, current, percent) => {
    expect(progressOf(kpi, current)).toBe(percent)
  })

  const whole = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })
  const cents = fc.oneof(
    whole.map((value) => value / 100),
    whole,
    fc.integer({ min: -100, max: 100 }),
  )
  const kpis = fc.record({
    criteria: fc.constantFrom('is greater than', 'is less than'),
    start: cents,
    target: cents,
  })

  it('is 100 exactly where the target is met, and never beyond its ends', () => {
    fc.assert(
      fc.property(kpis, cents, (kpi, current) => {
        const percent = progressOf(kpi, current)
        expect(percent === 100).toBe(isMet(kpi, current))
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('is the exact share in whole cents, cut off after two decimals', () => {
    fc.assert(
      fc.property(kpis, cents, (kpi, current) => {
        fc.pre(!isMet(kpi, current) && !isMet(kpi, kpi.start))
        const [start, target, now] = [kpi.start, kpi.target, current].map((one) =>
          BigInt(Math.round(one * 100)),
        ) as [bigint, bigint, bigint]
        const share = Math.max(0, Number(((now - start) * 10_000n) / (target - start)) / 100)
        expect(progressOf(kpi, current)).toBe(share)
      }),
    )
  })

  it('is the same when everything is turned around', () => {
    fc.assert(
      fc.property(kpis, cents, ({ criteria, start, target }, current) => {
        const mirrored = criteria === 'is greater than' ? down(-start, -target) : up(-start, -target)
        expect(progressOf(mirrored, -current)).toBe(progressOf({ criteria, start, target }, current))
      }),
    )
  })

  it('never falls while the value moves towards the target', () => {
    fc.assert(
      fc.property(kpis, cents, cents, (kpi, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        const [before, after] = kpi.criteria === 'is greater than' ? [less, more] : [more, less]
        expect(progressOf(kpi, after)).toBeGreaterThanOrEqual(progressOf(kpi, before))
      }),
    )
  })
})
