import { expect, it } from 'vitest'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { movedTo, outlineOf } from './outline.rules.ts'

const node = (key: string, next: Record<string, string> = {}): ScenarioNode => ({
  key,
  type: 'x',
  settings: {},
  next,
})
const nodes = [
  node('start', { next: 'ask' }),
  node('ask', { yes: 'call', no: 'wait' }),
  node('call', { next: 'done' }),
  node('done'),
  node('wait', { next: 'call' }),
]
const rows = outlineOf(nodes, ({ next }) => Object.keys(next).map((key) => ({ key, label: key })))

it('nests branches below their node, and names where they meet again', () => {
  expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
    ['start', 1],
    ['ask', 1],
    ['ask yes', 2],
    ['call', 3],
    ['done', 3],
    ['ask no', 2],
    ['wait', 3],
    ['link wait next', 3],
  ])
  expect(rows.at(-1)).toMatchObject({ kind: 'link', node: { key: 'call' }, exit: { key: 'wait' } })
})

it('is walked like a tree', () => {
  expect(movedTo(rows, 1, 'ArrowRight')).toBe(2)
  expect(movedTo(rows, 4, 'ArrowLeft')).toBe(2)
  expect(movedTo(rows, 2, 'ArrowLeft')).toBe(1)
  expect(movedTo(rows, 0, 'ArrowLeft')).toBe(0)
  expect(movedTo(rows, 7, 'ArrowDown')).toBe(7)
  expect(movedTo(rows, 3, 'End')).toBe(7)
  expect(movedTo(rows, 3, 'Enter')).toBeUndefined()
})
