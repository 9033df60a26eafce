import { expect, it } from 'vitest'
import { changedTo, historyOf, redone, undone } from './history.rules.ts'

it('goes back and forward, and forgets what was taken back with the next change', () => {
  const typed = changedTo(changedTo(historyOf('a'), 'b', null), 'c', null)
  const back = undone(undone(typed))
  expect(back.present).toBe('a')
  expect(redone(back).present).toBe('b')
  const other = changedTo(undone(typed), 'd', null)
  expect([other.present, redone(other).present, undone(other).present]).toEqual(['d', 'd', 'b'])
})

it('takes typing in one field as one step', () => {
  const typed = ['x', 'xy', 'xyz'].reduce((history, text) => changedTo(history, text, 'title'), historyOf(''))
  expect(undone(typed).present).toBe('')
  expect(undone(changedTo(typed, 'q', 'other')).present).toBe('xyz')
})

it('has nothing to take back at first', () => {
  expect(undone(historyOf(1)).present).toBe(1)
  expect(redone(historyOf(1)).present).toBe(1)
})
