import { describe, expect, it } from 'vitest'
import type { Condition, Rule } from '@steward/conditions'
import {
  finishedRuleOf,
  groupOf,
  hasConditions,
  isGroup,
  newGroup,
  newLeaf,
  ruleOfGroup,
  takenBack,
  unfinishedIn,
  withDraft,
  without,
  withKind,
  withPart,
  type Group,
} from './rule-model.ts'

const low: Condition = { field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }
const large: Condition = { field: 'seats', operator: 'greater', value: 100 }
const alive: Condition = { field: 'entityArchived', operator: 'isFalse' }

const partAt = (group: Group, at: number) => group.parts[at]!

describe('a rule as groups', () => {
  it.each<[string, Rule]>([
    ['all of', { and: [alive, low] }],
    ['any of', { or: [low, large] }],
    ['none of', { not: { or: [low, large] } }],
    ['groups in groups', { and: [alive, { or: [low, { not: { or: [large, { and: [alive, low] }] } }] }] }],
  ])('comes back as it was: %s', (_, rule) => {
    expect(ruleOfGroup(groupOf(rule))).toEqual(rule)
  })

  it('takes a lone condition as a group of one', () => {
    expect(ruleOfGroup(groupOf(low))).toEqual({ and: [low] })
  })

  it.each<[string, Rule, Rule]>([
    ['a condition', { not: low }, { not: { or: [low] } }],
    ['all of some', { not: { and: [low, large] } }, { not: { or: [{ and: [low, large] }] } }],
  ])('reads "not" over %s as none of it', (_, rule, same) => {
    expect(ruleOfGroup(groupOf(rule))).toEqual(same)
  })

  it('leaves empty groups out, which would match everything or nothing', () => {
    const root = newGroup('all', [newLeaf(low), newGroup('any'), newGroup('none', [newGroup('all')])])
    expect(ruleOfGroup(root)).toEqual({ and: [low] })
    expect(ruleOfGroup(newGroup('any'))).toEqual({ and: [] })
    expect(hasConditions(newGroup('all', [newGroup('any')]))).toBe(false)
    expect(hasConditions(root)).toBe(true)
  })
})

describe('building', () => {
  it('adds conditions and groups where they belong', () => {
    let root = groupOf({ and: [alive] })
    root = withPart(root, root.key, newGroup('any'))
    const inner = partAt(root, 1)
    root = withPart(root, inner.key, newLeaf(low))
    root = withPart(root, inner.key, newLeaf(large))
    expect(ruleOfGroup(root)).toEqual({ and: [alive, { or: [low, large] }] })
  })

  it('changes how a group asks, outermost or inner, and nothing else', () => {
    const root = groupOf({ and: [alive, { or: [low, large] }] })
    expect(ruleOfGroup(withKind(root, root.key, 'any'))).toEqual({ or: [alive, { or: [low, large] }] })
    const inner = withKind(root, partAt(root, 1).key, 'none')
    expect(ruleOfGroup(inner)).toEqual({ and: [alive, { not: { or: [low, large] } }] })
  })

  it('replaces a condition deep inside and keeps every key', () => {
    const root = groupOf({ and: [alive, { or: [low, large] }] })
    const group = partAt(root, 1)
    const leaf = isGroup(group) ? partAt(group, 1) : group
    const next = withDraft(root, leaf.key, { condition: { ...large, value: 200 } })
    expect(ruleOfGroup(next)).toEqual({ and: [alive, { or: [low, { ...large, value: 200 }] }] })
    const keys = (part: Group): number[] =>
      part.parts.flatMap((p) => (isGroup(p) ? [p.key, ...keys(p)] : p.key))
    expect(keys(next)).toEqual(keys(root))
  })

  it('removes a condition, and a group with all that is in it', () => {
    const root = groupOf({ and: [alive, { or: [low, large] }] })
    expect(ruleOfGroup(without(root, partAt(root, 0).key))).toEqual({ and: [{ or: [low, large] }] })
    expect(ruleOfGroup(without(root, partAt(root, 1).key))).toEqual({ and: [alive] })
  })

  it('leaves the rule it started from alone', () => {
    const root = groupOf({ and: [alive, low] })
    const before = JSON.stringify(root)
    withPart(root, root.key, newLeaf(large))
    withKind(root, root.key, 'none')
    without(root, partAt(root, 0).key)
    expect(JSON.stringify(root)).toBe(before)
  })
})

describe('what is unfinished', () => {
  const empty: Condition = { field: 'seats', operator: 'greater' }

  it('is found wherever it is, and left out of what is asked meanwhile', () => {
    const leaf = newLeaf(empty, 'Enter a number.')
    const root = newGroup('all', [newLeaf(alive), newGroup('any', [newGroup('none', [leaf])])])
    expect(unfinishedIn(root)).toBe(leaf)
    expect(finishedRuleOf(root)).toEqual({ and: [alive] })
    const done = withDraft(root, leaf.key, { condition: large })
    expect(unfinishedIn(done)).toBeUndefined()
    expect(finishedRuleOf(done)).toEqual(ruleOfGroup(done))
  })

  it('is never left out of what is saved', () => {
    expect(ruleOfGroup(newGroup('all', [newLeaf(empty, 'Enter a number.')]))).toEqual({ and: [empty] })
  })

  it('is also a group without conditions, but not an empty rule', () => {
    const group = newGroup('any')
    expect(unfinishedIn(newGroup('all', [newLeaf(alive), group]))).toBe(group)
    expect(unfinishedIn(newGroup('all'))).toBeUndefined()
  })

  it('becomes what it was, or goes', () => {
    const before = newLeaf(large)
    const root = newGroup('all', [before])
    const emptied = withDraft(root, before.key, { condition: empty, fault: 'Enter a number.' })
    expect(ruleOfGroup(takenBack(emptied, before.key, before))).toEqual({ and: [large] })
    expect(ruleOfGroup(takenBack(emptied, before.key, undefined))).toEqual({ and: [] })
    expect(takenBack(root, before.key, undefined)).toEqual(root)
  })
})
