import { describe, expect, it } from 'vitest'
import { compareModels } from './compare.rules.ts'
import { measure, metrics, model } from './model.fixture.ts'

const names = { metrics, stages: new Map([[9, 'Adoption']]) }

describe('two models', () => {
  it('that are alike have nothing between them', () => {
    expect(compareModels(model([measure(1, 'A')]), model([measure(1, 'A')]), names)).toEqual([])
  })

  it('tell what was added, removed and changed', () => {
    const before = model([measure(1, 'A'), measure(2, 'B')])
    const after = model(
      [measure(1, 'A', { weight: 2 }), measure(3, 'New', { scope: 2, scopeReferenceId: 9 })],
      { groups: [{ groupId: 1, name: 'Use', weight: 1 }] },
    )
    expect(compareModels(before, after, names).map(({ kind, what }) => [kind, what])).toEqual([
      ['added', 'Group Use'],
      ['changed', 'Measure A'],
      ['added', 'Measure New (Adoption)'],
      ['removed', 'Measure B'],
    ])
    expect(compareModels(before, after, names)[1]!.details).toEqual([
      { label: 'Weight', before: '1', after: '2' },
    ])
  })

  it('tell another order, other bands and another source', () => {
    const one = model([measure(1, 'A'), measure(2, 'B')])
    const other = {
      ...model([measure(2, 'B'), measure(1, 'A')]),
      source: { from: 'accounts', how: 'worst' } as const,
      bounds: [{ ...one.bounds[0]!, config: { lowerBound: 3, upperBound: 7 } }],
    }
    expect(compareModels(one, other, names).map(({ kind, what }) => [kind, what])).toEqual([
      ['changed', 'Source of the score'],
      ['changed', 'Score bands'],
      ['changed', 'Order of the measures'],
    ])
  })

  it('say thresholds in words, each by itself', () => {
    const tier = { metric: 'field:7', otherwise: 2 }
    const one = model([
      measure(1, 'A'),
      measure(2, 'B', { ...tier, rules: [{ operator: 'oneOf', value: [1, 2], points: 8 }] }),
    ])
    const rules = [
      { operator: 'lte', value: 14, points: 9 } as const,
      { operator: 'lte', value: 30, points: 5 } as const,
    ]
    const other = model([
      measure(1, 'A', { rules: [...rules] }),
      measure(2, 'B', { ...tier, rules: [{ operator: 'eq', value: 1, points: 8 }] }),
    ])
    const changes = compareModels(one, other, names)
    expect(changes[0]!.details).toEqual([
      { label: 'Threshold 1', before: 'at most 14 days: 10 points', after: 'at most 14 days: 9 points' },
      { label: 'Threshold 2', before: null, after: 'at most 30 days: 5 points' },
    ])
    expect(changes[1]!.details).toEqual([
      { label: 'Threshold 1', before: 'is one of Gold, 2: 8 points', after: 'is Gold: 8 points' },
    ])
    expect(compareModels(other, one, names)[0]!.details[1]).toEqual({
      label: 'Threshold 2',
      before: 'at most 30 days: 5 points',
      after: null,
    })
  })
})
