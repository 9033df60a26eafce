import { expect, it } from 'vitest'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { layoutOf, layoutOfShape, neighbourOf, nodeSize, shapeOf, wayId } from './layout.rules.ts'

const node = (key: string, next: Record<string, string> = {}): ScenarioNode => ({
  key,
  type: 'x',
  settings: {},
  next,
})
const nodes = [
  node('start', { next: 'ask' }),
  node('ask', { yes: 'call', no: 'end' }),
  node('call', { next: 'done' }),
  node('done'),
  node('end'),
]
const { places } = layoutOf(nodes)
const at = (key: string) => places.get(key) as { x: number; y: number }

it('lies from the top down without overlaps, the first branch on the left', () => {
  expect(at('start').y).toBeLessThan(at('ask').y)
  expect(at('ask').y).toBeLessThan(at('call').y)
  expect(at('call').x + nodeSize.width).toBeLessThan(at('end').x)
})

it('is walked with the arrow keys', () => {
  expect(neighbourOf(places, 'start', 'ArrowDown')).toBe('ask')
  expect(neighbourOf(places, 'ask', 'ArrowUp')).toBe('start')
  expect(neighbourOf(places, 'call', 'ArrowRight')).toBe('end')
  expect(neighbourOf(places, 'start', 'ArrowUp')).toBeUndefined()
})

it('leads two branches to the same node beside each other, with room for their labels', () => {
  const { places: joined, lanes, parallel } = layoutOf([node('ask', { yes: 'end', no: 'end' }), node('end')])
  expect(joined.get('end')?.x).toBe(joined.get('ask')?.x)
  const [yes = 0, no = 0] = ['yes', 'no'].map((branch) => lanes.get(wayId('ask', branch)))
  expect(no - yes).toBeGreaterThanOrEqual(152)
  expect((yes + no) / 2).toBeCloseTo(joined.get('ask')?.x ?? NaN, 0)
  expect([...parallel]).toEqual([wayId('ask', 'yes'), wayId('ask', 'no')])
})

it('keeps a branch right below its node where it meets a longer one', () => {
  const { places: met } = layoutOf([
    node('ask', { yes: 'call', no: 'wait', else: 'stop' }),
    node('call', { next: 'end' }),
    node('end'),
    node('wait', { next: 'mail' }),
    node('mail', { next: 'end' }),
    node('stop'),
  ])
  const [call, wait, stop] = ['call', 'wait', 'stop'].map((key) => met.get(key) as { x: number; y: number })
  expect(new Set([call?.y, wait?.y, stop?.y]).size).toBe(1)
  expect([call?.x, wait?.x, stop?.x]).toEqual([call?.x, wait?.x, stop?.x].toSorted((a = 0, b = 0) => a - b))
})

it.each(['left', 'right'])('leads a way on the %s past the nodes beside it', (side) => {
  const ways = side === 'left' ? { happened: 'end', timeout: 'call' } : { timeout: 'call', happened: 'end' }
  const { places: past, lanes } = layoutOf([
    node('wait', ways),
    node('call', { next: 'mail' }),
    node('mail', { next: 'end' }),
    node('end'),
  ])
  const lane = lanes.get(wayId('wait', 'happened')) as number
  for (const key of ['call', 'mail']) {
    const aside = (past.get(key)?.x as number) - lane
    expect(side === 'left' ? aside : -aside).toBeGreaterThan(nodeSize.width / 2)
  }
  expect(lanes.size).toBe(1)
})

it('depends on how nodes follow each other, and not on their settings', () => {
  const typed = nodes.map((one) => ({ ...one, settings: { title: 'Call' } }))
  expect(shapeOf(typed)).toBe(shapeOf(nodes))
  expect(shapeOf(nodes.toReversed())).not.toBe(shapeOf(nodes))
  expect(layoutOfShape(shapeOf(nodes))).toEqual(layoutOf(nodes))
})

it('has one lane for many ways to the same node, which passes all others', () => {
  const rows = 30
  const asks = Array.from({ length: rows }, (_, row) => [
    node(`ask${row}`, { yes: `call${row}`, no: row + 1 < rows ? `ask${row + 1}` : 'end' }),
    node(`call${row}`, { next: 'end' }),
  ])
  const all = [...asks.flat(), node('end')]
  const { places: wide, lanes, sharing } = layoutOf(all)
  const [lane = 0, ...others] = new Set(lanes.values())
  expect(others).toEqual([])
  // All but the first, whose lane it is, and the last task, which has End right below it.
  expect(sharing.size).toBe(rows - 1)
  // The lane begins below the node of the first way.
  const top = wide.get('call0')?.y ?? 0
  const passed = [...wide].filter(([key, { y }]) => y > top && key !== 'end')
  expect(passed.length).toBe(2 * rows - 3)
  for (const [key, { x }] of passed) {
    expect(Math.abs(x - lane), key).toBeGreaterThanOrEqual(nodeSize.width / 2)
  }
})

it('keeps the lanes of two ways of the same node apart', () => {
  const chain = ['a', 'b', 'c', 'd', 'e'].map((key, row, keys) =>
    node(key, { yes: keys[row + 1] ?? 'end', no: 'end', else: 'end' }),
  )
  const { lanes, sharing } = layoutOf([...chain, node('end')])
  expect(sharing.size).toBeGreaterThan(0)
  for (const key of ['a', 'b']) {
    expect(lanes.get(wayId(key, 'no'))).not.toBe(lanes.get(wayId(key, 'else')))
  }
})
