import { basename } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** Rows by outcome. */
export interface Outcomes {
  create: number
  update: number
  unchanged: number
  conflict: number
  refused: number
}

export const nothing: Outcomes = { create: 0, update: 0, unchanged: 0, conflict: 0, refused: 0 }

const outcomeNames = ['create', 'update', 'unchanged', 'conflict', 'refused'] as const

function outcomesOf(texts: readonly string[]): Outcomes {
  const numbers = texts.map((text) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '')))
  return Object.fromEntries(outcomeNames.map((name, at) => [name, numbers[at]])) as unknown as Outcomes
}

type LevelTitle = 'Organizations' | 'Accounts' | 'Contacts' | 'Pipelines'

/** A file that a test makes up. */
export interface SentFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function csvFile(name: string, ...lines: string[]): SentFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) }
}

/** Opens the wizard, says what the rows are and sends the file; ends at how the file is read. */
export async function chooseFile(page: Page, level: LevelTitle, path: string | SentFile): Promise<void> {
  await page.goto('/app/imports/new')
  await page.getByRole('radio', { name: level }).check({ force: true })
  await page.getByLabel('File to import').setInputFiles(path)
  await page.getByRole('heading', { name: 'Check how the file is read' }).waitFor()
}

export async function goToMapping(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: map the columns' }).click()
  await page.getByRole('heading', { name: 'Match columns to fields' }).waitFor()
}

/** The field of a column, which may be folded. */
export async function openColumn(page: Page, column: string): Promise<Locator> {
  const box = page.getByRole('combobox', { name: `Field for ${column}`, exact: true })
  const folded = page
    .getByRole('list', { name: 'Matched columns' })
    .getByRole('button')
    .filter({ has: page.getByText(column, { exact: true }).and(page.locator(':first-child')) })
  await box.or(folded).waitFor()
  if (await folded.isVisible()) await folded.click()
  return box
}

/** Sends a column to a field that is there, unless it goes there already. */
export async function mapColumn(page: Page, column: string, field: string): Promise<void> {
  const box = await openColumn(page, column)
  if ((await box.inputValue()) === field) return
  await box.fill(field)
  await page.getByRole('option', { name: field }).first().click()
}

/** Makes a field out of a column, of the type that its values look like. */
export async function createField(page: Page, column: string, type?: string): Promise<void> {
  await page.getByRole('button', { name: `Create a field from ${column}`, exact: true }).click()
  if (type) {
    await page.getByRole('combobox', { name: 'Type', exact: true }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Create field', exact: true }).click()
  await page
    .getByRole('button', { name: `Create a field from ${column}`, exact: true })
    .waitFor({ state: 'detached' })
}

/** What happens to records that the file lacks; the rules are folded at first. */
export async function chooseForMissing(page: Page, action: 'List' | 'Archive'): Promise<void> {
  await page.getByText('Rules for rows and cells').click()
  await page.getByRole('radiogroup', { name: 'Records that the file lacks' }).getByText(action).click()
}

/** Checks every row; what would happen. */
export async function checkRows(page: Page): Promise<Outcomes> {
  await page.getByRole('button', { name: 'Next: check the rows' }).click()
  await page.getByRole('heading', { name: 'Review the import' }).waitFor()
  const tabs = page.getByRole('tablist', { name: 'Rows by outcome' }).getByRole('tab')
  return outcomesOf(await tabs.allInnerTexts())
}

/** Starts the import that was checked and waits for its end; what happened. */
export async function runImport(page: Page): Promise<Outcomes> {
  await page.getByRole('button', { name: /^Import [\d,]+ / }).click()
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor({ timeout: 60_000 })
  return outcomesOf(await page.getByRole('main').getByRole('definition').allInnerTexts())
}

/** Undoes an import from the history; returns the sentence with the result. */
export async function undoImport(page: Page, path: string): Promise<string> {
  await page.goto('/app/imports')
  const row = page
    .getByRole('table', { name: 'Imports' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: basename(path) }) })
    .first()
  await row.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  const sentence = row.getByText(/^Undone: /)
  await sentence.waitFor({ timeout: 60_000 })
  return sentence.innerText()
}
