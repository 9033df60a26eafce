import { expect, it } from 'vitest'
import { createPersonReader, faultsOfColumns, splitName } from './person.rules.ts'

const uploadId = '7f0f3bb4-9a3d-4d8e-8f5f-0d7c4a1f2b10'
const form = (...targets: string[]) => ({
  uploadId,
  columns: targets.map((target, column) => ({ column, target: target as 'email' })),
  roleId: 1 as const,
  sendsMail: false,
})

it.each([
  ['Amara Osei', 'Amara', 'Osei'],
  ['Osei, Amara', 'Amara', 'Osei'],
  ['  Anna  Maria   Berg ', 'Anna Maria', 'Berg'],
  ['Cher', 'Cher', ''],
  ['', '', ''],
])('splits %j', (whole, firstName, lastName) => {
  expect(splitName(whole)).toEqual({ firstName, lastName })
})

it('reads people, whole names and roles as files call them', () => {
  const read = createPersonReader(form('email', 'name', 'role', 'timeZone'))
  expect(read(['a@b.example', 'Osei, Amara', 'ADMIN', ''])).toEqual({
    email: 'a@b.example',
    firstName: 'Amara',
    lastName: 'Osei',
    roleId: 3,
    externalId: null,
    mobileNumber: null,
    timeZone: null,
  })
  expect(read(['a@b.example', '', 'Read-only', 'Europe/Berlin'])).toMatchObject({
    roleId: 4,
    timeZone: 'Europe/Berlin',
  })
  expect(read(['a@b.example'])).toMatchObject({ roleId: 1, firstName: '' })
  expect(read(['', 'Nobody'])).toEqual({ refused: 'The email address is empty.' })
  expect(read(['a@b.example', '', 'Superuser'])).toEqual({
    refused: '“Superuser” is no role. Use Normal User, Manager, Administrator, Viewer.',
  })
})

it('needs the column of the addresses, and each column once', () => {
  expect(faultsOfColumns(form('name'))).toEqual({ columns: 'Choose the column of the email addresses.' })
  expect(faultsOfColumns(form('email', 'role', 'role'))).toEqual({
    'columns.2.target': 'Two columns are the same.',
  })
})
