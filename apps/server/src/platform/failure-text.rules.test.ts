import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { failureText } from './failure-text.ts'

const databaseError = Object.assign(new Error('Key (name)=(Ann Smith) already exists.'), {
  code: '23505',
  constraint: 'person_name',
})

describe('the text of a failure', () => {
  it.each([
    [new AppError('conflict', 'segment.name_taken', 'There is a segment "Mine".'), 'segment.name_taken'],
    [databaseError, 'Database error 23505 (person_name)'],
    [new TypeError('Cannot read "secret" of ann@example.com'), 'TypeError: Cannot read … of …'],
    [new Error('GET https://example.com/?key=1 gave 500'), 'Error: GET … gave 500'],
    [new Error(`token ${'a1b2'.repeat(10)} for 4915112345`), 'Error: token … for …'],
    [new Error('first line\nat a stack'), 'Error: first line'],
    ['text', 'Error: text'],
  ])('of %s has no values', (error, expected) => {
    expect(failureText(error)).toBe(expected)
  })
})
