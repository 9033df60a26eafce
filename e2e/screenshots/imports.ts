// Makes the pictures of imports and of a change of type in the handbook: `node e2e/screenshots/imports.ts`.
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi, type Client } from '../client.ts'
import { createField, createRecord } from '../customers.ts'
import { checkRows, chooseForMissing, chooseFile, goToMapping, runImport } from '../import-steps.ts'
import { monthlyFiles, nextMonth, thisMonth, type MonthlyFile } from '../next-month.ts'
import { save } from '../picture.ts'
import { checkRelated, dropRelated } from '../related-files.ts'
import { startServer } from '../server.ts'
import { visitAs } from '../visitor.ts'

type Take = (name: string) => Promise<void>

const file = monthlyFiles[0] as MonthlyFile

/** Imports this month's file, and gives a text field values that are nearly numbers. */
async function fill(page: Page, client: Client): Promise<void> {
  await createField(client, 'organization', 'Seats', 'string')
  for (const [at, value] of ['120', '1,200', '85', '40', 'a few', 'unlimited', '12'].entries()) {
    await createRecord(client, 'organizations', { name: `Group ${at + 1}` }, { seats: value })
  }
  await chooseFile(page, 'Accounts', thisMonth(file))
  await goToMapping(page)
  await file.prepare(page)
  await checkRows(page)
  await runImport(page)
}

async function takeRelated(page: Page): Promise<void> {
  await dropRelated(page)
  await checkRelated(page)
  await save(page, 'import-related')
}

async function takePages(page: Page, take: Take): Promise<void> {
  await chooseFile(page, 'Accounts', nextMonth(file))
  await goToMapping(page)
  await chooseForMissing(page, 'Archive')
  await checkRows(page)
  await page.getByText('1 account moves to another organization or account.').waitFor()
  await take('import-next-month')

  await page.goto('/app/settings/data-management/organization')
  await page.getByRole('button', { name: 'Actions for Seats' }).click()
  await page.getByRole('menuitem', { name: 'Change type…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the type of Seats' })
  await dialog.getByRole('combobox', { name: 'New type' }).fill('Numeric')
  await page.getByRole('option', { name: 'Numeric' }).click()
  await dialog.getByText('Left blank: 2 records').waitFor()
  await take('change-type')
}

const server = await startServer()
const browser = await launchBrowser()
try {
  const { page: first } = await visitAs(browser, server)
  await createField(await signInByApi(server), 'organization', 'Parent company', 'organization')
  await takeRelated(first)
  await fill(first, await signInByApi(server))
  for (const colorScheme of ['light', 'dark'] as const) {
    const suffix = colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, { colorScheme })
    await takePages(page, (name) => save(page, `${name}${suffix}`))
    const narrow = { colorScheme, viewport: { width: 390, height: 844 } }
    const { page: phone } = await visitAs(browser, server, undefined, narrow)
    await takePages(phone, (name) => save(phone, `${name}-390${suffix}`))
  }
} finally {
  await browser.close()
  await server.stop()
}
