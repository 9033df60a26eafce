import { expect, it } from 'vitest'
import { linesOf } from './task-words.ts'

it('makes lines of a pasted text, without bullets and blanks', () => {
  expect(linesOf('- Call Ada\r\n\n  2) Send 3 offers\n[ ] Book\n• Plan\n3 days')).toEqual([
    'Call Ada',
    'Send 3 offers',
    'Book',
    'Plan',
    '3 days',
  ])
})
