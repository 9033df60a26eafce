import { expect, test } from 'vitest'
import type { TaskViewState } from '@steward/contracts/task/view'
import { isSameState, stateOf } from './saved-view.rules.ts'

const filter = { and: [{ field: 'priority', operator: 'isSetTo' as const, value: [4] }] }
const state: TaskViewState = {
  mode: 'list',
  mine: true,
  bookmarked: false,
  showsCompleted: false,
  showsArchived: false,
  due: null,
  group: 'none',
  query: '',
  filter,
}

test('a view is the same whatever the order of its keys', () => {
  const turned = { and: [{ value: [4], operator: 'isSetTo' as const, field: 'priority' }] }
  const stored = Object.fromEntries(Object.entries({ ...state, filter: turned }).toReversed())
  expect(isSameState(state, stored as TaskViewState)).toBe(true)
})

test.each([{ group: 'account' as const }, { filter: null }, { mine: false }, { due: 'today' as const }])(
  'a view with %o is another one',
  (change) => expect(isSameState(state, { ...state, ...change })).toBe(false),
)

test('the load is saved as a list', () => {
  const { mode, ...view } = state
  expect(mode).toBe('list')
  expect(stateOf({ view, mode: 'load' })).toEqual(state)
})
