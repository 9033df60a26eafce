import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField } from './customers.ts'
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
import { listTotals } from './lists.ts'

openJourneys()

beforeAll(async () => {
  await createField(client, 'account', 'Seats', 'number')
  await createField(client, 'account', 'Tier', 'singlePicklist', ['Gold'])
})

const problems = () => page.getByRole('region', { name: 'Values and rows with problems' })
const causeOf = (field: string): Locator =>
  problems()
    .getByRole('listitem')
    .filter({ hasText: `of ${field} left out` })
    .first()

/** Checks every row once more, with the values that were chosen for one cause. */
async function checkAgain(field: string): Promise<void> {
  await page.getByRole('button', { name: 'Check again' }).click()
  await causeOf(field).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Review the import' }).waitFor()
}

test('values are repaired for all rows: read as another, as empty, and added as an option', async () => {
  const file = csvFile(
    'repairs.csv',
    'id,name,Seats,Tier',
    'r1,One,12,Gold',
    'r2,Two,many,Golden',
    'r3,Three,lots,Bronze',
  )
  await chooseFile(page, 'Accounts', file)
  await goToMapping(page)
  expect(await checkRows(page)).toEqual({ ...nothing, create: 3 })
  await problems().getByText('2 values are not options yet:').waitFor()

  await causeOf('Seats').getByRole('button', { name: 'Repair values' }).click()
  await causeOf('Seats').getByRole('textbox', { name: 'Read “many” as' }).fill('40')
  await causeOf('Seats')
    .getByRole('listitem')
    .filter({ hasText: '“lots”' })
    .getByRole('checkbox', { name: 'Read as empty' })
    .check()
  expect(await seriousFaults(page)).toEqual([])
  await checkAgain('Seats')

  await causeOf('Tier').getByRole('button', { name: 'Repair values' }).click()
  await page.getByRole('combobox', { name: 'Read “Golden” as' }).fill('Gold')
  await page.getByRole('option', { name: 'Gold', exact: true }).click()
  await page.getByRole('combobox', { name: 'Read “Bronze” as' }).click()
  await page.getByRole('option', { name: 'Add “Bronze”' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await checkAgain('Tier')
  expect(await problems().count()).toBe(0)
  await page.getByText('gets 1 new option: Bronze').waitFor()

  expect(await runImport(page)).toEqual({ ...nothing, create: 3 })
  const { data } = await client.get<{ data: { customFields: Record<string, unknown> }[] }>('/core/accounts')
  const seats = data.map(({ customFields }) => customFields['seats'] ?? null)
  expect(seats.toSorted()).toEqual([12, 40, null])
  expect(await undoImport(page, file.name)).toBe('Undone: 3 accounts reverted.')
})

test("next month's file: a move, a record that is gone, an unrelated name, and all of it back", async () => {
  await chooseFile(page, 'Organizations', csvFile('groups.csv', 'External ID,Name', 'g1,North', 'g2,South'))
  await goToMapping(page)
  await checkRows(page)
  await runImport(page)
  const header = 'External ID,Name,Organization'
  await chooseFile(
    page,
    'Accounts',
    csvFile('march.csv', header, 'm1,Alder,North', 'm2,Birch,North', 'm3,Cedar,South'),
  )
  await goToMapping(page)
  expect(await checkRows(page)).toEqual({ ...nothing, create: 3 })
  await runImport(page)

  const april = csvFile('april.csv', header, 'm1,Alder,South', 'm2,Zebra,North', 'm4,Dogwood,South')
  await chooseFile(page, 'Accounts', april)
  await goToMapping(page)
  await chooseForMissing(page, 'Archive')
  expect(await seriousFaults(page)).toEqual([])
  expect(await checkRows(page)).toEqual({ ...nothing, create: 1, update: 2 })
  await page.getByText('1 account would get an unrelated name').waitFor()
  await page.getByText('Line 3: “Birch” becomes “Zebra”').waitFor()
  await page.getByText('1 account moves to another organization or account.').waitFor()
  await page.getByText('1 account is not in the file; 1 record will be archived.').waitFor()
  await page.getByRole('tab', { name: 'Not in the file' }).click()
  await page.getByRole('tabpanel').getByRole('link', { name: 'Cedar' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(await runImport(page)).toEqual({ ...nothing, create: 1, update: 2 })

  expect(await undoImport(page, april.name)).toBe('Undone: 4 accounts reverted.')
  expect(await listTotals(client)).toMatchObject({ organizations: 2, accounts: 3 })
})

test('a mapping saved under a name maps the next file with its header, repairs included', async () => {
  const header = 'Kennung;Firma;Plaetze'
  await chooseFile(page, 'Accounts', csvFile('mai.csv', header, 'k1;Esche;viele', 'k2;Fichte;3'))
  await goToMapping(page)
  await mapColumn(page, 'Kennung', 'External ID')
  await mapColumn(page, 'Firma', 'Name')
  await mapColumn(page, 'Plaetze', 'Seats')
  await page.getByRole('radio', { name: /^External ID/ }).check()
  await checkRows(page)
  await causeOf('Seats').getByRole('button', { name: 'Repair values' }).click()
  await causeOf('Seats').getByRole('textbox', { name: 'Read “viele” as' }).fill('99')
  await checkAgain('Seats')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save mapping' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Monthly list')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Mapped as saved in “Monthly list”').waitFor()

  const june = csvFile('juni.csv', 'Firma;Plaetze;Kennung', 'Esche;viele;k1', 'Gingko;5;k3')
  await chooseFile(page, 'Accounts', june)
  await goToMapping(page)
  await page.getByText('Mapped as saved in “Monthly list”').waitFor()
  expect(await page.getByRole('combobox', { name: 'Field for Plaetze' }).inputValue()).toBe('Seats')
  expect(await checkRows(page)).toEqual({ ...nothing, create: 2 })
  expect(await problems().count()).toBe(0)

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Delete mapping Monthly list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete mapping' }).click()
  await page.getByText('Mapped as saved in “Monthly list”').waitFor({ state: 'detached' })
})
