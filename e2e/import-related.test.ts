import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField } from './customers.ts'
import { csvFile, undoImport } from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'
import { listTotals } from './lists.ts'

openJourneys()

const files = [
  csvFile('deals.csv', 'ID,Name,Account,Type', 'd1,Renewal,Alder Berlin,Opportunity'),
  csvFile(
    'people.csv',
    'Email,Name,Account',
    'ann@example.com,Ann,Alder Berlin',
    'bob@example.com,Bob,Nowhere',
  ),
  csvFile('sites.csv', 'ID,Name,Organization', 's1,Alder Berlin,Alder', 's2,Birch Rome,Birch'),
  csvFile('companies.csv', 'ID,Name,Parent company', 'c1,Alder,Holding', 'c2,Birch,', 'c3,Holding,'),
]

const none = { organizations: 0, accounts: 0, contacts: 0, pipelines: 0 }
const section = (name: string) => page.getByRole('region', { name, exact: true })
const countOf = (level: string, outcome: string) =>
  section(level).getByRole('tab', { name: new RegExp(`\\b${outcome}$`) })

beforeAll(() => createField(client, 'organization', 'Parent company', 'organization'))

test('files that belong together: one preview, one import, one undo', async () => {
  await page.goto('/app/imports/new')
  await page.getByLabel('File to import').setInputFiles(files)
  await page.getByRole('heading', { name: 'Which files belong together?' }).waitFor()
  const list = page.getByRole('list', { name: 'Files' })
  await list.getByRole('listitem').nth(3).waitFor()
  for (const [file, level] of [
    ['deals.csv', 'Pipelines'],
    ['people.csv', 'Contacts'],
    ['sites.csv', 'Accounts'],
    ['companies.csv', 'Organizations'],
  ]) {
    await page
      .getByRole('combobox', { name: `Rows of ${file}` })
      .getByText(level ?? '')
      .waitFor()
  }
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Next: map the columns' }).click()
  for (const next of ['map accounts', 'map contacts', 'map pipelines', 'check all files']) {
    await page.getByRole('button', { name: `Next: ${next}` }).click()
  }
  await page.getByRole('heading', { name: 'Review the import' }).waitFor()
  await countOf('Organizations', 'Create').getByText('3', { exact: true }).waitFor()
  await countOf('Accounts', 'Create').getByText('2', { exact: true }).waitFor()
  await countOf('Contacts', 'Create').getByText('2', { exact: true }).waitFor()
  await section('Contacts').getByText('1 value of Account left out').waitFor()
  await countOf('Pipelines', 'Create').getByText('1', { exact: true }).waitFor()
  await section('Organizations').getByText('is linked to records that other rows of the file name').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Import 8 records' }).click()
  await page.getByRole('status').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 60_000 })
  expect(await seriousFaults(page)).toEqual([])
  expect(await listTotals(client)).toEqual({ organizations: 3, accounts: 2, contacts: 2, pipelines: 1 })
  expect(await undoImport(page, 'companies.csv, sites.csv, people.csv, deals.csv')).toBe(
    'Undone: 8 records went back.',
  )
  expect(await listTotals(client)).toEqual(none)
})
