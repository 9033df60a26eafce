import { describe, expect, it } from 'vitest'
import {
  connected,
  inserted,
  lostWith,
  nodeOf,
  removed,
  targetsOf,
  withSettings,
  withTrigger,
  type Nodes,
} from './graph.rules.ts'

const added = (key: string, type = 'createTask') => ({ key, type, settings: {} })
const next = (nodes: Nodes, key: string) => nodeOf(nodes, key)?.next ?? {}
const typeAfter = (nodes: Nodes, key: string, branch = 'next') =>
  nodeOf(nodes, next(nodes, key)[branch] ?? '')?.type

const started = withTrigger([], added('start', 'onEvent'))
const start = 'start'
const first = { key: start, branch: 'next' }

describe('a scenario', () => {
  it('begins with a trigger that leads to an end', () => {
    expect(started.map(({ type }) => type)).toEqual(['onEvent', 'end'])
    expect(typeAfter(started, start)).toBe('end')
  })

  it('gets another trigger in the place of the one it has', () => {
    const nodes = withTrigger(inserted(started, first, added('a'), ['next']), added('now', 'runNow'))
    expect(nodes.map(({ type }) => type)).toEqual(['runNow', 'createTask', 'end'])
    expect(next(nodes, 'now')).toEqual({ next: 'a' })
  })

  it('has a node put between two others', () => {
    const nodes = inserted(inserted(started, first, added('b'), ['next']), first, added('a'), ['next'])
    expect(nodes.map(({ key }) => key).slice(0, 3)).toEqual([start, 'a', 'b'])
    expect(next(nodes, 'a')).toEqual({ next: 'b' })
  })

  it('has a branching node put in: the first branch continues, the others end', () => {
    const nodes = inserted(inserted(started, first, added('b'), ['next']), first, added('ask', 'condition'), [
      'yes',
      'no',
    ])
    expect(next(nodes, 'ask')['yes']).toBe('b')
    expect(typeAfter(nodes, 'ask', 'no')).toBe('end')
  })

  it('loses what an end cuts off', () => {
    const before = inserted(started, first, added('b'), ['next'])
    const nodes = inserted(before, first, added('stop', 'end'), [])
    expect(nodes.map(({ key }) => key)).toEqual([start, 'stop'])
    expect(lostWith(before, nodes, 0)).toBe(1)
  })

  it('closes the gap that a removed node leaves, and loses its other branches', () => {
    const asked = inserted(inserted(started, first, added('b'), ['next']), first, added('ask', 'condition'), [
      'yes',
      'no',
    ])
    const both = inserted(asked, { key: 'ask', branch: 'no' }, added('c'), ['next'])
    const nodes = removed(both, 'ask')
    expect(nodes.map(({ key }) => key).slice(0, 2)).toEqual([start, 'b'])
    expect(nodeOf(nodes, 'c')).toBeUndefined()
    expect(lostWith(both, nodes, 1)).toBe(1)
    expect(nodes).toHaveLength(3)
  })

  it('leaves an end where it is', () => {
    const end = next(started, start)['next'] as string
    expect(removed(started, end)).toBe(started)
  })

  it('grows and loses branches with the settings of a node', () => {
    const nodes = inserted(started, first, added('split', 'split'), ['a', 'b'])
    const grown = withSettings(nodes, 'split', { parts: 3 }, ['a', 'b', 'c'])
    expect(Object.keys(next(grown, 'split'))).toEqual(['a', 'b', 'c'])
    const shrunk = withSettings(grown, 'split', { parts: 1 }, ['b'])
    expect(shrunk.map(({ type }) => type)).toEqual(['onEvent', 'split', 'end'])
  })

  it('leads on where it led when the ways out of a node are called otherwise', () => {
    const nodes = inserted(inserted(started, first, added('b'), ['next']), first, added('wait', 'wait'), [
      'next',
    ])
    const parted = withSettings(nodes, 'wait', { mode: 'event' }, ['happened', 'timeout'])
    expect(next(parted, 'wait')['happened']).toBe('b')
    expect(typeAfter(parted, 'wait', 'timeout')).toBe('end')
    const joined = withSettings(parted, 'wait', { mode: 'period' }, ['next'])
    expect(next(joined, 'wait')).toEqual({ next: 'b' })
  })

  it('lets branches meet again, but not go round in a circle', () => {
    const asked = inserted(inserted(started, first, added('b'), ['next']), first, added('ask', 'condition'), [
      'yes',
      'no',
    ])
    expect(targetsOf(asked, 'ask').map(({ key }) => key)).toEqual(['b'])
    expect(targetsOf(asked, 'b')).toEqual([])
    const joined = connected(asked, { key: 'ask', branch: 'no' }, 'b')
    expect(next(joined, 'ask')).toEqual({ yes: 'b', no: 'b' })
    expect(joined.filter(({ type }) => type === 'end')).toHaveLength(1)
    const parted = connected(joined, { key: 'ask', branch: 'no' }, null)
    expect(typeAfter(parted, 'ask', 'no')).toBe('end')
  })
})
