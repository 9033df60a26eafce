// Makes the pictures of notifications in the handbook, in all widths: `node e2e/screenshots/notifications.ts`. With a folder,
// into it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi, type Client } from '../client.ts'
import { createRecord } from '../customers.ts'
import { listRecords } from '../lists.ts'
import { addPerson } from '../people.ts'
import { save } from '../picture.ts'
import { startServer, type Server } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)
/** Jobs come first. Milliseconds. */
const aMinute = 60_000

async function importAccounts(client: Client, names: readonly string[]): Promise<void> {
  await client.post('/core/entity/bulk', {
    type: 'entityBulkUpload',
    level: 'account',
    config: { columns: [], key: [] },
    data: names.map((name) => ({ name })),
  })
}

/** The ids of accounts, once so many are there. */
async function accountsOf(client: Client, count: number): Promise<number[]> {
  for (;;) {
    const { data } = await listRecords(client, 'accounts')
    if (data.length >= count) return data.map(({ accountId }) => accountId as number)
    await wait(500)
  }
}

/** What a teammate does to accounts of the administrator's, and what Steward finished for them. */
async function makeNews(server: Server): Promise<void> {
  const administrator = await signInByApi(server)
  const email = 'jae.pak@example.com'
  await addPerson(server, { email, firstName: 'Jae', lastName: 'Pak', roleId: 2 })
  const jae = await signInByApi(server, email)
  const { userId } = administrator.signedIn.user
  const owners = [userId]
  await importAccounts(administrator, ['Northgate Foods'])
  await importAccounts(
    jae,
    Array.from({ length: 212 }, (_, at) => `Harbour Line, store ${at + 1}`),
  )
  await jae.post('/core/accounts/assign', { ids: await accountsOf(jae, 213), owners })
  for (const name of ['Contoso', 'Fabrikam', 'Northwind Traders']) {
    const { accountId } = await createRecord(jae, 'accounts', { name })
    await jae.post('/core/accounts/assign', { ids: [accountId], owners })
    if (name === 'Contoso') continue
    const mention = { type: 'mention', attrs: { kind: 'user', id: userId, label: 'Admin' } }
    const content = [{ type: 'paragraph', content: [mention, { type: 'text', text: ' can you call them?' }] }]
    const description = JSON.stringify({ type: 'doc', plainText: '@Admin can you call them?', content })
    await jae.post('/core/notes', {
      level: 'account',
      parentIdentifier: accountId,
      title: 'Renewal',
      description,
    })
    for (const about of ['Retail', 'Retail software', 'Retail software for grocers']) {
      await jae.post(`/core/accounts/${accountId}`, { data: { about } })
    }
  }
}

async function takeAll(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/app/accounts/list')
  await page.getByRole('heading', { name: 'Accounts' }).first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  const last = drawer.getByRole('button', { name: /changed Northwind Traders \(3 times\)/ })
  await last.waitFor({ timeout: aMinute })
  await take('notifications')
  await page.goto('/app/settings/notifications')
  await page.getByText('Daily', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Time of the daily email' }).waitFor()
  await page.getByRole('button', { name: 'Use company defaults' }).waitFor()
  await take('notification-preferences')
}

const server = await startServer()
const browser = await launchBrowser()
try {
  await makeNews(server)
  for (const width of [1440, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width, height: width === 390 ? 844 : 900 }
      const { page } = await visitAs(browser, server, undefined, { colorScheme, viewport })
      const suffix = `${width === 390 ? '-390' : ''}${colorScheme === 'dark' ? '-dark' : ''}`
      await takeAll(page, (name) => save(page, `${name}${suffix}`, into))
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
