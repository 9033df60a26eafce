import { describe, expect, it } from 'vitest'
import { addressesIn, endsEntry } from './addresses.ts'

describe('addressesIn', () => {
  it.each([
    ['a@x.org, b@x.org;c@x.org\nd@x.org e@x.org\te@y.org', 6],
    ['a@x.org,,; \n', 1],
    ['', 0],
  ])('parts %j into %i', (text, count) => {
    expect(addressesIn(text)).toHaveLength(count)
  })

  it('takes the address out of what mail programs copy', () => {
    const text = 'Amara Osei <amara@x.org>, "Berg, Nora" <nora@x.org>; <olu@x.org>\nmailto:vera@x.org.'
    expect(addressesIn(text)).toEqual(['amara@x.org', 'nora@x.org', 'olu@x.org', 'vera@x.org'])
  })

  it('takes no half of a name for an address', () => {
    expect(addressesIn('Berg, Nora <nora@x.org>; Osei, Amara <amara@x.org>')).toEqual([
      'nora@x.org',
      'amara@x.org',
    ])
  })

  it('loses no address that stands before a name', () => {
    expect(addressesIn('a@x.org b@x.org Cleo May <c@x.org>')).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
  })

  it('keeps what is no address, to be corrected', () => {
    expect(addressesIn('amara@example, nora@x.org')).toEqual(['amara@example', 'nora@x.org'])
  })

  it('is done in no time with a long text of one kind', () => {
    const startedAt = performance.now()
    for (const character of ['"', '<', 'a ', 'a@', ' ', '<"']) addressesIn(character.repeat(20_000))
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

it.each([
  ['amara@x.org ', true],
  ['amara@x.org,', true],
  ['Amara Osei ', false],
  ['Amara Osei <amara@x.org', false],
  ['Amara Osei <amara@x.org>', true],
  ['amara@x.org', false],
])('endsEntry(%j) is %s', (text, ends) => {
  expect(endsEntry(text)).toBe(ends)
})
