import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import type { CreateUserInput } from './index.ts'
import { createUser, good, readUser } from './user-management.fixture.ts'

let test: TestApp
let manager: Client

const create = (input: Partial<CreateUserInput> & { email: string }) => createUser(test, input)

beforeAll(async () => {
  test = await startTestApp()
  manager = await test.as('manager')
  await create({ email: 'zoe@example.com', firstName: 'Zoë', lastName: 'Young', externalId: 'E-1' })
  await create({ email: 'adam@example.com', firstName: 'adam', lastName: 'Ash', roleId: 4 })
  await create({
    email: 'left@example.com',
    firstName: 'Lee',
    lastName: 'Ft',
    roleId: 4,
    status: 'DEACTIVATED',
  })
  await create({ email: 'new@example.com', status: 'INVITED' })
  await create({ email: 'temporary@example.com', status: 'FORCE_CHANGE_PASSWORD' })
  await create({ email: 'making@example.com', status: 'CREATING' })
})
afterAll(() => test.stop())

interface Listed {
  email: string
}

const emails = (users: Listed[]) => users.map((user) => user.email)

describe('GET /users', () => {
  it('lists everyone by name, and says who cannot be given records', async () => {
    const { status, body } = await manager.get('users')
    expect(status).toBe(200)
    expect(emails(body.data)).toEqual([
      'adam@example.com',
      'user1.tenant1@example.com',
      'left@example.com',
      'making@example.com',
      'new@example.com',
      'temporary@example.com',
      'zoe@example.com',
    ])
    expect(body.data[0]).toMatchObject({
      firstName: 'adam',
      roleId: 4,
      roleName: 'Viewer',
      disabled: true,
      disableMessage: 'Viewer',
    })
    expect(body.data[2]).toMatchObject({ disabled: true, disableMessage: 'Deactivated' })
    expect(body.data[6]).toMatchObject({
      externalId: 'E-1',
      displayCurrency: 'USD',
      disabled: false,
      disableMessage: null,
    })
  })

  it('finds the one with an external id', async () => {
    expect(emails((await manager.get('users?externalId=E-1')).body.data)).toEqual(['zoe@example.com'])
    expect((await manager.get('users?externalId=E-2')).body).toEqual({ data: [] })
  })

  it('refuses a blank external id', async () => {
    for (const blank of ['', '%20']) {
      const { status, body } = await manager.get(`users?externalId=${blank}`)
      expect(status).toBe(400)
      expect(body.fields).toEqual({ externalId: 'No Value Entered!' })
    }
  })

  it('shows no user of another tenant', async () => {
    const foreigner = await test.foreigner()
    const { body } = await foreigner.get('users')
    expect(body.data.map((user: { userId: number }) => user.userId)).toEqual([foreigner.actor.userId])
  })
})

describe('GET /user-management/users', () => {
  it('groups users by whether they can work', async () => {
    const { status, body } = await manager.get('user-management/users')
    expect(status).toBe(200)
    expect(emails(body.data.activeUsers)).toContain('zoe@example.com')
    expect(emails(body.data.invitedUsers)).toEqual([
      'making@example.com',
      'new@example.com',
      'temporary@example.com',
    ])
    expect(emails(body.data.deactivatedUsers)).toEqual(['left@example.com'])
  })
})

describe('GET /user-management/users/{userId}', () => {
  it('reads one', async () => {
    const { status, body } = await manager.get(`user-management/users/${manager.actor.userId}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ userId: manager.actor.userId, roleName: 'Manager' })
  })

  it('finds neither a user of another tenant nor one who does not exist', async () => {
    const foreigner = await test.foreigner()
    const { userId } = foreigner.actor
    expect((await foreigner.get(`user-management/users/${userId}`)).status).toBe(200)
    const foreign = await manager.get(`user-management/users/${userId}`)
    const absent = await manager.get('user-management/users/999999')
    for (const answer of [foreign, absent]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', reason: 'user.unknown' } })
    }
  })

  it('refuses what is no id', async () => {
    const { status, body } = await manager.get('user-management/users/me')
    expect(status).toBe(400)
    expect(body.fields).toEqual({ userId: 'An id must be a whole number.' })
  })
})

describe('createUser', () => {
  it('refuses an email address that is taken, whatever its case, and an external id', async () => {
    await expect(create({ email: 'ZOE@example.com' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { email: 'A user with this email address already exists.' },
    })
    await expect(create({ email: 'zoe2@example.com', externalId: 'E-1' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { externalId: 'Another user already has this external id.' },
    })
  })

  it('is visible in other processes once they were notified', async () => {
    const { users } = test.application.modules
    const before = (await users.directory(test.tenantId)).all.length
    const userId = await create({ email: ' Late@Example.com ', firstName: 'Late', lastName: 'Comer' })
    const directory = await users.directory(test.tenantId)
    expect(directory.all).toHaveLength(before + 1)
    expect(directory.byEmail.get('late@example.com')).toBe(directory.byId.get(userId))
    expect(directory.byId.get(userId)).toMatchObject({
      name: 'Late Comer',
      email: 'Late@Example.com',
      assignable: true,
    })
  })
})

describe('a service', () => {
  it('is in no list and no count, can be given nothing, and is named where it acted', async () => {
    const { users } = test.application.modules
    const admin = await test.as('administrator')
    const before = good(await admin.get('user-management/roles')).data
    const listed = good(await admin.get('users')).data
    const db = test.application.platform.database.tenant(test.tenantId)
    const userId = await transact(db, (tx) => users.createServiceUser(tx, test.tenantId, 'Nightly import', 3))
    await users.forget(test.tenantId)

    expect(good(await admin.get('users')).data).toEqual(listed)
    expect(JSON.stringify(good(await admin.get('user-management/users')))).not.toContain('Nightly import')
    expect(good(await admin.get('user-management/roles')).data).toEqual(before)
    for (const path of ['', '/belongings']) {
      expect((await admin.get(`user-management/users/${userId}${path}`)).status).toBe(404)
    }
    const status = await admin.patch(`user-management/users/${userId}/status`, { status: 'DEACTIVATED' })
    expect(status.status).toBe(404)
    const given = await admin.post('core/organizations', {
      globalFields: { name: 'Given', 'system:owners': [userId] },
    })
    expect(given.body.fields).toEqual({ 'system:owners': `Owner: there is no user ${userId}.` })

    const { all, byId, byEmail } = await users.directory(test.tenantId)
    expect(all.some((user) => user.userId === userId)).toBe(false)
    const email = byId.get(userId)?.email ?? ''
    expect(email).toMatch(/^api-[\da-f-]{36}@service\.invalid$/)
    expect(byEmail.has(email)).toBe(false)
    expect(byId.get(userId)).toMatchObject({
      name: 'API: Nightly import',
      email,
      kind: 'service',
      assignable: false,
    })
  })

  it('is no administrator who would be left', async () => {
    const { users } = test.application.modules
    const admin = await test.as('administrator')
    const db = test.application.platform.database.tenant(test.tenantId)
    await transact(db, (tx) => users.createServiceUser(tx, test.tenantId, 'All-powerful', 3))
    const answer = await admin.patch(`user-management/users/${admin.actor.userId}`, { roleId: 2 })
    expect(answer).toMatchObject({ status: 409, body: { reason: 'user.last_administrator' } })
    expect(await readUser(admin, admin.actor.userId)).toMatchObject({ roleId: 3 })
  })
})
