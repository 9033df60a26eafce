import { expect, test } from 'vitest'
import { fold, foldedSql } from '../src/index.ts'
import { connect } from './database.ts'

test.each([
  ['ABC xyz 123', 'abc xyz 123'],
  ['ÉCOLE', 'école'],
  ['İstanbul', 'istanbul'],
  ['ıI', 'ıi'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Straße STRAẞE', 'straße straße'],
  ['\u212A', 'k'],
  ['𐐀', '𐐨'],
  ['\uA7CE\u{16EA0}', '\uA7CE\u{16EA0}'],
  ['', ''],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('every code point folds as PostgreSQL folds it', async () => {
  const client = await connect()
  try {
    const { rows } = await client.query<{ letter: string; folded: string }>(
      `select chr(code) as letter, ${foldedSql('chr(code)')} as folded from generate_series(1, 1114111) as code
       where code not between 55296 and 57343`,
    )
    expect(rows).toHaveLength(0x110000 - 2048 - 1)
    expect(rows.filter(({ letter, folded }) => fold(letter) !== folded)).toEqual([])
  } finally {
    await client.end()
  }
})
