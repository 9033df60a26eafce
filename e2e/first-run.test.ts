import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFaultsInThemes } from './axe.ts'
import { createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'
import { startTestServer } from './test-server.ts'

openJourneys('administrator', () => startTestServer({ STARTER_FIELDS: 'on' }))

const customers = [
  'Company,Website,ARR,Renewal date,Tier',
  'Northwind,northwind.example,48000,2031-03-01,Enterprise',
  'Fabrikam,fabrikam.example,12500,2031-06-15,Small business',
].join('\n')

const step = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const fieldOf = (column: string) =>
  page.getByRole('combobox', { name: `Field for ${column}`, exact: true }).inputValue()
const sidebarLink = () => page.getByRole('link', { name: /^Get started/ })

test('a new company is led from a dropped file to customers with money and renewals', async () => {
  await page.goto('/app/organizations/list')
  await sidebarLink().click()
  await page.getByRole('heading', { name: 'Welcome to Steward' }).waitFor()
  expect(await sidebarLink().textContent()).toBe('Get started · 0 of 4')
  expect(await page.getByRole('link', { name: 'Complete your profile' }).count()).toBe(1)
  expect(await seriousFaultsInThemes(page)).toEqual([])

  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(customers) }
  await page.getByLabel('File to import').setInputFiles(file)
  await page.getByRole('heading', { name: 'Check how the file is read' }).waitFor()
  await page.getByRole('button', { name: 'Next: map the columns' }).click()
  await page.getByRole('heading', { name: 'Match columns to fields' }).waitFor()
  expect(await Promise.all(['Company', 'Website', 'ARR', 'Renewal date', 'Tier'].map(fieldOf))).toEqual([
    'Name',
    'Website domain',
    'ARR',
    'Renewal date',
    'Tier',
  ])
  await page.getByRole('button', { name: 'Next: check the rows' }).click()
  await page.getByRole('heading', { name: 'Review the import' }).waitFor()
  await page.getByRole('button', { name: 'Import 2 accounts' }).click()
  await page.getByRole('link', { name: 'Open accounts' }).waitFor()

  await page.goto('/app/getting-started')
  await step('Import your customers').getByLabel('Done').waitFor()
  await page.goto('/app/accounts/list')
  await page.getByRole('gridcell', { name: /48,000/ }).waitFor()
  await page.getByRole('link', { name: 'Northwind' }).click()
  const pinned = page.getByLabel('Pinned fields')
  await pinned.getByText('48,000').waitFor()
  await pinned.getByText(/^in [\d,]+ days$/).waitFor()

  await page.goto('/app/accounts/list')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Renewals in 90 days' }).click()
  await page.getByRole('button', { name: 'Remove the filter Active' }).waitFor()
  await page.getByRole('button', { name: /^Remove the filter Renewal date is in the next/ }).waitFor()

  await page.getByRole('button', { name: /My company/ }).click()
  await page.getByRole('menuitem', { name: 'Recent changes' }).click()
  const imported = page.getByRole('listitem').filter({ hasText: 'imported' })
  await imported.getByText('Northwind').waitFor()
  expect(await imported.getByRole('link', { name: 'Open import', exact: true }).count()).toBe(1)
  expect(await seriousFaultsInThemes(page)).toEqual([])
})

test('a change is undone from the list of recent changes', async () => {
  const { accountId } = await createRecord(client, 'accounts', { name: 'Cedar Labs' })
  const archive = { ids: [accountId], action: 'archive' }
  await client.post('/core/accounts/change', archive)
  await page.goto('/app/recent-changes')
  await page.getByRole('button', { name: 'Undo: admin@example.com archived Cedar Labs' }).click()
  await page.getByText('Undone', { exact: true }).first().waitFor()
  await page.getByText('undid a change of Cedar Labs').waitFor()
})

/** The tab that an act opens, once it is loaded. */
async function opened(open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), open()])
  await tab.waitForLoadState()
  return tab
}

test('the guide opens from the first steps and from the workspace menu, with all that it shows', async () => {
  await page.goto('/app/getting-started')
  const guide = await opened(() => page.getByRole('link', { name: 'Read the guide' }).click())
  expect([new URL(guide.url()).pathname, await guide.title()]).toEqual(['/guide/', 'Steward guide'])

  const found = await guide.evaluate<{ ids: string[]; addresses: string[] }>(`({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    addresses: [...document.querySelectorAll('[src], [href]')].map((one) => one.getAttribute('src') ?? one.getAttribute('href')),
  })`)
  const addresses = [...new Set(found.addresses)]
  const missing = addresses.filter((one) => one.startsWith('#') && !found.ids.includes(one.slice(1)))
  expect(missing).toEqual([])
  const pictures = addresses.filter((one) => one.endsWith('.png'))
  expect(pictures.length).toBeGreaterThan(20)
  for (const address of addresses.filter((one) => one.startsWith('/'))) {
    const answer = await guide.request.get(new URL(address, guide.url()).href)
    const type = answer.headers()['content-type'] ?? ''
    expect.soft([address, answer.status()]).toEqual([address, 200])
    if (pictures.includes(address)) expect.soft([address, type]).toEqual([address, 'image/png'])
    if (address.startsWith('/guide/')) expect.soft(await answer.text()).toContain('teward guide</title>')
  }
  await guide.close()

  await page.getByRole('button', { name: /My company/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'API docs' }).waitFor()
  const again = await opened(() => page.getByRole('menuitem', { name: 'Guide', exact: true }).press('Enter'))
  expect(new URL(again.url()).pathname).toBe('/guide/')
  await again.close()
})
