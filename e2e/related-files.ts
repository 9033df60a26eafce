import type { Page } from 'playwright-core'
import { csvFile } from './import-steps.ts'

/** Four files that name records of each other; those of organizations name one another. */
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

/** Drops the files at once; ends where it says what the rows of each are. */
export async function dropRelated(page: Page): Promise<void> {
  await page.goto('/app/imports/new')
  await page.getByLabel('File to import').setInputFiles(files)
  await page.getByRole('heading', { name: 'Which files belong together?' }).waitFor()
  const list = page.getByRole('list', { name: 'Files' })
  await list.getByRole('listitem').nth(3).waitFor()
}

/** Takes the suggested mappings, and checks all files together. */
export async function checkRelated(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: map the columns' }).click()
  for (const next of ['map accounts', 'map contacts', 'map pipelines', 'check all files']) {
    await page.getByRole('button', { name: `Next: ${next}` }).click()
  }
  await page.getByRole('heading', { name: 'Review the import' }).waitFor()
}
