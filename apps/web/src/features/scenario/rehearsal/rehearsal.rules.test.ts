import { expect, it } from 'vitest'
import { countsByDay, countsByNode } from './rehearsal.rules.ts'

const count = (day: string, nodeKey: string, status: 'completed' | 'unattended_failure', n: number) => ({
  day,
  nodeKey,
  status,
  count: n,
})
const counts = [
  count('2026-03-01', 'start', 'completed', 9),
  count('2026-03-01', 'call', 'completed', 2),
  count('2026-03-02', 'call', 'completed', 3),
  count('2026-03-02', 'call', 'unattended_failure', 1),
]

it('adds up by node and by day', () => {
  expect([...(countsByNode(counts).get('call') ?? [])]).toEqual([
    ['completed', 5],
    ['unattended_failure', 1],
  ])
  expect(countsByDay(counts, new Set(['call']))).toEqual([
    ['2026-03-02', 3],
    ['2026-03-01', 2],
  ])
})
