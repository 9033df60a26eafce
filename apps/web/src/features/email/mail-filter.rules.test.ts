import { expect, test } from 'vitest'
import { addressChange, countOf, filterOf, noFilter } from './mail-filter.rules.ts'

test('a filter stands in the address and comes back', () => {
  const filter = { subject: 'renewal', from: 'ada', emailStatus: 'hidden', dateFrom: '2026-03-01' } as const
  expect(filterOf(addressChange(filter))).toEqual(filter)
  expect(countOf(filter)).toBe(3)
})

test('what an address holds in vain is left out', () => {
  const search = { mailSince: 'yesterday', mailStatus: 'gone', mail: '', mailTo: { a: 1 }, tab: 'emails' }
  expect(filterOf(search)).toEqual({})
  expect(filterOf({ mail: 2026 })).toEqual({ subject: '2026' })
  expect(filterOf({ mailFrom: 'ada', ...noFilter })).toEqual({})
})
