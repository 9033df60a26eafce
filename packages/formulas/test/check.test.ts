import { describe, expect, test } from 'vitest'
import { readFormula } from '../src/index.ts'
import { fault, find } from './sample.ts'

describe('every fault points at its place', () => {
  test.each([
    ['', '', 'Enter a formula.'],
    ['arr + 1', 'arr', 'Put field names in braces: {arr}. Put brackets after functions: arr().'],
    [
      'constructor',
      'constructor',
      'Put field names in braces: {constructor}. Put brackets after functions: constructor().',
    ],
    ['{arr} + {size}', '{size}', 'This level has no field {size}.'],
    ['{arr} + {plan}', '{plan}', '"+" needs numbers, but this is a text. Join texts with &.'],
    ['{arr} * {renewal}', '{renewal}', '"*" needs numbers, but this is a date.'],
    ['{owner} & "x"', '{owner}', '"Owner" holds users.'],
    ['if({arr}, 1, 2)', '{arr}', 'if needs true or false, but this is a number.'],
    ['if({active}, 1, "x")', '"x"', 'if needs values of the same type, but got a number and a text.'],
    ['{arr} = {plan}', '{plan}', '"=" needs values of the same type, but got a number and a text.'],
    ['{active} < {trial}', '{active} < {trial}', '"<" does not compare true and false.'],
    ['{arr} = blank', 'blank', 'A comparison with a blank is always blank. Use isBlank().'],
    ['blank', 'blank', 'This formula always gives a blank.'],
    ['max({plan}, "x")', '{plan}', 'max needs numbers or dates, but this is a text.'],
    ['1 + sume(1)', 'sume', 'Unknown function "sume".'],
    ['1 + round()', 'round()', 'round is written round(number, digits?).'],
    ['round(1, 2, 3)', 'round(1, 2, 3)', 'round is written round(number, digits?).'],
    ['1 +', '+', 'A value is missing after "+".'],
    ['(1 + 2', '2', 'A closing bracket ")" is missing.'],
    ['1 + 2)', ')', 'This closing bracket has no opening bracket, or a value is missing before it.'],
    ['max(1,,2)', ',', 'A value is missing here.'],
    ['{arr', '{', 'A closing brace "}" is missing. Write fields as {name}.'],
    ['"abc', '"', 'A closing quote is missing. Write texts "like this".'],
    ["'abc'", "'", 'Put text in straight double quotes, "like this".'],
    ['“abc”', '“', 'Put text in straight double quotes, "like this".'],
    ['{arr} {seats}', '{seats}', 'An operator, such as + or &, is missing before this.'],
    ['{active} and', 'and', 'A value is missing next to "and".'],
    ['2arr', 'a', 'Put an operator between the number and the letter.'],
    ['[1]', '[1]', "Square brackets and dots can't be used in formulas."],
    ['{arr} ? 1 : 2', '{arr}', 'Write if(condition, then, else).'],
    ['{arr} # 2', '#', `"#" can't be used here.`],
    ['{}', '{}', 'Enter a field name between the braces.'],
  ])('%s', (text, at, message) => {
    // The place after a missing operator may hold the blank before it.
    const found = fault(text)
    expect({ ...found, at: found.at.trim() || at }).toEqual({ at, message })
  })
})

test('tells the type, the fields and whether it asks for the day', () => {
  expect(readFormula('if({Active}, {renewal}, today())', find)).toMatchObject({
    type: 'date',
    fields: ['active', 'renewal'],
    asksToday: true,
    problems: [],
  })
})

test('several faults are told at once', () => {
  expect(readFormula('{size} + {plan} * 2', find).problems).toHaveLength(2)
})

test.each([
  ['long', `1${' + 1'.repeat(1000)}`, 'A formula can have at most 4,000 characters.'],
  ['nested', `${'('.repeat(100)}1${')'.repeat(100)}`, 'This formula is too deeply nested.'],
  ['signed', `${'-'.repeat(1000)}1`, 'This formula is too deeply nested.'],
])('a formula that is too %s is refused', (_, text, message) => {
  expect(fault(text).message).toBe(message)
})

test('a long formula that is not nested works', () => {
  const text = `1${'+1'.repeat(1999)}`
  expect(readFormula(text, find).evaluate(() => null, '2026-11-21').value).toBe(2000)
  const sum = Array.from({ length: 200 }, () => '{arr}').join(' + ')
  expect(readFormula(sum, find).problems).toEqual([])
})

/** Runs work where the stack is so full that it can just begin. */
function withFullStack<T>(work: () => T): T {
  try {
    return withFullStack(work)
  } catch {
    return work()
  }
}

test('a long formula throws nothing where the stack is nearly full', () => {
  const long = `1${' + 1'.repeat(990)}`
  const formula = readFormula(long, find)
  const deep = { message: 'This formula is too deeply nested.', from: 0, to: long.length }
  expect(withFullStack(() => readFormula(long, find).problems)).toEqual([deep])
  expect(withFullStack(() => formula.evaluate(() => null, '2026-01-01').problem)).toEqual(deep)
})
