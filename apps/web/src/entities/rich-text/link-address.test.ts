import { expect, it } from 'vitest'
import { addressesIn, withOwnBrackets } from './link-address.ts'

it.each([
  ['https://example.org/Mercury_(planet', ')', 'https://example.org/Mercury_(planet)'],
  ['https://example.org/Mercury_(planet', ')).', 'https://example.org/Mercury_(planet)'],
  ['https://example.org/a_(b_[c', '])]).', 'https://example.org/a_(b_[c])'],
  ['https://example.org/def', ').', 'https://example.org/def'],
  ['https://example.org/(open', '.)', 'https://example.org/(open'],
  ['https://example.org/[one](two', ']', 'https://example.org/[one](two'],
])('an address keeps the brackets that belong to it: %s%s', (address, after, whole) => {
  expect(withOwnBrackets(address, after)).toBe(whole)
})

it('finds the addresses of a text, with nothing beside them', () => {
  const text = 'See https://example.org/a_(b), (https://example.org/c), <https://example.org/[d]>.'
  const found = addressesIn(text)
  expect(found.map((one) => one.text)).toEqual([
    'https://example.org/a_(b)',
    'https://example.org/c',
    'https://example.org/[d]',
  ])
  for (const { index, text: address } of found) expect(text.startsWith(address, index)).toBe(true)
})
