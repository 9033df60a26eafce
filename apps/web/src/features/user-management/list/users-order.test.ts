import type { User } from '@steward/contracts/user-management'
import { expect, it } from 'vitest'
import { matchingUsers, orderUsers } from './users-order.ts'

const user = (firstName: string, lastName: string, roleName: string) =>
  ({
    firstName,
    lastName,
    roleName,
    email: `${firstName.toLowerCase()}@example.com`,
    externalId: null,
  }) as User

const people = [
  user('Zoë', 'Adams', 'Manager'),
  user('élodie', 'Blanc', 'Viewer'),
  user('Ken', 'Ito', 'Manager'),
  user('', '', 'Viewer'),
]
const emails = (users: readonly User[]) => users.map(({ email }) => email.replace('@example.com', ''))

it('orders by name as people read it, and by address where there is no name', () => {
  const sort = { column: 'name', descending: false } as const
  expect(emails(orderUsers(people, sort))).toEqual(['', 'élodie', 'ken', 'zoë'])
  expect(emails(orderUsers(people, { ...sort, descending: true }))).toEqual(['zoë', 'ken', 'élodie', ''])
})

it('orders those who are alike by name, in either direction', () => {
  const sort = { column: 'role', descending: true } as const
  expect(emails(orderUsers(people, sort))).toEqual(['', 'élodie', 'ken', 'zoë'])
  expect(emails(orderUsers(people, { ...sort, descending: false }))).toEqual(['ken', 'zoë', '', 'élodie'])
})

it('finds people by every word, in name, address and role', () => {
  expect(emails(matchingUsers(people, 'manager ito'))).toEqual(['ken'])
  expect(matchingUsers(people, 'manager blanc')).toEqual([])
  expect(matchingUsers(people, '  ')).toBe(people)
})
