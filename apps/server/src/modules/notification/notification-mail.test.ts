import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { startMailServer, type MailServer } from '../messenger/messenger.fixture.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import { until } from '../timeline/timeline.fixture.ts'
import { drawer, settle, unseen } from './notification.fixture.ts'

const minute = 60_000
const hour = 60 * minute

let app: TestApp
let mail: MailServer
let admin: Client
let user: Client
let address: string
let account: number

beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({ SMTP_URL: mail.url, PUBLIC_URL: 'https://steward.example.com' })
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
})

let turn = 0
beforeEach(async () => {
  turn += 1
  address = `reader${turn}@example.com`
  user = await app.newUser('normalUser', address)
  account = await create(admin, 'accounts', { name: `Acme ${turn}` })
})

const prefer = async (body: object) =>
  good(await user.patch(`notification/users/${user.actor.userId}/notificationPreferences`, body))
const assign = (to: Client) => edit(admin, 'accounts', account, { 'system:owners': [to.actor.userId] })

/** The mails to the user, as mail programs read them. */
async function received() {
  const own = mail.mails.filter(({ to }) => to.includes(address))
  return Promise.all(own.map(({ source }) => PostalMime.parse(source)))
}
const arrived = (count: number) => until(received, (mails) => mails.length >= count)
const headerOf = (one: Email | undefined, name: string): string =>
  one?.headers.find(({ key }) => key === name)?.value ?? ''

/** When the next mail to the user is due. */
async function dueAt(): Promise<Date | null> {
  const { rows } = await app.application.platform.database.owner.query<{ at: Date | null }>(
    'select due_at as at from notification_mail where tenant_id = $1 and user_id = $2',
    [app.tenantId, user.actor.userId],
  )
  return rows[0]?.at ?? null
}

/** Lets the time of the mail come, and waits until it was sent or dropped. */
async function passTime(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds)
  await until(dueAt, (at) => at === null || at > app.clock.now())
}

describe('mail about notifications', () => {
  it('comes a minute later, names the record, links to it and can be ended', async () => {
    await assign(user)
    await settle(app)
    expect(await received()).toEqual([])
    await passTime(minute)
    const [one] = await arrived(1)
    expect(one?.subject).toMatch(/^Test company: .* assigned Acme \d+ to you$/)
    const [{ id } = { id: 0 }] = (await drawer(user)).notifications
    expect(one?.text).toContain(`https://steward.example.com/app/notifications/${id}`)
    expect(headerOf(one, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = /^<https:\/\/steward\.example\.com\/api(\/notification\/unsubscribe\/.+)>$/.exec(
      headerOf(one, 'list-unsubscribe'),
    )?.[1] as string
    // A scanner that follows links changes nothing; a press of the button does, without a session.
    const page = await app.anonymous.get(link)
    expect(page.status).toBe(200)
    expect(page.body).toContain('<form method="post">')
    const preferences = `notification/users/${user.actor.userId}/notificationPreferences`
    expect(good(await user.get(preferences)).data.isSendEmailNotifications).toBe(true)
    expect(await unseen(user)).toMatchObject({ all: 1 })
    const pressed = await app.application.app.inject({
      method: 'POST',
      url: `/api${link}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(pressed.statusCode).toBe(200)
    expect(pressed.body).toContain("You're unsubscribed")
    expect(good(await user.get(preferences)).data.isSendEmailNotifications).toBe(false)
    expect((await app.anonymous.post('notification/unsubscribe/nonsense')).status).toBe(404)
    await edit(admin, 'accounts', account, { about: 'Changed' })
    await settle(app)
    expect(await dueAt()).toBeNull()
  })

  it('says nothing of what was read in the app, or may no longer be seen', async () => {
    await assign(user)
    await settle(app)
    good(await user.patch('notification/notification/all'))
    await passTime(minute)
    await assign(admin)
    await assign(user)
    await settle(app)
    expect(await dueAt()).not.toBeNull()
    await assign(admin)
    await passTime(2 * minute)
    expect(await received()).toEqual([])
  })

  it('gathers a day into one mail at the hour of the user, and does not repeat it', async () => {
    good(await user.patch(`user-management/users/${user.actor.userId}`, { timeZone: 'America/New_York' }))
    await prefer({ mailTiming: 'daily', digestHour: 8 })
    await assign(user)
    for (let at = 0; at < 3; at += 1) await edit(admin, 'accounts', account, { about: `Change ${at}` })
    await settle(app)
    const due = (await dueAt()) as Date
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
    expect(clock.format(due)).toBe('08:00')
    await passTime(due.getTime() - app.clock.now().getTime() + 1000)
    const [digest] = await arrived(1)
    expect(digest?.subject).toBe('Test company: 2 new notifications')
    expect(digest?.text).toContain('changed Acme')
    await passTime(24 * hour)
    expect(await received()).toHaveLength(1)
  })

  it('waits for the end of the quiet hours, and moves with the preferences', async () => {
    const now = app.clock.now().getUTCHours()
    await prefer({ quietFrom: now, quietTo: (now + 3) % 24 })
    await assign(user)
    await settle(app)
    const due = (await dueAt()) as Date
    expect(due.getUTCHours()).toBe((now + 3) % 24)
    await prefer({ quietFrom: null, quietTo: null })
    expect(((await dueAt()) as Date).getTime()).toBeLessThan(app.clock.now().getTime() + 2 * minute)
    await prefer({ isSendEmailNotifications: false })
    expect(await dueAt()).toBeNull()
  })
})
