import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import {
  checkRows,
  chooseFile,
  chooseForMissing,
  csvFile,
  goToMapping,
  mapColumn,
  nothing,
  runImport,
  undoImport,
} from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'
import { listTotals } from './lists.ts'

openJourneys()

const header = 'Kunden-Nr.;Firma;Konzern;Gebiet;Plätze'
const march = csvFile(
  'kunden-maerz.csv',
  header,
  '0000051;Alster;Nord Holding;Nord;12',
  '0000052;Isar;Süd Holding;Süd;unbegrenzt',
  '0000053;Spree;Nord Holding;Nord;1.250',
)
/** One row goes, one comes, one moves to an organization that is not there; the header is repeated, and a column is new. */
const april = csvFile(
  'kunden-april.csv',
  `${header};Betreuung`,
  '0000051;Alster;Ost Holding;Nord;14;Team 1',
  `${header};Betreuung`,
  '0000052;Isar;Süd Holding;Süd;unbegrenzt;Team 2',
  '0000054;Weser;Süd Holding;West;3;Team 1',
)

const problems = () => page.getByRole('region', { name: 'Values and rows with problems' })

test("a file without a saved mapping, and next month's version with one more column: nothing is decided twice", async () => {
  await chooseFile(page, 'Accounts', march)
  await goToMapping(page)
  await page.getByRole('button', { name: 'Create fields for 2 columns' }).click()
  await page.getByRole('combobox', { name: 'Type of Plätze' }).click()
  await page.getByRole('option', { name: 'Numeric', exact: true }).click()
  await page.getByRole('button', { name: 'Create 2 fields' }).click()
  await page.getByText('Every column is matched.').waitFor()
  await checkRows(page)
  await problems().getByText('2 organizations are not there yet: Nord Holding, Süd Holding').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await problems().getByRole('button', { name: 'Create organizations' }).click()
  await page.getByText('2 organizations will be created.').waitFor()
  await problems().getByRole('button', { name: 'Repair values' }).click()
  await problems().getByRole('checkbox', { name: 'Read as empty' }).click()
  await problems().getByRole('button', { name: 'Check again' }).click()
  await problems().waitFor({ state: 'detached' })
  expect(await runImport(page)).toEqual({ ...nothing, create: 3 })

  await chooseFile(page, 'Accounts', april)
  await goToMapping(page)
  await page.getByText('Mapped as in the import of “kunden-maerz.csv”; 1 column is new: Betreuung.').waitFor()
  await page.getByText('Every row has an external ID of its own.').waitFor()
  await chooseForMissing(page, 'Archive')
  expect(await seriousFaults(page)).toEqual([])
  expect(await checkRows(page)).toMatchObject({ ...nothing, create: 1, update: 1, unchanged: 1, refused: 1 })
  await page.getByText('1 account is not in the file; 1 record will be archived.').waitFor()
  await page.getByText('1 organization will be created.').waitFor()
  expect(await problems().getByText('unbegrenzt').count()).toBe(0)
  expect(await runImport(page)).toMatchObject({ create: 1, update: 1, unchanged: 1, refused: 1 })
  expect(await listTotals(client)).toMatchObject({ organizations: 3, accounts: 4 })

  expect(await undoImport(page, april.name)).toBe('Undone: 4 records reverted.')
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 new fields will be deleted, unless something uses them: Gebiet, Plätze.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await undoImport(page, march.name)
  expect(await listTotals(client)).toMatchObject({ organizations: 0, accounts: 0 })
})

test('what an earlier import chose gives way to the suggestions', async () => {
  const file = csvFile('codes.csv', 'Q1,Company', '1,Alder', '2,Birch')
  await chooseFile(page, 'Accounts', file)
  await goToMapping(page)
  await mapColumn(page, 'Q1', 'About')
  await checkRows(page)
  await runImport(page)
  await chooseFile(page, 'Accounts', file)
  await goToMapping(page)
  await page.getByText('Mapped as in the import of “codes.csv”.').waitFor()
  await page.getByRole('button', { name: 'Use suggestions' }).click()
  await page.getByText('Mapped as in the import of “codes.csv”.').waitFor({ state: 'detached' })
})
