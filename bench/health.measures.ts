import type { Stage } from './stage.ts'

interface Rule {
  operator: 'gte' | 'lte' | 'eq' | 'oneOf'
  value: number | boolean | number[]
  points: number
}

export interface Measure {
  metric: string
  period: 'last30' | null
  rules: Rule[]
  /** The same value and points of the ideal account `a`. */
  value: string
  points: string
}

const steps = (operator: 'gte' | 'lte', values: readonly (readonly [number, number])[]): Rule[] =>
  values.map(([value, points]) => ({ operator, value, points }))

const signs = { gte: '>=', lte: '<=' } as const

function ordered(
  metric: string,
  value: string,
  operator: 'gte' | 'lte',
  values: readonly (readonly [number, number])[],
  period: Measure['period'] = null,
): Measure {
  const cases = values.map(([than, points]) => `when ${value} ${signs[operator]} ${than} then ${points}`)
  const points = `case when ${value} is null then null ${cases.join(' ')} else 1 end`
  return { metric, period, rules: steps(operator, values), value, points }
}

const touches = (kind: number) =>
  `ideal.touch t where t.tenant_id = a.tenant_id and t.account_id = a.account_id and t.kind = ${kind}`
const lastTouch = (kind: number) => `(select max(t.at) from ${touches(kind)})`
const touchCount = (kind: number) =>
  `(select count(*) from ${touches(kind)} and t.at >= date_trunc('day', now()) - interval '29 days')`

/** Twelve measures: three of timelines, nine of fields, of every kind. */
export function measuresOf({ setup }: Stage): Measure[] {
  const field = (n: number) => `field:${setup.fields[n - 1]?.id}`
  const choices = setup.fields[24]?.options ?? []
  const first = choices.slice(0, 2)
  return [
    ordered('field:-2', 'a.pulse', 'gte', [
      [4, 10],
      [3, 5],
    ]),
    ordered('daysSinceContact', `(current_date - greatest(${lastTouch(2)}, ${lastTouch(5)})::date)`, 'lte', [
      [7, 10],
      [30, 6],
      [60, 3],
    ]),
    ordered(
      'activities',
      touchCount(2),
      'gte',
      [
        [4, 10],
        [2, 6],
      ],
      'last30',
    ),
    ordered(
      'emails',
      touchCount(5),
      'gte',
      [
        [4, 10],
        [2, 6],
      ],
      'last30',
    ),
    ...[1, 2, 3, 4].map((n) =>
      ordered(field(n), `a.f${n}`, 'gte', [
        [8000, 10],
        [3000, 6],
      ]),
    ),
    ...[19, 20].map((n) =>
      ordered(field(n), `(current_date - a.f${n})`, 'lte', [
        [90, 10],
        [365, 6],
      ]),
    ),
    {
      metric: field(25),
      period: null,
      rules: [{ operator: 'oneOf', value: first, points: 9 }],
      value: 'a.f25',
      points: `case when a.f25 is null then null when a.f25 in (${first.join(', ')}) then 9 else 1 end`,
    },
    {
      metric: field(31),
      period: null,
      rules: [{ operator: 'eq', value: true, points: 9 }],
      value: 'a.f31::int',
      points: 'case when a.f31 is null then null when a.f31 then 9 else 1 end',
    },
  ]
}
