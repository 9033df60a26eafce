import { expect, it } from 'vitest'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { ColumnGuess } from '../bulk.calls.ts'
import { isOfferedAsName } from './homeless-columns.ts'

const offered = (target: string) =>
  ({ offer: { target, why: 'Every value is unique.', match: null } }) as unknown as ColumnGuess
const filling = (...targets: (string | null)[]) => ({
  columns: targets.map((target, column): ColumnMapping => ({ column, target })),
})

it('keeps columns from becoming fields that may hold what no other column has: a name, an external ID', () => {
  expect(isOfferedAsName(offered('system:externalId'), filling('name', null))).toBe(true)
  expect(isOfferedAsName(offered('name'), filling(null))).toBe(true)
  expect(isOfferedAsName(offered('name'), filling('name', null))).toBe(false)
  expect(isOfferedAsName(offered('about'), filling('name', null))).toBe(false)
})
