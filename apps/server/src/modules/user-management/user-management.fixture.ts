import type { AuditEntry } from '@steward/contracts/audit'
import type { Message } from '@steward/contracts/messenger'
import type { User } from '@steward/contracts/user-management'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import type { CreateUserInput } from './index.ts'

/** The data of an answer, whose status must be 200. */
export function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Makes a user of the test's tenant, in any state; returns the id. */
export async function createUser(
  app: TestApp,
  input: Partial<CreateUserInput> & { email: string },
): Promise<number> {
  const { users } = app.application.modules
  const db = app.application.platform.database.tenant(app.tenantId)
  const userId = await transact(db, (tx) =>
    users.createUser(tx, app.tenantId, { firstName: '', lastName: '', roleId: 1, ...input }),
  )
  await users.forget(app.tenantId)
  return userId
}

/** Invites one address; answers the new user's id. */
export async function invite(admin: Client, email: string): Promise<number> {
  const [result] = good(await admin.post('user-management/users', { data: [{ email }] })).data
  expect(result).toMatchObject({ email, status: 'invited' })
  return result.userId
}

export async function readUser(client: Client, userId: number): Promise<User> {
  return good(await client.get(`user-management/users/${userId}`)).data
}

export function setStatus(client: Client, userId: number, body: object): Promise<Answer> {
  return client.patch(`user-management/users/${userId}/status`, body)
}

/** The audit log's entries about a user, oldest first. */
export async function auditOf(admin: Client, userId: number): Promise<AuditEntry[]> {
  const { data } = good(await admin.get('audit?pageSize=200'))
  return (data as AuditEntry[])
    .filter((entry) => entry.subjectKind === 'user' && entry.subjectId === String(userId))
    .toReversed()
}

/** The messages to an address. */
export async function mailsTo(admin: Client, email: string): Promise<Message[]> {
  return good(await admin.get(`messenger/messages?query=${encodeURIComponent(email)}`)).data
}
