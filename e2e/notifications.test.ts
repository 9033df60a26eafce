import { afterEach, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { signInByApi, type Client } from './client.ts'
import { createRecord } from './customers.ts'
import { listRecords } from './lists.ts'
import { browser, client, server, startJourneys, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

const soon = 10_000

let priya: Visitor
let priyaId: number
let email: string
let turn = 0
let byApi: Client

startJourneys()

// Each attempt has a user of its own, so that no notification of an earlier one is in the drawer.
beforeEach(async () => {
  turn += 1
  email = `priya${turn}@example.com`
  priyaId = await addPerson(server, { email, firstName: 'Priya', lastName: `Shah ${turn}`, roleId: 1 })
  priya = await visitAs(browser, server, email)
  byApi = await signInByApi(server, email)
})

afterEach(() => leave(priya))

const assign = (ids: number[]) => client.post('/core/accounts/assign', { ids, owners: [priyaId] })

/** Opens a page and waits until its changes are followed. */
async function openLive(address: string): Promise<void> {
  const following = priya.page.waitForResponse((response) => response.url().includes('/core/changes/stream'))
  await priya.page.goto(address)
  await following
}

const badge = (count: number) => priya.page.getByRole('button', { name: `Notifications ${count} unread` })

test('an account that was assigned is announced live, opened from the drawer, and read', async () => {
  const { page } = priya
  const name = unique('Alder')
  const { accountId } = await createRecord(client, 'accounts', { name })
  await openLive('/app/accounts/list')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await assign([accountId as number])
  await badge(1).waitFor({ timeout: soon })

  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  await drawer.getByRole('tab', { name: 'Records 1' }).waitFor()
  await drawer.getByRole('heading', { name: 'Today' }).waitFor()
  const row = drawer.getByRole('button', { name: `assigned ${name} to you` })
  await row.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/accounts/${accountId}`)
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

test('212 accounts at once are one notification, and the list behind it', async () => {
  const { page } = priya
  const name = unique('Birch')
  const data = Array.from({ length: 212 }, (_, at) => ({ name: `${name} number ${at + 1}` }))
  const config = { columns: [], key: [] }
  await client.post('/core/entity/bulk', { type: 'entityBulkUpload', level: 'account', config, data })
  const imported = async () => (await listRecords(client, 'accounts', `&query=${name}`)).data
  await expect.poll(async () => (await imported()).length).toBe(212)
  await assign((await imported()).map(({ accountId }) => accountId as number))
  await openLive('/app/accounts/list')
  await badge(1).waitFor({ timeout: soon })
  await badge(1).click()
  await page.getByRole('button', { name: 'assigned 212 accounts to you' }).click()
  await page.waitForURL('**/app/notifications/*')
  await page.getByRole('button', { name: 'Show more records' }).waitFor()
  await expect.poll(() => page.locator('main li').count()).toBeGreaterThanOrEqual(50)
  expect(await seriousFaults(page)).toEqual([])
})

test('a mention and the end of an import are read together', async () => {
  const { page } = priya
  const name = unique('Cedar')
  const { accountId } = await createRecord(client, 'accounts', { name, 'system:owners': [priyaId] })
  const mention = { type: 'mention', attrs: { kind: 'user', id: priyaId, label: 'Priya' } }
  const content = [{ type: 'paragraph', content: [mention, { type: 'text', text: ' please call them.' }] }]
  const note = JSON.stringify({ type: 'doc', plainText: '@Priya please call them.', content })
  const form = { level: 'account', parentIdentifier: accountId, title: 'Call', description: note }
  await client.post('/core/notes', form)
  const rows = [{ externalId: unique('x'), name: unique('Dogwood') }]
  await byApi.post('/core/entity/bulk', {
    type: 'entityBulkUpload',
    level: 'account',
    config: { columns: [], key: ['externalId'] },
    data: rows,
  })
  await openLive('/app/accounts/list')
  await badge(3).waitFor({ timeout: soon })
  await badge(3).click()
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  await drawer.getByRole('button', { name: `mentioned you on ${name}` }).waitFor()
  await drawer.getByRole('tab', { name: 'Bulk 1' }).click()
  await drawer.getByRole('button', { name: 'Import finished: 1 created' }).waitFor()
  await drawer.getByRole('button', { name: 'Mark all as read' }).click()
  await drawer.getByRole('tab', { name: 'Bulk', exact: true }).waitFor()
  await page.keyboard.press('u')
  await drawer.getByText("You're up to date").waitFor()
  await drawer.getByRole('tab', { name: 'All 2' }).waitFor()
})

/** Stands for the notifications of the browser: what was shown, and how often permission was asked for. */
const browserNotifications = `
  globalThis.shown = []
  globalThis.asked = 0
  let permission = 'default'
  globalThis.Notification = class extends EventTarget {
    static get permission() { return permission }
    static async requestPermission() { globalThis.asked += 1; return (permission = 'granted') }
    constructor(title, { body }) { super(); globalThis.shown.push(body) }
    close() {}
  }`

test('browser notifications are asked for by a click, and shown while a tab is open', async () => {
  const { page } = priya
  await page.addInitScript(browserNotifications)
  await openLive('/app/settings/notifications')
  const shown = page.getByRole('switch', { name: 'Show browser notifications' })
  await shown.waitFor()
  expect(await page.evaluate('asked')).toBe(0)
  await shown.click()
  await expect.poll(() => shown.isChecked()).toBe(true)
  expect(await page.evaluate('asked')).toBe(1)
  const name = unique('Fir')
  const { accountId } = await createRecord(client, 'accounts', { name })
  await assign([accountId as number])
  await expect.poll(() => page.evaluate('shown.join()')).toContain(`assigned ${name} to you`)
})

test('administrators choose what new users start with, and a user returns to it', async () => {
  const admin = await visitAs(browser, server)
  await admin.page.goto('/app/settings/notification-defaults')
  const byDefault = admin.page.getByRole('switch', { name: 'Changes to secondary owners' })
  await byDefault.click()
  await expect.poll(() => byDefault.isChecked()).toBe(false)
  expect(await seriousFaults(admin.page)).toEqual([])
  const { page } = priya
  await page.goto('/app/settings/notifications')
  const own = page.getByRole('switch', { name: 'Changes to secondary owners' })
  await expect.poll(() => own.isChecked()).toBe(false)
  await own.click()
  const reset = page.getByRole('button', { name: 'Use company defaults' })
  await reset.click()
  await reset.waitFor({ state: 'detached' })
  await expect.poll(() => own.isChecked()).toBe(false)
  await byDefault.click()
  await expect.poll(() => byDefault.isChecked()).toBe(true)
  await leave(admin)
})

test('preferences are saved one by one, and a record is followed by a press', async () => {
  const { page } = priya
  await page.goto('/app/settings/notifications')
  const primary = page.getByRole('switch', { name: 'Changes to the primary owner' })
  await primary.click()
  await expect.poll(() => primary.isChecked()).toBe(false)
  await page.getByText('Daily', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Time of the daily email' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await expect.poll(() => primary.isChecked()).toBe(false)

  const { accountId } = await createRecord(client, 'accounts', {
    name: unique('Elm'),
    'system:owners': [priyaId],
  })
  await page.goto(`/app/accounts/${accountId}`)
  await page.getByRole('button', { name: 'Unfollow' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
})
