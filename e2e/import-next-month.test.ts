import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import {
  checkRows,
  chooseForMissing,
  chooseFile,
  goToMapping,
  nothing,
  runImport,
  undoImport,
} from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'
import { listTotals } from './lists.ts'
import { monthlyFiles, nextMonth, thisMonth, type MonthlyFile } from './next-month.ts'

openJourneys()

const causeOf = (field: string): Locator =>
  page
    .getByRole('region', { name: 'Values and rows with problems' })
    .getByRole('listitem')
    .filter({ hasText: `of ${field} left out` })
    .first()

/** Repairs a value for all rows on the page that checks them. */
async function repair({ field, value, as }: MonthlyFile['repairs'][number]): Promise<void> {
  await causeOf(field).getByRole('button', { name: 'Repair values' }).click()
  if (as === 'an option') {
    await page.getByRole('combobox', { name: `Read “${value}” as` }).click()
    await page.getByRole('option', { name: `Add “${value}”` }).click()
  } else await page.getByRole('textbox', { name: `Read “${value}” as` }).fill(as)
  await page.getByRole('button', { name: 'Check again' }).click()
  await causeOf(field).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Review the import' }).waitFor()
}

const accounts = async () => (await listTotals(client)).accounts

test.each(monthlyFiles)("$name, then next month's version of it, and both taken back", async (file) => {
  const [march, april] = [thisMonth(file), nextMonth(file)]
  await chooseFile(page, 'Accounts', march)
  await goToMapping(page)
  await file.prepare(page)
  expect(await checkRows(page)).toEqual({ ...nothing, create: file.rows })
  expect(await runImport(page)).toEqual({ ...nothing, create: file.rows })

  await chooseFile(page, 'Accounts', april)
  await goToMapping(page)
  await chooseForMissing(page, 'Archive')
  await checkRows(page)
  for (const one of file.repairs) await repair(one)
  expect(await seriousFaults(page)).toEqual([])
  const tabs = page.getByRole('tablist', { name: 'Rows by outcome' }).getByRole('tab')
  const counts = (await tabs.allInnerTexts()).slice(0, 5).map((text) => Number(/\d+/.exec(text)?.[0]))
  expect(counts).toEqual(Object.values(file.next))
  await page.getByText('1 account is not in the file; 1 record will be archived.').waitFor()
  const moved = page.getByText(`${file.moves} account moves to another organization or account.`)
  if (file.moves > 0) await moved.waitFor()
  expect(await runImport(page)).toEqual(file.next)
  expect(await accounts()).toBe(file.rows + 1)

  const { create, update } = file.next
  expect(await undoImport(page, april.name)).toBe(`Undone: ${create + update + 1} accounts reverted.`)
  expect(await accounts()).toBe(file.rows)
  await undoImport(page, march.name)
  expect(await accounts()).toBe(0)
})
