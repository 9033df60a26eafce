import { notificationSwitches } from '@steward/contracts/plain/notification'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { drawer, settle } from './notification.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const defaults = 'notification/defaultPreferences'
const path = ({ actor }: Client) => `notification/users/${actor.userId}/notificationPreferences`
const preferencesOf = async (user: Client) => good(await user.get(path(user))).data

describe('the defaults of a company', () => {
  it('are as delivered until administrators choose, and hold for whoever has not chosen otherwise', async () => {
    const [early, chooser] = [await app.newUser('manager'), await app.newUser('manager')]
    expect(good(await admin.get(defaults)).data).toEqual({
      ...Object.fromEntries(notificationSwitches.map((name) => [name, true])),
      mailTiming: 'immediately',
      digestHour: 8,
      quietFrom: null,
      quietTo: null,
    })
    good(await chooser.patch(path(chooser), { mailTiming: 'hourly', changesToPrimaryOwner: true }))
    const change = { mailTiming: 'daily', digestHour: 7, changesToPrimaryOwner: false }
    expect(good(await admin.patch(defaults, change)).data).toMatchObject(change)
    const late = await app.newUser('normalUser')
    for (const user of [early, late]) {
      expect(await preferencesOf(user)).toMatchObject({ ...change, isCustomized: false })
    }
    expect(await preferencesOf(chooser)).toMatchObject({
      mailTiming: 'hourly',
      digestHour: 7,
      changesToPrimaryOwner: true,
      isCustomized: true,
    })
    // A notification that the defaults turn off is not written.
    const owners = [late, chooser].map(({ actor }) => actor.userId)
    await create(admin, 'accounts', { name: 'Shared', 'system:owners': owners })
    await create(admin, 'accounts', { name: 'Own', 'system:owners': [chooser.actor.userId] })
    await settle(app)
    expect((await drawer(late)).notifications).toEqual([])
    expect((await drawer(chooser)).notifications).toHaveLength(2)
  })

  it('hold again for a user who gives up what they chose', async () => {
    const user = await app.newUser('manager')
    good(await admin.patch(defaults, { quietFrom: 21, quietTo: 6, dueDateOfYourTasks: true }))
    good(await user.patch(path(user), { browserNotifications: true }))
    expect(await preferencesOf(user)).toMatchObject({ isCustomized: false })
    good(await user.patch(path(user), { quietFrom: null, quietTo: null, dueDateOfYourTasks: false }))
    const own = await preferencesOf(user)
    expect(own).toMatchObject({ quietFrom: null, quietTo: null, dueDateOfYourTasks: false })
    const reset = good(await user.delete(path(user))).data
    expect(reset).toMatchObject({
      quietFrom: 21,
      quietTo: 6,
      dueDateOfYourTasks: true,
      browserNotifications: true,
      isCustomized: false,
    })
    expect(await preferencesOf(user)).toEqual(reset)
    // One end alone takes the other from the company, and keeps it whatever the company chooses next.
    good(await user.patch(path(user), { quietFrom: 22 }))
    good(await admin.patch(defaults, { quietFrom: null, quietTo: null }))
    expect(await preferencesOf(user)).toMatchObject({ quietFrom: 22, quietTo: 6 })
  })

  it('are changed by administrators alone, and refused at the field that is wrong', async () => {
    const manager = await app.as('manager')
    expect((await manager.get(defaults)).status).toBe(403)
    expect((await manager.patch(defaults, { mailTiming: 'daily' })).status).toBe(403)
    const user = await app.newUser('manager')
    expect((await manager.delete(path(user))).status).toBe(403)
    const bad = await admin.patch(defaults, { quietFrom: 20, quietTo: 20 })
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([400, ['quietTo']])
    expect((await admin.patch(defaults, { browserNotifications: true })).status).toBe(400)
    expect((await admin.patch(defaults, { mailTiming: 'weekly' })).body.fields).toHaveProperty('mailTiming')
    const foreigner = await app.foreigner()
    expect(good(await foreigner.get(defaults)).data).toMatchObject({ mailTiming: 'immediately' })
  })
})
