import type { BulkCause } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { expect, it } from 'vitest'
import { mergeFields } from '../../../entities/field/index.ts'
import { parentForAll } from './repairs.ts'

const fields = mergeFields(levelOf('pipeline'), [], [])
const cause = (field: string, message: string): BulkCause => ({
  outcome: 'refused',
  field,
  message,
  count: 1425,
  values: [],
})
const lacking = [cause('account', 'Choose an organization or account.')]
const choices = (...targets: string[]) => ({
  columns: targets.map((target, column) => ({ column, target })),
  mode: 'createOrUpdate' as const,
})

it('rows without a parent get one for all of them, in the field that no column fills', () => {
  expect(parentForAll(lacking, fields, choices('account'))).toMatchObject({
    field: { name: 'organization' },
    count: 1425,
  })
  expect(parentForAll(lacking, fields, choices('organization'))?.field.name).toBe('account')
  expect(parentForAll(lacking, fields, choices('organization', 'account'))).toBeNull()
  expect(parentForAll(lacking, fields, { ...choices('account'), mode: 'update' })).toBeNull()
  const unknown = [cause('account', 'Account: there is no account called "Nowhere".')]
  expect(parentForAll(unknown, fields, choices('account'))).toBeNull()
})
