import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import { drawer, settle, unseen } from './notification.fixture.ts'

let app: TestApp
let admin: Client
let adminName: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  const { users } = app.application.modules
  adminName = (await users.directory(app.tenantId)).byId.get(admin.actor.userId)?.name ?? ''
})
afterAll(() => app.stop())

const owned = (owners: Client[]) => ({ 'system:owners': owners.map(({ actor }) => actor.userId) })
const seeAll = (client: Client, query = '') => client.patch(`notification/notification/all${query}`)

describe('folding', () => {
  it('makes one notification of 50 changes while it is unseen, and a new one of what comes later', async () => {
    const user = await app.newUser('manager')
    const id = await create(user, 'accounts', { name: 'Busy', ...owned([user]) })
    for (let at = 0; at < 50; at += 1) await edit(admin, 'accounts', id, { about: `Change ${at}` })
    await settle(app)
    const [one] = (await drawer(user)).notifications
    expect(one).toMatchObject({ count: 50, text: `${adminName} changed Busy (50 times)` })
    expect(good(await user.patch(`notification/notification/${one?.id}`)).data).toMatchObject({ all: 0 })
    for (let at = 0; at < 3; at += 1) await edit(admin, 'accounts', id, { about: `Later ${at}` })
    await settle(app)
    const after = await drawer(user)
    expect(after.notifications.map(({ count, isSeen }) => [count, isSeen])).toEqual([
      [3, false],
      [50, true],
    ])
    expect((await drawer(user, '&unseenOnly=true')).notifications).toHaveLength(1)
    good(await seeAll(user, '?category=entity'))
    expect(await unseen(user)).toMatchObject({ entity: 0, all: 0 })
    expect((await drawer(user, '&unseenOnly=true')).notifications).toEqual([])
    await edit(admin, 'accounts', id, { about: 'Once more' })
    await settle(app)
    expect((await drawer(user)).notifications.map(({ count }) => count)).toEqual([1, 3, 50])
  })

  it('leaves a notification where it is in its first minute, unless it was mailed, and pages are in order', async () => {
    const user = await app.newUser('manager')
    const { owner } = app.application.platform.database
    const names = ['First', 'Second', 'Third']
    const ids: number[] = []
    for (const name of names) ids.push(await create(user, 'accounts', { name, ...owned([user]) }))
    const change = async (nth: number, about: string) => {
      await edit(admin, 'accounts', ids[nth] as number, { about })
      await settle(app)
    }
    const shown = async (query = '') =>
      (await drawer(user, query)).notifications.map(({ subject, count }) => [subject.name, count])
    for (const nth of [0, 1, 2]) await change(nth, 'Changed')
    await change(0, 'Soon after')
    expect(await shown()).toEqual([
      ['Third', 1],
      ['Second', 1],
      ['First', 2],
    ])
    await owner.query(`update notification_mail set mailed_position = 1000000 where user_id = $1`, [
      user.actor.userId,
    ])
    await change(1, 'After a mail')
    await owner.query(
      `update notification set created_at = created_at - interval '1 minute' where recipient = $1`,
      [user.actor.userId],
    )
    await change(0, 'Much later')
    const all = [
      ['First', 3],
      ['Second', 2],
      ['Third', 1],
    ]
    for (const query of ['', '&category=entity', '&unseenOnly=true', '&category=entity&unseenOnly=true']) {
      expect(await shown(query), query).toEqual(all)
      const page = good(await user.get(`notification/notification?mode=1&size=2${query}`)).data
      expect(page).toMatchObject({ hasMore: true })
      expect(await shown(`${query}&lastId=${page.lastId}`), query).toEqual(all.slice(2))
    }
    expect(await shown('&category=task')).toEqual([])
  })
})
