import pg from 'pg'
import { expect, it } from 'vitest'
import { parameterOf } from './parameter.ts'

/** What the database reads in the text of a list that the driver wrote. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string } }).utils

const lists = [
  [],
  [1, -2, 0.5, null],
  [true, false, null],
  ['one', '', 'NULL', 'null', 'a,b', '{a}', ' spaces ', 'line\nbreak', 'Zoë', '🙂'],
  ['"quoted"', String.raw`back\slash`, String.raw`"\"`, '\\'],
  ['2026-11-26', null, '{"json": "\\"}'],
]

const unquoted = (text: unknown) =>
  String(text).replaceAll(/"(-?[\d.]+|true|false)"/g, (_, value: string) => value)

it.each(lists.map((list) => [list]))('writes the list %j as one that the database reads alike', (list) => {
  expect(unquoted(parameterOf(list))).toBe(unquoted(prepareValue(list)))
})

it.each([
  [[new Date(0)]],
  [[[1, 2]]],
  [[Buffer.from('a')]],
  [[{ a: 1 }]],
  ['text'],
  [7],
  [null],
  [undefined],
])('leaves %j to the driver', (value) => {
  expect(parameterOf(value)).toBe(value)
})
