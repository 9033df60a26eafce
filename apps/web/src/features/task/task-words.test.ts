import { expect, it } from 'vitest'
import { linesOf, loadText } from './task-words.ts'

it('makes lines of a pasted text, without bullets and blanks', () => {
  expect(linesOf('- Call Ada\r\n\n  2) Send 3 offers\n[ ] Book\n• Plan\n3 days')).toEqual([
    'Call Ada',
    'Send 3 offers',
    'Book',
    'Plan',
    '3 days',
  ])
})

it.each([
  [30, '30 min'],
  [60, '1 h'],
  [210, '3.5 h'],
  [100, '1.7 h'],
])('writes %d minutes as %s', (minutes, text) => {
  expect(loadText(minutes)).toBe(text)
})
