import fc from 'fast-check'
import type { HealthMeasure, HealthModel, HealthRule } from '@steward/contracts/health'
import type { Input } from '../src/index.ts'

/* Random models, and lives of accounts under them. */

const points = fc.integer({ min: 0, max: 1000 }).map((n) => n / 100)
const weight = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 1000 }).map((n) => n / 100) },
  { weight: 1, arbitrary: fc.constant(0) },
)

/** Two that time moves, one that is added up, and three that only change when someone changes them. */
export const metrics = ['daysSince', 'field:7', 'activities', 'emails', 'options', 'flag', 'amount'] as const
export type Metric = (typeof metrics)[number]

const ofNumbers: fc.Arbitrary<HealthRule> = fc.record({
  operator: fc.constantFrom('lt' as const, 'lte' as const, 'gt' as const, 'gte' as const, 'eq' as const),
  value: fc.integer({ min: 0, max: 60 }),
  points,
})
const ofOptions: fc.Arbitrary<HealthRule> = fc.oneof(
  fc.record({
    operator: fc.constant('oneOf' as const),
    value: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    points,
  }),
  fc.record({ operator: fc.constant('eq' as const), value: fc.integer({ min: 1, max: 4 }), points }),
)
const ofFlags: fc.Arbitrary<HealthRule> = fc.record({
  operator: fc.constant('eq' as const),
  value: fc.boolean(),
  points,
})
const rulesOf = (metric: Metric) =>
  metric === 'options' ? ofOptions : metric === 'flag' ? ofFlags : ofNumbers

const measure = fc.constantFrom(...metrics).chain((metric) =>
  fc.record({
    metric: fc.constant(metric),
    period:
      metric === 'activities' || metric === 'emails'
        ? fc.constantFrom('last7' as const, 'last30' as const)
        : fc.constant(null),
    rules: fc.array(rulesOf(metric), { minLength: 1, maxLength: 4 }),
    otherwise: points,
    weight,
    missing: fc.constantFrom('ignore' as const, 'neutral' as const, 'worst' as const),
    supporting: fc.constantFrom(undefined, undefined, true),
    groupId: fc.constantFrom(null, 1, 2),
    scope: fc.constantFrom(1 as const, 1 as const, 2 as const),
    scopeReferenceId: fc.integer({ min: 1, max: 3 }),
  }),
)

export const anyModel: fc.Arbitrary<HealthModel> = fc
  .record({
    measures: fc.array(measure, { maxLength: 12 }),
    weights: fc.tuple(weight, weight),
  })
  .map(({ measures, weights }) => ({
    source: { from: 'measures' as const },
    groups: weights.map((one, at) => ({ groupId: at + 1, name: `Group ${at + 1}`, weight: one })),
    measures: measures.map((one, at): HealthMeasure => ({
      ...one,
      name: `Measure ${at}`,
      scoreId: at + 1,
      order: at,
      entityLevelId: 2,
      scopeReferenceId: one.scope === 2 ? one.scopeReferenceId : null,
    })),
    bounds: [],
  }))

/** The events of a day: each possible one happens on some days. */
export interface Day {
  contact: boolean
  removed: boolean
  amount: number | null | undefined
  options: number[] | undefined
  flag: boolean | null | undefined
  stageId: number | null | undefined
  model: HealthModel | undefined
  override: { score: number; days: number } | undefined
  /** Whether the night's recompute ran. */
  night: boolean
}

/** Something that happens on one of so many days. */
const oneIn = <T>(few: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: few - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

export const anyDay: fc.Arbitrary<Day> = fc.record({
  contact: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  removed: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  amount: oneIn(5, fc.option(fc.integer({ min: 0, max: 60 }), { nil: null })),
  options: oneIn(8, fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 })),
  flag: oneIn(8, fc.option(fc.boolean(), { nil: null })),
  stageId: oneIn(15, fc.option(fc.integer({ min: 1, max: 3 }), { nil: null })),
  model: oneIn(20, anyModel),
  override: oneIn(
    15,
    fc.record({ score: fc.integer({ min: 0, max: 1000 }), days: fc.integer({ min: 0, max: 9 }) }),
  ),
  night: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
})

const dayLength = 86_400_000
const start = Date.UTC(2026, 0, 1)

/** An instant of a day of such a life: `hour` may have a fraction. */
export function instant(day: number, hour: number): string {
  return new Date(start + day * dayLength + hour * 3_600_000).toISOString()
}

/** The account as it is: what was logged with it, and its fields. */
export class Account {
  contacts: number[] = []
  amount: number | null = null
  options: number[] = []
  flag: boolean | null = null
  renewal = 20

  live(day: Day, today: number): void {
    if (day.contact) this.contacts.push(today)
    if (day.removed) this.contacts.pop()
    if (day.amount !== undefined) this.amount = day.amount
    if (day.options !== undefined) this.options = day.options
    if (day.flag !== undefined) this.flag = day.flag
  }

  #within(days: number, today: number): Input {
    const inside = this.contacts.filter((day) => day > today - days)
    const last = inside.at(-1)
    return { value: inside.length, at: last === undefined ? null : instant(last, 12) }
  }

  input(from: string, today: number): Input {
    const last = this.contacts.at(-1)
    const [metric, period] = from.split('@') as [Metric, string | undefined]
    if (period !== undefined) return this.#within(period === 'last7' ? 7 : 30, today)
    const inputs: Record<Metric, Input> = {
      daysSince: {
        value: last === undefined ? null : today - last,
        at: last === undefined ? null : instant(last, 12),
      },
      'field:7': { value: today - this.renewal, at: instant(this.renewal, 0) },
      activities: { value: null, at: null },
      emails: { value: null, at: null },
      options: { value: this.options, at: null },
      flag: { value: this.flag, at: null },
      amount: { value: this.amount, at: null },
    }
    return inputs[metric]
  }
}
