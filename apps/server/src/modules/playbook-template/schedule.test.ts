import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessCalendar } from '../work-calendar/index.ts'
import { orderSteps, planDays, type Dates, type TimedStep } from './schedule.ts'

const week = businessCalendar([1, 2, 3, 4, 5])
const germany = businessCalendar([1, 2, 3, 4, 5], ['2026-12-25', '2027-01-01'])
const england = businessCalendar([1, 2, 3, 4, 5], ['2026-12-25', '2026-12-28', '2027-01-01'])

type Offset = Partial<TimedStep['offset']>
const step = (key: string, offset: Offset = {}, dayOff: TimedStep['dayOff'] = 'after'): TimedStep => ({
  key,
  offset: { from: 'start', days: 0, unit: 'calendar', ...offset },
  dayOff,
})

const dates = (change: Partial<Dates> = {}): Dates => ({
  start: '2026-11-26',
  end: null,
  fieldDay: () => null,
  calendarOf: () => week,
  ...change,
})

const planned = (steps: TimedStep[], change: Partial<Dates> = {}) =>
  Object.fromEntries(planDays(orderSteps(steps).ordered, dates(change)))

describe('planDays', () => {
  it.each<[string, TimedStep, Partial<Dates>, string | null]>([
    ['on the start', step('a'), {}, '2026-11-26'],
    ['days after the start', step('a', { days: 4 }), {}, '2026-11-30'],
    ['on a Saturday, after', step('a', { days: 2 }), {}, '2026-11-30'],
    ['on a Saturday, before', step('a', { days: 2 }, 'before'), {}, '2026-11-27'],
    ['on a Saturday, kept', step('a', { days: 2 }, 'keep'), {}, '2026-11-28'],
    ['business days', step('a', { days: 2, unit: 'business' }), {}, '2026-11-30'],
    ['before the end', step('a', { from: 'end', days: -5 }), { end: '2027-01-31' }, '2027-01-26'],
    ['before an end that there is not', step('a', { from: 'end' }), {}, null],
    [
      'before a renewal in 120 days',
      step('a', { from: 'field', field: 'renewal', days: -120 }),
      { fieldDay: () => '2027-06-30' },
      '2027-03-02',
    ],
    ['before a renewal that is not known', step('a', { from: 'field', field: 'renewal' }), {}, null],
    [
      'on 29 February',
      step('a', { from: 'field', field: 'renewal', days: -1 }, 'keep'),
      { fieldDay: () => '2028-03-01' },
      '2028-02-29',
    ],
    [
      'ten business days over Christmas in Germany',
      step('a', { days: 10, unit: 'business' }),
      { start: '2026-12-18', calendarOf: () => germany },
      '2027-01-05',
    ],
    [
      'ten business days over Christmas in England',
      step('a', { days: 10, unit: 'business' }),
      { start: '2026-12-18', calendarOf: () => england },
      '2027-01-06',
    ],
    ['over the change of clocks', step('a', { days: 1 }, 'keep'), { start: '2026-03-28' }, '2026-03-29'],
    ['over the end of a month', step('a', { days: 31 }, 'keep'), { start: '2026-01-31' }, '2026-03-03'],
  ])('%s', (_, one, change, expected) => {
    expect(planned([one], change)).toEqual({ a: expected })
  })

  it('counts from other steps, wherever they stand in the list', () => {
    const steps = [
      step('c', { from: 'step', step: 'b', days: 7 }),
      step('a'),
      step('b', { from: 'step', step: 'a', days: 1 }),
    ]
    expect(planned(steps)).toEqual({ a: '2026-11-26', b: '2026-11-27', c: '2026-12-04' })
  })

  it('keeps settled days, and moves what follows from them', () => {
    const steps = [step('a'), step('b', { from: 'step', step: 'a', days: 7 }), step('c', { days: 1 })]
    const settled = new Map([['a', '2026-12-10']])
    expect(planned(steps, { settled })).toEqual({ a: '2026-12-10', b: '2026-12-17', c: '2026-11-27' })
  })
})

describe('orderSteps', () => {
  it('finds a cycle', () => {
    const steps = [
      step('start'),
      step('a', { from: 'step', step: 'c' }),
      step('b', { from: 'step', step: 'a' }),
      step('c', { from: 'step', step: 'b' }),
      step('d', { from: 'step', step: 'c' }),
    ]
    expect(orderSteps(steps).cycle).toEqual(['a', 'c', 'b', 'a'])
    expect(orderSteps([step('a', { from: 'step', step: 'a' })]).cycle).toEqual(['a', 'a'])
  })

  it('puts every step after the one it waits for, or finds a cycle', () => {
    const anySteps = fc
      .integer({ min: 1, max: 12 })
      .chain((count) =>
        fc.array(fc.option(fc.integer({ min: 0, max: count - 1 })), { minLength: count, maxLength: count }),
      )
      .map((waits) =>
        waits.map((on, at) =>
          on === null ? step(`s${at}`) : step(`s${at}`, { from: 'step', step: `s${on}` }),
        ),
      )
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { ordered, cycle } = orderSteps(steps)
        if (cycle.length > 0) {
          const byKey = new Map(steps.map((one) => [one.key, one]))
          cycle.slice(0, -1).forEach((key, at) => expect(byKey.get(key)?.offset.step).toBe(cycle[at + 1]))
          expect(cycle.at(-1)).toBe(cycle[0])
          return
        }
        const place = new Map(ordered.map(({ key }, at) => [key, at]))
        expect(place.size).toBe(steps.length)
        for (const { key, offset } of ordered) {
          if (offset.step) expect(place.get(offset.step)).toBeLessThan(place.get(key) as number)
        }
      }),
    )
  })
})
