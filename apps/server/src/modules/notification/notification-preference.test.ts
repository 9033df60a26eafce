import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import { logOne, mentioning } from '../timeline/timeline.fixture.ts'
import { drawer, kindsOf, settle, textsOf, unseen } from './notification.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let adminName: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  await app.application.startWorker()
  const { users } = app.application.modules
  adminName = (await users.directory(app.tenantId)).byId.get(admin.actor.userId)?.name ?? ''
})
afterAll(() => app.stop())

const owned = (owners: Client[]) => ({ 'system:owners': owners.map(({ actor }) => actor.userId) })
const path = ({ actor }: Client) => `notification/users/${actor.userId}/notificationPreferences`

describe('preferences', () => {
  it('are on as delivered, and are changed by oneself or an administrator', async () => {
    const user = await app.newUser('normalUser')
    const before = good(await user.get(path(user))).data
    expect(Object.values(before).filter((value) => value === true)).toHaveLength(14)
    const after = good(await user.patch(path(user), { dueDateOfYourTasks: false, digestHour: 7 })).data
    expect(after).toEqual({ ...before, dueDateOfYourTasks: false, digestHour: 7, isCustomized: true })
    expect(good(await admin.get(path(user))).data).toEqual(after)
    expect((await manager.get(path(user))).status).toBe(403)
    expect((await manager.patch(path(user), { dueDateOfYourTasks: true })).status).toBe(403)
    const foreigner = await app.foreigner()
    expect((await foreigner.get(path(user))).status).toBe(404)
    const bad = await user.patch(path(user), { quietFrom: 20 })
    expect(bad.body).toMatchObject({
      reason: 'notification.quiet_hours',
      fields: { quietTo: expect.any(String) },
    })
    expect((await user.patch(path(user), { isSendEmail: true })).status).toBe(400)
  })

  it('keep what is turned off out of the drawer, and drop what is unseen of it', async () => {
    const user = await app.newUser('manager')
    const id = await create(admin, 'accounts', { name: 'First', ...owned([user]) })
    await settle(app)
    expect(await unseen(user)).toMatchObject({ all: 1 })
    good(await user.patch(path(user), { changesToPrimaryOwner: false }))
    expect(await unseen(user)).toMatchObject({ all: 0 })
    await create(admin, 'accounts', { name: 'Second', ...owned([user]) })
    await edit(admin, 'accounts', id, { about: 'Still followed' })
    await settle(app)
    expect(kindsOf((await drawer(user)).notifications)).toEqual(['record.changed'])
  })
})

describe('mentions', () => {
  it('are refused of users who cannot see the record, who are listed', async () => {
    const [owner, stranger] = [await app.newUser('normalUser'), await app.newUser('normalUser')]
    const id = await create(admin, 'accounts', { name: 'Closed', ...owned([owner]) })
    const unable = good(await admin.get(`notification/records/${id}/unable`)).data
    expect(unable).toContain(stranger.actor.userId)
    expect(unable).not.toContain(owner.actor.userId)
    expect(unable).not.toContain(manager.actor.userId)
    expect((await stranger.get(`notification/records/${id}/unable`)).status).toBe(404)
    const itemId = await logOne(app, admin, { on: ['accounts', id], title: 'Plan' })
    const refused = await admin.post(`core/timeline/${itemId}/comments`, {
      body: mentioning(stranger.actor.userId),
    })
    expect([refused.status, refused.body.reason]).toEqual([400, 'mention.unseen'])
  })
})

describe('following', () => {
  it('is implied for owners, and can be turned on and off', async () => {
    const user = await app.newUser('manager')
    const id = await create(user, 'accounts', { name: 'Mine', ...owned([user]) })
    const follow = `notification/records/${id}/follow`
    expect(good(await user.get(follow)).data).toEqual({ follows: true, isOwner: true, followers: 1 })
    expect(good(await user.put(follow, { follows: false })).data).toMatchObject({ follows: false })
    await edit(admin, 'accounts', id, { about: 'Quietly' })
    await settle(app)
    const viewer = await app.newUser('viewer')
    expect(good(await viewer.put(follow, { follows: true })).data).toEqual({
      follows: true,
      isOwner: false,
      followers: 1,
    })
    await edit(admin, 'accounts', id, { about: 'Loudly' })
    await settle(app)
    expect((await drawer(user)).notifications).toEqual([])
    expect(textsOf(await drawer(viewer))).toEqual([`${adminName} changed Mine`])
  })
})
