import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { faultsOfGraph } from './graph.rules.ts'

const shapeOf = ({ type }: ScenarioNode) =>
  type === 'end'
    ? ({ category: 'operator', branches: [] } as const)
    : ({ category: type === 'trigger' ? 'trigger' : 'action', branches: ['next', 'other'] } as const)

/** Graphs of a trigger, some nodes and an end; each node leads to two nodes of any place. */
const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: size }), fc.integer({ min: 1, max: size })), {
      minLength: size,
      maxLength: size,
    })
    .map((targets): ScenarioNode[] => [
      ...targets.map(([next, other], at) => ({
        key: `n${at}`,
        type: at === 0 ? 'trigger' : 'action',
        settings: {},
        next: { next: `n${next}`, other: `n${other}` },
      })),
      { key: `n${size}`, type: 'end', settings: {}, next: {} },
    ]),
)

/** Whether each way from the trigger ends, and each node is on one: by trying all of them. */
function isSound(nodes: readonly ScenarioNode[]): boolean {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const seen = new Set<string>()
  const ends = (key: string, path: readonly string[]): boolean => {
    if (path.includes(key)) return false
    seen.add(key)
    return Object.values(byKey.get(key)?.next ?? {}).every((next) => ends(next, [...path, key]))
  }
  return ends('n0', []) && seen.size === nodes.length
}

describe('a graph', () => {
  it('is faulty exactly where a way does not end, or a node is not reached', () => {
    fc.assert(
      fc.property(graph, (nodes) => {
        expect(Object.keys(faultsOfGraph(nodes, shapeOf)).length === 0).toBe(isSound(nodes))
      }),
      { numRuns: 500 },
    )
  })

  it('of ten thousand nodes in a row, or in a circle, is checked without running out of stack', () => {
    const size = 10_000
    const row = Array.from({ length: size }, (_, at): ScenarioNode => {
      const next = `n${at + 1}`
      return {
        key: `n${at}`,
        type: at === 0 ? 'trigger' : 'action',
        settings: {},
        next: { next, other: next },
      }
    })
    const last: ScenarioNode = { key: `n${size}`, type: 'end', settings: {}, next: {} }
    expect(faultsOfGraph([...row, last], shapeOf)).toEqual({})
    const back: ScenarioNode = { ...last, type: 'action', next: { next: 'n1', other: 'n1' } }
    const faults = Object.entries(faultsOfGraph([...row, back], shapeOf))
    expect(faults).toHaveLength(1)
    expect(faults[0]?.[1]).toContain('loop')
  })
})
