import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { signInByApi } from './client.ts'
import { createRecord } from './customers.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { listRecords } from './lists.ts'
import { mailServer } from './mail-server.ts'
import { addPerson, withDatabase } from './people.ts'
import { leave, signInByForm, visit, visitAs, type Visitor } from './visitor.ts'

const minute = 60_000
/** Jobs let calls go first. Milliseconds. */
const aJob = 60_000
const zone = 'Asia/Kolkata'

const post = mailServer()

startJourneys(() => post.startSteward({ movableClock: true }))
afterAll(post.stop)

let turn = 0
let nora: Visitor
let priya: Visitor
let priyaId: number
let priyaMail: string
let noraMail: string

beforeEach(async () => {
  turn += 1
  post.mails.length = 0
  await server.moveClock(0)
  priyaMail = `priya${turn}@example.com`
  noraMail = `nora${turn}@example.com`
  priyaId = await addPerson(server, {
    email: priyaMail,
    firstName: 'Priya',
    lastName: `Shah ${turn}`,
    roleId: 1,
  })
  await addPerson(server, { email: noraMail, firstName: 'Nora', lastName: `Berg ${turn}`, roleId: 2 })
  await addPerson(server, {
    email: `omar${turn}@example.com`,
    firstName: 'Omar',
    lastName: `Haddad ${turn}`,
    roleId: 1,
  })
  nora = await visitAs(browser, server, noraMail)
  priya = await visitAs(browser, server, priyaMail)
})
afterEach(async () => {
  await leave(nora)
  await leave(priya)
})

/** Opens a page and waits until its changes are followed. */
async function openLive({ page }: Visitor, address: string): Promise<void> {
  const following = page.waitForResponse((response) => response.url().includes('/core/changes/stream'))
  await page.goto(address)
  await following
}

const badge = (page: Page, count: number) =>
  page.getByRole('button', { name: `Notifications ${count} unread` })

/** A mail as one text, with its long lines put together. */
const textOf = (mail: string): string => mail.replaceAll(/=\r\n|\r\n(?=[ \t])/g, '').replaceAll('=3D', '=')
const mailsTo = (address: string): string[] =>
  post.mails
    .map(textOf)
    .filter((mail) => mail.includes(`To: ${address}`) && mail.includes('List-Unsubscribe:'))
const pathOf = (mail: string | undefined, pattern: RegExp): string => {
  const [, address = ''] = pattern.exec(mail ?? '') ?? []
  return address
}

async function nextMail(count: number): Promise<string> {
  await expect.poll(() => mailsTo(priyaMail).length).toBe(count)
  return mailsTo(priyaMail).at(-1) as string
}

/** When the next mail to Priya is due; undefined while none waits. */
const dueAt = (): Promise<Date | undefined> =>
  withDatabase(server, async (database) => {
    const { rows } = await database.query<{ at: Date }>(
      'select due_at as at from notification_mail where user_id = $1 and due_at is not null',
      [priyaId],
    )
    return rows[0]?.at
  })

async function assignInBrowser(page: Page, id: number): Promise<void> {
  await page.goto(`/app/accounts/${id}`)
  await page
    .getByRole('button', { name: /^Owners?\b|Assign owners/ })
    .first()
    .click()
  const popover = page.getByRole('dialog', { name: 'Assign owners' })
  await popover.getByRole('option', { name: `Priya Shah ${turn}` }).click()
  await popover.getByRole('button', { name: 'Make primary' }).click()
}

async function mentionInBrowser(page: Page, id: number): Promise<void> {
  await page.goto(`/app/accounts/${id}?tab=timeline&log=note`)
  const note = page.getByRole('dialog', { name: 'New note' })
  await note.getByLabel('Title').fill('Call')
  await note.getByRole('textbox', { name: 'Note', exact: true }).focus()
  await page.keyboard.type('@omar')
  const people = page.getByRole('listbox', { name: 'People and records' })
  const omar = people.getByRole('option', { name: `Omar Haddad ${turn}` })
  await omar.getByText("Can't see this record").waitFor()
  expect(await omar.getAttribute('aria-disabled')).toBe('true')
  for (let key = 0; key < 4; key += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('priya')
  await people.getByRole('option', { name: `Priya Shah ${turn}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' please call them.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Note added').waitFor()
}

/** Nora imports 212 accounts, and gives all of them to Priya. */
async function assignMany(page: Page): Promise<void> {
  const byApi = await signInByApi(server, noraMail)
  const name = `Birch ${turn}`
  const data = Array.from({ length: 212 }, (_, at) => ({ name: `${name} number ${at + 1}` }))
  const config = { columns: [], key: [] }
  await byApi.post('/core/entity/bulk', { type: 'entityBulkUpload', level: 'account', config, data })
  const filter = encodeURIComponent(JSON.stringify({ field: 'name', operator: 'contains', value: name }))
  const count = async () => (await listRecords(client, 'accounts', `&filter=${filter}`)).totalItemCount
  await expect.poll(count).toBe(212)
  await page.goto(`/app/accounts/list?filter=${filter}`)
  await page.getByRole('link', { name: `${name} number 1`, exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await page.getByRole('button', { name: 'Select all 212 matching' }).click()
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Change owner' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('option', { name: `Priya Shah ${turn}` }).click()
  await dialog.getByRole('button', { name: 'Update 212 accounts' }).click()
  await dialog.getByRole('button', { name: 'Update 212 records' }).click()
}

test('what a teammate does is in the drawer, the counts and one mail, whose link survives the sign-in', async () => {
  const name = `Harbour ${turn}`
  const byNora = await signInByApi(server, noraMail)
  const { accountId } = await createRecord(byNora, 'accounts', { name })
  await openLive(priya, '/app/accounts/list')
  await assignInBrowser(nora.page, accountId as number)
  await badge(priya.page, 2).waitFor()
  await mentionInBrowser(nora.page, accountId as number)
  await badge(priya.page, 3).waitFor()
  await openLive(nora, '/app/accounts/list')
  await assignMany(nora.page)
  await badge(priya.page, 4).waitFor({ timeout: aJob })

  await badge(priya.page, 4).click()
  const drawer = priya.page.getByRole('dialog', { name: 'Notifications' })
  await drawer.getByRole('tab', { name: 'Records 4' }).waitFor()
  const by = `Nora Berg ${turn}`
  const texts = [
    `${by} made you a secondary owner of ${name}`,
    `${by} assigned ${name} to you`,
    `${by} mentioned you on ${name}`,
    `${by} assigned 212 accounts to you`,
  ]
  for (const text of texts) await drawer.getByRole('button', { name: text }).waitFor()
  // Nora's import and bulk update are reported to her, and nothing else that she did.
  await badge(nora.page, 2).waitFor({ timeout: aJob })
  await badge(nora.page, 2).click()
  await nora.page.getByRole('button', { name: 'Import finished: 212 created' }).waitFor()

  expect(mailsTo(priyaMail)).toEqual([])
  await server.moveClock(2 * minute)
  const mail = await nextMail(1)
  for (const text of texts) expect(mail).toContain(text)
  expect(mail).toContain('4 new notifications')
  const link = pathOf(mail, /https?:\/\/[^/\s]+(\/app\/notifications\/\d+)/)
  const stranger = await visit(browser, server)
  await stranger.page.goto(link)
  await signInByForm(stranger.page, priyaMail)
  await stranger.page.waitForURL(`**${link}`)
  await stranger.page.getByText('assigned 212 accounts to you').first().waitFor()
  await leave(stranger)
})

test('a digest comes at the hour of the user, and ends by one click', async () => {
  const byNora = await signInByApi(server, noraMail)
  const byPriya = await signInByApi(server, priyaMail)
  await byPriya.patch(`/user-management/users/${priyaId}`, { timeZone: zone })
  const hourFormat = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  const hour = `${hourFormat.format(new Date(Date.now() + 60 * minute))}:00`
  const { page } = priya
  await page.goto('/app/settings/notifications')
  await page.getByText('Daily', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Time of the daily email' }).click()
  await page.getByRole('option', { name: hour }).click()
  await page.getByText('Times are in Asia/Kolkata.').waitFor()

  const owners = [priyaId]
  const names = [`Cedar ${turn}`, `Elm ${turn}`]
  for (const name of names) await createRecord(byNora, 'accounts', { name, 'system:owners': owners })
  await expect.poll(dueAt).toBeDefined()
  const due = (await dueAt()) as Date
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })
  expect(clock.format(due)).toBe(hour)
  await server.moveClock(due.getTime() - Date.now() + minute)
  const digest = await nextMail(1)
  expect(digest).toContain('2 new notifications')
  for (const name of names) expect(digest).toContain(`assigned ${name} to you`)

  const unsubscribe = pathOf(
    digest,
    /List-Unsubscribe: <https?:\/\/[^/]+(\/api\/notification\/unsubscribe\/[^>]+)>/,
  )
  expect(digest).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  // A scanner that follows the link changes nothing.
  const stranger = await visit(browser, server)
  await stranger.page.goto(unsubscribe)
  await stranger.page.getByRole('heading', { name: 'Stop notification emails?' }).waitFor()
  await leave(stranger)
  const byMail = page.getByRole('switch', { name: 'Send notifications by email' })
  await page.reload()
  await expect.poll(() => byMail.isChecked()).toBe(true)
  const pressed = await fetch(`${server.url}${unsubscribe}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.status).toBe(200)
  await page.reload()
  await expect.poll(() => byMail.isChecked()).toBe(false)
})
