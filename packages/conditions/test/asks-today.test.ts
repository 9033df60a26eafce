import { expect, test } from 'vitest'
import { asksToday, type Rule } from '../src/index.ts'

const recent: Rule = { field: 'seen', operator: 'inLast', value: 7 }
const due: Rule = { field: 'due', operator: 'inNext', value: 1 }
const named: Rule = { field: 'note', operator: 'equals', value: '"operator":"inLast"' }

test('a rule asks about today where one of its conditions counts days from it, however deep', () => {
  expect(asksToday({ and: [named, { or: [{ not: recent }] }] })).toBe(true)
  expect(asksToday(due)).toBe(true)
})

test('a text that looks like such a condition is a text', () => {
  expect(asksToday({ and: [named] })).toBe(false)
})
