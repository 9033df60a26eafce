import { describe, expect, it } from 'vitest'
import { editedCode } from './code-input.rules.ts'

/** What is in the field, with `|` where the caret stands. */
function edit(before: string, edited: string): string {
  const caret = edited.indexOf('|')
  const next = editedCode(before, edited.replace('|', ''), caret, 6)
  return `${next.code.slice(0, next.caret)}|${next.code.slice(next.caret)}`
}

describe('a code of six digits', () => {
  it.each([
    ['takes a digit at the end', '12', '123|', '123|'],
    ['takes no letter', '12', '12a|', '12|'],
    ['takes no seventh digit', '123456', '1234567|', '123456|'],
    ['loses the last digit to Backspace', '123', '12|', '12|'],
    ['loses a digit in the middle', '1234', '1|34', '1|34'],
    ['is written over before the end', '123456', '129|3456', '129|456'],
    ['is written over where it is not whole', '1234', '19|234', '19|34'],
    ['keeps the rest where a letter is typed in the middle', '1234', '1x|234', '1|234'],
    ['takes a paste with spaces', '', '123 456|', '123456|'],
    ['takes a paste with words around it', '', 'Your code is 042617.|', '042617|'],
    ['takes the first six of a longer paste', '', '12345678|', '123456|'],
    ['is written over by a paste at the start', '123456', '654321|123456', '654321|'],
    ['can be cleared', '123456', '|', '|'],
  ])('%s', (_what, before, edited, after) => {
    expect(edit(before, edited)).toBe(after)
  })
})
