import { expect, it } from 'vitest'
import { storableJson } from './storable.ts'

it('leaves out of texts what PostgreSQL does not hold, and keeps texts that only look like it', () => {
  const values = { cut: '😀'.slice(0, 1), empty: 'a\0b', written: String.raw`C:\u0000\ud800`, more: ['😀'] }
  expect(JSON.parse(storableJson(values))).toEqual({
    cut: '\ufffd',
    empty: 'ab',
    written: String.raw`C:\u0000\ud800`,
    more: ['😀'],
  })
})
