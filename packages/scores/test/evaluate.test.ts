import { expect, test } from 'vitest'
import type { HealthMeasure, HealthModel } from '@steward/contracts/health'
import {
  evaluate,
  explain,
  heldDown,
  nextEntries,
  createScorer,
  weightsOf,
  type Input,
  type InputValue,
} from '../src/index.ts'

const base: HealthMeasure = {
  scoreId: 1,
  scope: 1,
  scopeReferenceId: null,
  entityLevelId: 2,
  order: 0,
  name: 'Measure',
  metric: 'a',
  period: null,
  rules: [{ operator: 'gte', value: 10, points: 10 }],
  otherwise: 0,
  weight: 1,
  missing: 'ignore',
  groupId: null,
}

function modelOf(measures: Partial<HealthMeasure>[], rest: Partial<HealthModel> = {}): HealthModel {
  return {
    source: { from: 'measures' },
    groups: [],
    bounds: [],
    measures: measures.map((one, at) => ({ ...base, scoreId: at + 1, order: at, metric: `m${at}`, ...one })),
    ...rest,
  }
}

const given =
  (values: Record<string, InputValue>) =>
  (from: string): Input => ({ value: values[from] ?? null, at: null })

test('the first rule that holds gives the points, else the points for otherwise', () => {
  const rules = [
    { operator: 'lt' as const, value: 7, points: 10 },
    { operator: 'lte' as const, value: 30, points: 6.5 },
  ]
  const model = modelOf([{ rules, otherwise: 1 }])
  const scores = [6, 7, 30, 31].map((value) => evaluate(model, null, given({ m0: value })).score)
  expect(scores).toEqual([1000, 650, 650, 100])
})

test('options and true or false have their own operators', () => {
  const model = modelOf([{ rules: [{ operator: 'oneOf', value: [3, 4], points: 8 }], otherwise: 2 }])
  expect(evaluate(model, null, given({ m0: [1, 4] })).score).toBe(800)
  expect(evaluate(model, null, given({ m0: 1 })).score).toBe(200)
  expect(evaluate(model, null, given({ m0: [] })).score).toBeNull()
  const flag = modelOf([{ rules: [{ operator: 'eq', value: true, points: 8 }], otherwise: 2 }])
  expect(evaluate(flag, null, given({ m0: true })).score).toBe(800)
  expect(evaluate(flag, null, given({ m0: false })).score).toBe(200)
  const ordered = modelOf([{ rules: [{ operator: 'gt', value: 0, points: 8 }], otherwise: 2 }])
  expect(evaluate(ordered, null, given({ m0: true })).score).toBe(200)
})

test('thirds add up, the remainder goes to the largest', () => {
  const model = modelOf([{}, {}, {}])
  const { score, parts } = evaluate(model, null, given({ m0: 10, m1: 10, m2: 0 }))
  expect(score).toBe(667)
  expect(parts.map(({ contribution }) => contribution)).toEqual([334, 333, 0])
  expect(parts.map(({ share }) => share.toFixed(3))).toEqual(['0.333', '0.333', '0.333'])
})

test('half a hundredth is rounded up', () => {
  const model = modelOf([{ otherwise: 0.01 }, { otherwise: 0 }])
  expect(evaluate(model, null, given({ m0: 0, m1: 0 })).score).toBe(1)
})

test('groups weigh first, measures without a group form one of weight 1', () => {
  const model = modelOf([{ groupId: 1 }, { groupId: 1 }, {}], {
    groups: [{ groupId: 1, name: 'Use', weight: 3 }],
  })
  expect(evaluate(model, null, given({ m0: 10, m1: 0, m2: 10 })).score).toBe(625)
  expect(evaluate(model, null, given({ m2: 10 })).score).toBe(1000)
})

test('a missing value takes no part, counts 5, or counts the fewest points', () => {
  const policies = ['ignore', 'neutral', 'worst'] as const
  const scores = policies.map(
    (missing) => evaluate(modelOf([{ missing, otherwise: 2 }, {}]), null, given({ m1: 10 })).score,
  )
  expect(scores).toEqual([1000, 750, 600])
})

test('where nothing was measured, and where nothing weighs, there is no score', () => {
  expect(evaluate(modelOf([{ missing: 'worst' }]), null, given({})).score).toBeNull()
  expect(evaluate(modelOf([{ weight: 0 }]), null, given({ m0: 10 })).score).toBeNull()
  expect(evaluate(modelOf([]), null, given({})).score).toBeNull()
})

test('supporting measures count only beside others', () => {
  const model = modelOf([{ supporting: true, missing: 'neutral' }, { missing: 'neutral' }])
  const alone = evaluate(model, null, given({ m0: 10 }))
  expect(alone).toMatchObject({ score: null, parts: [{ value: 10, points: null, contribution: 0 }, {}] })
  expect(evaluate(model, null, given({ m0: 10, m1: 0 })).score).toBe(500)
  expect(evaluate(model, null, given({ m1: 0 })).score).toBe(250)
})

test('a stage that has measures of its own is scored by these alone', () => {
  const model = modelOf([{}, { scope: 2, scopeReferenceId: 5, otherwise: 3 }])
  const find = given({ m0: 10, m1: 0 })
  expect(evaluate(model, 5, find).score).toBe(300)
  expect(evaluate(model, 6, find).score).toBe(1000)
  expect(evaluate(model, null, find).score).toBe(1000)
})

test('very many weights stay exact', () => {
  const groups = Array.from({ length: 20 }, (_, at) => ({
    groupId: at,
    name: `${at}`,
    weight: 1000 - at / 100,
  }))
  const model = modelOf(
    Array.from({ length: 50 }, (_, at) => ({
      groupId: at % 20,
      weight: 999.99 - at * 7.13,
      otherwise: 3.33,
    })),
    { groups },
  )
  const values = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}`, 0]))
  const { score, parts } = evaluate(model, null, given(values))
  expect(score).toBe(333)
  expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(333)
})

test('an organization takes the score of its accounts', () => {
  const accounts = { n: 3, sum: 1501, worst: 200, weights: 10, weighted: 7005 }
  const scoreWith = (source: HealthModel['source'], value: InputValue = accounts) =>
    evaluate(modelOf([], { source }), null, given({ accounts: value })).score
  expect(scoreWith({ from: 'accounts', how: 'average' })).toBe(500)
  expect(scoreWith({ from: 'accounts', how: 'worst' })).toBe(200)
  expect(scoreWith({ from: 'accounts', how: 'weighted', fieldId: 1 })).toBe(701)
  expect(scoreWith({ from: 'accounts', how: 'average' }, null)).toBeNull()
  expect(scoreWith({ from: 'accounts', how: 'weighted', fieldId: 1 }, { ...accounts, weights: 0 })).toBeNull()
})

test('a new version is told apart from what happened meanwhile', () => {
  const first = { versionId: 1, scorer: createScorer(modelOf([{}])) }
  const second = { versionId: 2, scorer: createScorer(modelOf([{ otherwise: 4 }])) }
  const common = { cause: 'event' as const, stageId: null, override: null }
  const [before] = nextEntries(null, {
    ...common,
    ...first,
    at: '2026-01-01T10:00:00.000Z',
    find: given({ m0: 10 }),
  })
  const after = nextEntries(before ?? null, {
    ...common,
    ...second,
    at: '2026-01-02T10:00:00.000Z',
    find: given({ m0: 1 }),
  })
  expect(after.map(({ score, versionId }) => [score, versionId])).toEqual([
    [1000, 2],
    [400, 2],
  ])
  expect(explain(before ?? null, after).map(({ label, difference }) => [label, difference])).toEqual([
    ['behaviour', -600],
  ])
})

test('a record gets its first entry with its first score, and keeps getting them when it loses it', () => {
  const scorer = createScorer(modelOf([{}]))
  const common = { cause: 'event' as const, stageId: null, override: null, versionId: 1, scorer }
  const nothing = { ...common, at: '2026-01-01T10:00:00.000Z', find: given({}) }
  expect(nextEntries(null, nothing)).toEqual([])
  const override = { score: 300, reason: 'Because', endsOn: '2026-02-01', by: 1, at: nothing.at }
  expect(nextEntries(null, { ...nothing, override })).toMatchObject([{ score: 300, computed: null }])
  expect(nextEntries(null, { ...nothing, isShown: true })).toMatchObject([{ score: null }])
  const [first] = nextEntries(null, { ...nothing, find: given({ m0: 10 }) })
  expect(first).toMatchObject({ score: 1000 })
  expect(nextEntries(first ?? null, { ...nothing, at: '2026-01-02T10:00:00.000Z' })).toMatchObject([
    { score: null },
  ])
})

test('what has nothing left in its period went stale, and nobody did that', () => {
  const scorer = createScorer(
    modelOf([{ metric: 'activities', period: 'last30', rules: [{ operator: 'gte', value: 1, points: 5 }] }]),
  )
  const as = (at: string, value: number, of: string | null) =>
    ({
      at,
      cause: 'time',
      versionId: 1,
      scorer,
      stageId: null,
      override: null,
      find: () => ({ value, at: of }),
    }) as const
  const [before] = nextEntries(null, as('2030-01-10T00:20:00.000Z', 1, '2030-01-09T10:00:00.000Z'))
  const after = nextEntries(before ?? null, as('2030-02-09T00:20:00.000Z', 0, null))
  expect(explain(before ?? null, after)).toMatchObject([{ label: 'stale', difference: -500 }])
})

test('a first score is held down by measures that weigh something and add nothing', () => {
  const scorer = createScorer(modelOf([{}, {}, { weight: 0 }, { missing: 'worst' }, {}]))
  const find = given({ m0: 10, m1: 0, m2: 0 })
  const now = { at: '2030-01-10T10:00:00.000Z', cause: 'event', versionId: 1, stageId: null } as const
  const [entry] = nextEntries(null, { ...now, scorer, override: null, find })
  if (!entry) throw new Error('There is a score')
  const weights = weightsOf(scorer, entry)
  expect([...weights.values()].map((weight) => weight.toFixed(2))).toEqual([
    '0.33',
    '0.33',
    '0.00',
    '0.33',
    '0.00',
  ])
  const held = heldDown(entry, weights, explain(null, [entry]))
  expect(held.map(({ key, after, difference }) => [key, after, difference])).toEqual([
    ['m2', 0, 0],
    ['m4', null, 0],
  ])
})
