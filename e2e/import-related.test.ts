import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField } from './customers.ts'
import { undoImport } from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'
import { listTotals } from './lists.ts'
import { checkRelated, dropRelated } from './related-files.ts'

openJourneys()

const none = { organizations: 0, accounts: 0, contacts: 0, pipelines: 0 }
const section = (name: string) => page.getByRole('region', { name, exact: true })
const countOf = (level: string, outcome: string) =>
  section(level).getByRole('tab', { name: new RegExp(`\\b${outcome}$`) })

beforeAll(() => createField(client, 'organization', 'Parent company', 'organization'))

test('files that belong together: one preview, one import, one undo', async () => {
  await dropRelated(page)
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
  await checkRelated(page)
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
    'Undone: 8 records reverted.',
  )
  expect(await listTotals(client)).toEqual(none)
})
