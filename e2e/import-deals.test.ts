import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import {
  checkRows,
  chooseForMissing,
  chooseFile,
  csvFile,
  goToMapping,
  mapColumn,
  nothing,
  runImport,
  undoImport,
} from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'

openJourneys()

const header = 'opportunity_id,account,deal_stage'
const march = csvFile('deals-march.csv', header, 'd1,Cancity,Won', 'd2,,Engaging', 'd3,Cancity,Lost')
/** One deal is gone, one is won, and one is about an account that is not there. */
const april = csvFile('deals-april.csv', header, 'd1,Cancity,Won', 'd2,,Won', 'd4,Brand New Corp,Engaging')

const problems = () => page.getByRole('region', { name: 'Values and rows with problems' })

test('deals without an account, in stages that Steward does not have, and their next month', async () => {
  await createRecord(client, 'organizations', { name: 'Open market' })
  await createRecord(client, 'accounts', { name: 'Cancity' })

  await chooseFile(page, 'Pipelines', march)
  await goToMapping(page)
  await page.getByRole('button', { name: 'Make the name' }).click()
  await mapColumn(page, 'deal_stage', 'Status')
  await page.getByRole('combobox', { name: 'Entity Type' }).last().click()
  await page.getByRole('option', { name: 'Opportunity' }).click()
  expect(await checkRows(page)).toEqual({ ...nothing, create: 2, refused: 1 })
  await problems().getByRole('button', { name: 'Repair values' }).click()
  await problems().getByRole('combobox', { name: 'Read “Engaging” as' }).click()
  await page.getByRole('option', { name: 'Open', exact: true }).click()
  await problems().getByRole('button', { name: 'Check again' }).click()
  await problems().getByText('1 row names no organization or account.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await problems().getByRole('combobox', { name: 'Organization of rows without one' }).fill('Open')
  await page.getByRole('option', { name: 'Open market' }).click()
  await problems().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import 3 pipelines' }).waitFor()
  expect(await runImport(page)).toEqual({ ...nothing, create: 3 })

  await chooseFile(page, 'Pipelines', april)
  await goToMapping(page)
  await page.getByText('Every row has an external ID of its own.').waitFor()
  await chooseForMissing(page, 'Archive')
  await page.getByText('Only pipelines that these imports created or changed.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(await checkRows(page)).toMatchObject({ create: 1, update: 1, unchanged: 1, refused: 0 })
  await page.getByText('Only pipelines of deals-march.csv were looked at.').waitFor()
  await problems().getByRole('button', { name: 'Create accounts' }).click()
  await page.getByText('1 account will be created.').waitFor()
  expect(await runImport(page)).toMatchObject({ create: 1, update: 1, unchanged: 1, refused: 0 })
  expect(await undoImport(page, april.name)).toBe('Undone: 4 records reverted.')
  expect(await undoImport(page, march.name)).toBe('Undone: 3 pipelines reverted.')
})
