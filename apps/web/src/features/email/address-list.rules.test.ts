import { expect, test } from 'vitest'
import { isAddress, readAddresses, withMore } from './address-list.rules.ts'

test('people are read out of what is pasted', () => {
  expect(readAddresses('Ada Byron <ada@x.test>; bo@x.test,\n"Cy D" <cy@x.test>')).toEqual([
    { name: 'Ada Byron', address: 'ada@x.test' },
    { name: '', address: 'bo@x.test' },
    { name: 'Cy D', address: 'cy@x.test' },
  ])
  expect(readAddresses(' , ')).toEqual([])
})

test('what is pasted is read at once, however long it is', () => {
  const began = performance.now()
  const [read] = readAddresses(`"x${' '.repeat(200_000)}x`)
  expect(isAddress(read!)).toBe(false)
  expect(isAddress({ name: '', address: `a@${'a.'.repeat(100_000)}@` })).toBe(false)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('nobody stands in a list twice', () => {
  const list = readAddresses('ada@x.test')
  expect(withMore(list, readAddresses('ADA@x.test, bo@x.test, bo@x.test'))).toHaveLength(2)
})

test.each(['ada', 'ada@x', 'a b@x.test', 'a@x.test>', ''])('%j is no address', (address) => {
  expect(isAddress({ name: '', address })).toBe(false)
})
