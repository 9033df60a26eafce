import { describe, expect, it } from 'vitest'
import type { UserDirectory, UserEntry } from '../user-management/index.ts'
import { identityOf, matchUser } from './match.rules.ts'

function entry(userId: number, email: string, more: Partial<UserEntry> = {}): UserEntry {
  return { userId, email, status: 'ACTIVE', kind: 'person', ...more } as UserEntry
}

const users = [
  entry(1, 'anna@example.com'),
  entry(2, 'ben@example.com', { status: 'INVITED' }),
  entry(3, 'gone@example.com', { status: 'DEACTIVATED' }),
  entry(4, 'api-1@service.invalid', { kind: 'service' }),
]
const directory: UserDirectory = {
  all: users,
  byId: new Map(users.map((user) => [user.userId, user])),
  byEmail: new Map(users.map((user) => [user.email, user])),
}

const find = (claims: Record<string, unknown>) => {
  const found = matchUser(identityOf(claims), directory)
  return typeof found === 'string' ? found : found.userId
}

describe('whom the claims of a provider are', () => {
  it.each<[string, Record<string, unknown>, number | string]>([
    ['a verified address, in any case', { email: 'Anna@Example.com', email_verified: true }, 1],
    ['a verified address, told as text', { email: 'anna@example.com', email_verified: 'true' }, 1],
    ['an address that was not verified', { email: 'anna@example.com', email_verified: false }, 'email'],
    ['an address of which nothing is said', { email: 'anna@example.com' }, 'email'],
    ['an address whose domain Microsoft verified', { email: 'anna@example.com', xms_edov: true }, 1],
    ['the same as a number', { email: 'anna@example.com', xms_edov: '1' }, 1],
    [
      'an address that Microsoft vouches for against the provider',
      { email: 'anna@example.com', email_verified: false, xms_edov: true },
      'email',
    ],
    ['an address that nobody has', { email: 'nobody@example.com', email_verified: true }, 'unknown'],
    ['nothing', {}, 'unknown'],
    ['the id of a user', { 'custom:userId': '1' }, 1],
    [
      'an id with the address of the same user',
      { 'custom:userId': '1', email: 'anna@example.com', email_verified: true },
      1,
    ],
    [
      'an id with the verified address of somebody else',
      { 'custom:userId': '1', email: 'ben@example.com', email_verified: true },
      'unknown',
    ],
    [
      'an id with an address that was not verified',
      { 'custom:userId': '1', email: 'ben@example.com', email_verified: false },
      'email',
    ],
    [
      'an id with an address of which nothing is said',
      { 'custom:userId': '1', email: 'x@y.example' },
      'email',
    ],
    [
      'an id with a verified address that nobody has',
      { 'custom:userId': '1', email: 'anna.new@example.com', email_verified: true },
      1,
    ],
    [
      'an id that nobody has',
      { 'custom:userId': '99', email: 'anna@example.com', email_verified: true },
      'unknown',
    ],
    ['an id that is none', { 'custom:userId': '1 or 1', email: 'anna@example.com', email_verified: true }, 1],
    ['somebody who was invited', { email: 'ben@example.com', email_verified: true }, 2],
    ['somebody who was deactivated', { email: 'gone@example.com', email_verified: true }, 'unknown'],
    ['a service', { 'custom:userId': '4' }, 'unknown'],
  ])('%s', (_, claims, expected) => {
    expect(find(claims)).toBe(expected)
  })
})
