import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedBrowser } from './browser/shared.ts'
import { signInByApi, type Client } from './client.ts'
import {
  checkRows,
  chooseFile,
  createField,
  goToMapping,
  mapColumn,
  nothing,
  openColumn,
  runImport,
  undoImport,
} from './import-steps.ts'
import { listTotals, sumOf } from './lists.ts'
import type { Server } from './server.ts'
import { startTestServer } from './test-server.ts'
import { visitAs, type Visitor } from './visitor.ts'

const shared = join(import.meta.dirname, '../apps/server/fixtures/import')
const files = {
  crm: join(shared, 'crm-sales-accounts.csv'),
  stores: join(shared, 'adventureworks-stores.csv'),
  storeContacts: join(shared, 'adventureworks-store-contacts.csv'),
  salesforce: join(shared, 'salesforce-accounts.csv'),
  opportunities: join(import.meta.dirname, 'fixtures/salesforce-opportunities.csv'),
  constituents: join(shared, 'sp500-constituents.csv'),
  northwind: join(shared, 'northwind-customers.csv'),
}

let server: Server
let browser: Browser
let visitor: Visitor
let page: Page
let client: Client

beforeAll(async () => {
  browser = await sharedBrowser()
})

// Every file comes into an empty workspace.
beforeEach(async () => {
  server = await startTestServer()
  client = await signInByApi(server)
  visitor = await visitAs(browser, server)
  page = visitor.page
})

afterEach(async () => {
  await visitor?.context.close()
  await server?.stop()
  expect(visitor.complaints).toEqual([])
})

async function expectNothingLeft(): Promise<void> {
  expect(await listTotals(client)).toEqual({ organizations: 0, accounts: 0, contacts: 0, pipelines: 0 })
}

test('CRM sales: 85 accounts, five new fields, seven organizations made from subsidiary_of', async () => {
  await chooseFile(page, 'Accounts', files.crm)
  await goToMapping(page)
  await page.getByRole('button', { name: 'Create fields for 5 columns' }).click()
  await page.getByRole('button', { name: 'Create 5 fields' }).click()
  await page.getByText('Every column is matched.').waitFor()
  await page.getByLabel('Create organizations that are not there yet').check()
  expect(await checkRows(page)).toEqual({ ...nothing, create: 85 })
  await page.getByText('7 organizations').waitFor()
  expect(await runImport(page)).toEqual({ ...nothing, create: 85 })

  await page.getByRole('link', { name: 'Open accounts' }).click()
  await page.getByText('85 accounts', { exact: true }).waitFor()
  await page.getByRole('grid').getByText('Acme Corporation').first().waitFor()
  expect(await listTotals(client)).toMatchObject({ organizations: 7, accounts: 85 })
  expect(await sumOf(client, 'accounts', 'Revenue')).toBeCloseTo(169_543.8, 2)
  expect(await sumOf(client, 'accounts', 'Employees')).toBe(396_170)

  expect(await undoImport(page, files.crm)).toBe('Undone: 92 records reverted.')
  await expectNothingLeft()
})

test('AdventureWorks: 701 stores, then 753 contacts that find their stores', async () => {
  await chooseFile(page, 'Accounts', files.stores)
  await goToMapping(page)
  await createField(page, 'AnnualSales')
  expect(await checkRows(page)).toEqual({ ...nothing, create: 701 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 701 })
  expect(await sumOf(client, 'accounts', 'Annual sales')).toBe(1_110_900_000)

  await chooseFile(page, 'Contacts', files.storeContacts)
  await goToMapping(page)
  await createField(page, 'ContactType')
  expect(await checkRows(page)).toEqual({ ...nothing, create: 753 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 753 })

  await page.getByRole('link', { name: 'Open contacts' }).click()
  await page.getByText('753 contacts', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('Gustavo Achong')
  await page.getByText('1 of 753 contacts').waitFor()
  await page.getByRole('link', { name: 'Gustavo Achong' }).click()
  await page.getByRole('link', { name: 'Next-Door Bike Store' }).first().waitFor()

  expect(await undoImport(page, files.storeContacts)).toBe('Undone: 753 contacts reverted.')
  expect(await undoImport(page, files.stores)).toBe('Undone: 701 accounts reverted.')
  await expectNothingLeft()
})

test('Salesforce: 423 accounts written in windows-1252, then 38 opportunities worth 6,270,000', async () => {
  await chooseFile(page, 'Accounts', files.salesforce)
  await page.getByText('423 rows with 37 columns, written in Western European').waitFor()
  await goToMapping(page)
  expect(await checkRows(page)).toEqual({ ...nothing, create: 423 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 423 })
  for (const name of ['Crédito Inmobiliario Terras', 'Pébéo of America']) {
    await page.goto('/app/accounts/list')
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill(name)
    await page.getByText('1 of 423 accounts').waitFor()
    await page.getByRole('link', { name, exact: true }).waitFor()
  }

  await chooseFile(page, 'Pipelines', files.opportunities)
  await goToMapping(page)
  await createField(page, 'STAGENAME', 'Single Option')
  await createField(page, 'AMOUNT')
  expect(await checkRows(page)).toEqual({ ...nothing, create: 38 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 38 })
  expect(await sumOf(client, 'pipelines', 'Amount')).toBe(6_270_000)

  expect(await undoImport(page, files.opportunities)).toBe('Undone: 38 pipelines reverted.')
  expect(await undoImport(page, files.salesforce)).toBe('Undone: 423 accounts reverted.')
  await expectNothingLeft()
})

test('S&P 500 by symbol: 503 accounts; by company number: three companies twice are conflicts', async () => {
  await chooseFile(page, 'Accounts', files.constituents)
  await goToMapping(page)
  expect(await checkRows(page)).toEqual({ ...nothing, create: 503 })

  await page.getByRole('button', { name: 'Back' }).click()
  await mapColumn(page, 'Symbol', 'Do not import')
  await mapColumn(page, 'CIK', 'External ID')
  await page.getByRole('radio', { name: /^External ID/ }).check()
  const byCompany = await checkRows(page)
  expect(byCompany).toEqual({ ...nothing, create: 500, conflict: 3 })
  expect(await runImport(page)).toEqual(byCompany)
  await page.getByRole('link', { name: 'Open accounts' }).click()
  await page.getByText('500 accounts', { exact: true }).waitFor()

  expect(await undoImport(page, files.constituents)).toBe('Undone: 500 accounts reverted.')
  await expectNothingLeft()
})

test('Northwind: 91 customers, and the same file again changes nothing', async () => {
  await chooseFile(page, 'Accounts', files.northwind)
  await goToMapping(page)
  await createField(page, 'Country')
  expect(await checkRows(page)).toEqual({ ...nothing, create: 91 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 91 })
  await page.getByRole('link', { name: 'Open accounts' }).click()
  await page.getByText('91 accounts', { exact: true }).waitFor()

  await chooseFile(page, 'Accounts', files.northwind)
  await goToMapping(page)
  expect(await (await openColumn(page, 'Country')).inputValue()).toBe('Country')
  expect(await checkRows(page)).toEqual({ ...nothing, unchanged: 91 })
  await page.getByRole('button', { name: 'Nothing to import' }).waitFor()

  expect(await undoImport(page, files.northwind)).toBe('Undone: 91 accounts reverted.')
  await expectNothingLeft()
})
