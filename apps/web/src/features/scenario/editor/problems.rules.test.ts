import { expect, it } from 'vitest'
import { countProblems, faultAt, groupProblems } from './problems.rules.ts'

const nodes = ['start', 'call'].map((key) => ({ key, type: 'x', settings: {}, next: {} }))

it('finds what is wrong by node and path', () => {
  const problems = groupProblems(
    [
      { path: 'nodes.1.settings.branches.0.rule', message: 'Rule.' },
      { path: 'nodes.1.type', message: 'Type.' },
      { path: 'nodes', message: 'Trigger.' },
      { path: 'nodes.7.type', message: 'Gone.' },
    ],
    nodes,
  )
  const call = problems.byNode.get('call') ?? []
  expect(faultAt(call, 'branches.0')).toBe('Rule.')
  expect(faultAt(call, 'branches')).toBe('Rule.')
  expect(faultAt(call, 'branch')).toBeUndefined()
  expect(problems.byNode.has('start')).toBe(false)
  expect(problems.other.map(({ path }) => path)).toEqual(['nodes', 'nodes.7.type'])
  expect(countProblems(problems)).toBe(4)
})
