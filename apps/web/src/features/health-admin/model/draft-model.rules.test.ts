import { describe, expect, it } from 'vitest'
import { measure, metrics, model } from './model.fixture.ts'
import { measureDraft, modelOf, partOf, partPrint, ruleDraft, shareOf } from './draft-model.rules.ts'
import { mergeBounds, mergeParts } from './merge.rules.ts'
import { boundsProblem, countOf, problemsOf, savedProblems } from './problems.rules.ts'

const groups = [
  { groupId: 1, name: 'Use', weight: 3 },
  { groupId: 2, name: 'Empty', weight: 5 },
]

describe('a model while it is edited', () => {
  it('goes back as it came, new measures without an id', () => {
    const saved = model([measure(1, 'Contact'), measure(2, 'Stage', { scope: 2, scopeReferenceId: 9 })], {
      groups,
    })
    const part = partOf(saved)
    const sent = modelOf(
      { ...part, measures: [...part.measures, { ...measureDraft(9), name: ' New ' }] },
      saved.bounds,
      2,
    )
    expect(sent.bounds).toEqual(saved.bounds)
    expect(sent.groups).toEqual(groups)
    expect(sent.measures.slice(0, 2)).toMatchObject(
      saved.measures.map(({ name, scopeReferenceId }) => ({ name, scopeReferenceId })),
    )
    const { order, ...first } = saved.measures[0]!
    expect(order).toBe(1)
    expect(sent.measures[0]).toEqual(first)
    expect(sent.measures[2]).toMatchObject({ scoreId: null, scope: 2, scopeReferenceId: 9, name: 'New' })
  })

  it('tells a change from putting it back, and no number from nothing', () => {
    const part = partOf(model([measure(1, 'Contact')]))
    const changed = (weight: number | null) => ({ ...part, measures: [{ ...part.measures[0]!, weight }] })
    expect(partPrint(changed(2))).not.toBe(partPrint(part))
    expect(partPrint(changed(1))).toBe(partPrint(part))
    expect(partPrint(changed(Number.NaN))).not.toBe(partPrint(changed(null)))
  })

  it('shares the score by weights within a scope and between groups', () => {
    const { measures, ...rest } = partOf(
      model(
        [
          measure(1, 'A', { weight: 1, groupId: 1 }),
          measure(2, 'B', { weight: 3, groupId: 1 }),
          measure(3, 'C', { weight: 2 }),
          measure(4, 'Elsewhere', { weight: 100, scope: 2, scopeReferenceId: 9 }),
        ],
        { groups },
      ),
    )
    const shares = measures.map((each) => shareOf(each, { measures, ...rest }))
    expect(shares).toEqual([0.1875, 0.5625, 0.25, 1])
    expect(shareOf({ ...measures[0]!, weight: Number.NaN }, { measures, ...rest })).toBe(0)
  })
})

describe('what keeps measures from being saved', () => {
  const fit = partOf(model([measure(1, 'Contact')]))
  const first = fit.measures[0]!
  const faultsOf = (change: Partial<typeof first>) =>
    Object.keys(problemsOf({ ...fit, measures: [{ ...first, ...change }] }, metrics))

  it('is nothing where all is said', () => {
    expect(problemsOf(fit, metrics)).toEqual({})
  })

  it('stands at its field', () => {
    expect(faultsOf({ name: ' ' })).toEqual(['m1.name'])
    expect(faultsOf({ metric: null })).toEqual(['m1.metric'])
    expect(faultsOf({ metric: 'activities' })).toEqual(['m1.period'])
    expect(faultsOf({ otherwise: 11, weight: Number.NaN })).toEqual(['m1.otherwise', 'm1.weight'])
    const rule = ruleDraft('gte')
    expect(faultsOf({ rules: [rule] })).toEqual([`m1.rules.${rule.key}.value`, `m1.rules.${rule.key}.points`])
    expect(faultsOf({ rules: [{ ...rule, operator: 'oneOf', value: [1, Number.NaN], points: 1 }] })).toEqual([
      `m1.rules.${rule.key}.value`,
    ])
    expect(faultsOf({ rules: [] })).toEqual(['m1.rules'])
  })

  it('is a name twice in one scope, not in two', () => {
    const twice = [first, { ...first, key: 'other', name: 'contact ' }]
    const problems = problemsOf({ ...fit, measures: twice }, metrics)
    expect(Object.keys(problems)).toEqual(['m1.name', 'other.name'])
    expect(countOf(problems, 'm1')).toBe(1)
    expect(problemsOf({ ...fit, measures: [first, { ...twice[1]!, stage: 9 }] }, metrics)).toEqual({})
  })

  it('is a group without a name or weight, and bounds the wrong way round', () => {
    const part = { ...fit, groups: [{ groupId: 4, name: '', weight: null }] }
    expect(Object.keys(problemsOf(part, metrics))).toEqual(['group.4.name', 'group.4.weight'])
    const bounds = model([]).bounds[0]!
    expect(boundsProblem([bounds])).toBeUndefined()
    for (const config of [
      { lowerBound: 7, upperBound: 7 },
      { lowerBound: Number.NaN, upperBound: 7 },
      { lowerBound: 4, upperBound: 11 },
    ]) {
      expect(boundsProblem([{ ...bounds, config }])).toBeDefined()
    }
  })

  it('is told by the server for what was not touched since', () => {
    const told = [
      { path: 'measures.0.rules.0.value', message: 'gone' },
      { path: 'measures.0.metric', message: 'gone, too' },
      { path: 'source.fieldId', message: 'not a currency field' },
    ]
    expect(savedProblems(told, fit, fit)).toEqual({
      placed: { [`m1.rules.${first.rules[0]!.key}.value`]: 'gone', 'm1.metric': 'gone, too' },
      others: ['not a currency field'],
    })
    const touched = { ...fit, measures: [{ ...first, weight: 2 }] }
    expect(savedProblems(told, fit, touched).placed).toEqual({})
  })
})

describe('two at once', () => {
  const base = partOf(model([measure(1, 'A'), measure(2, 'B'), measure(3, 'C')], { groups }))
  const [a, b, c] = base.measures as [
    (typeof base.measures)[number],
    (typeof base.measures)[number],
    (typeof base.measures)[number],
  ]

  it('keep what only one of them touched', () => {
    const added = { ...measureDraft(null), name: 'Mine' }
    const mine = { ...base, measures: [{ ...a, weight: 7 }, b, c, added] }
    const theirs = partOf(
      model([measure(2, 'B', { weight: 5 }), measure(1, 'A'), measure(4, 'Theirs')], {
        groups: [groups[0]!],
      }),
    )
    const merged = mergeParts(base, mine, theirs)
    expect(merged.measures.map(({ name, weight }) => [name, weight])).toEqual([
      ['B', 5],
      ['A', 7],
      ['Theirs', 1],
      ['Mine', 1],
    ])
    expect(merged.groups).toEqual([groups[0]])
  })

  it('keep what one deleted and the other changed', () => {
    const mine = { ...base, measures: [a, b] }
    const theirs = partOf(
      model([measure(1, 'A'), measure(2, 'B'), measure(3, 'C', { weight: 9 })], { groups }),
    )
    expect(mergeParts(base, mine, theirs).measures.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })

  it('keep my order where they left the measures alone, and both bounds', () => {
    const mine = { ...base, measures: [c, b, a] }
    expect(mergeParts(base, mine, base)).toBe(mine)
    const general = model([]).bounds[0]!
    const ofStage = { ...general, scope: 2 as const, scopeReferenceId: 9 }
    const moved = { ...general, config: { lowerBound: 3, upperBound: 6 } }
    expect(mergeBounds([general], [moved], [general, ofStage])).toEqual([moved, ofStage])
  })
})
