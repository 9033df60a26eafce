import { readFile } from 'node:fs/promises'
import type { Download } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'

openJourneys()

beforeAll(async () => {
  const region = await createField(client, 'account', 'Region', 'singlePicklist', ['North', 'South'])
  for (const [name, option] of [
    ['Alder', 'North'],
    ['Birch', 'South'],
    ['Cedar, "the old"', 'North'],
  ] as const) {
    await createRecord(client, 'accounts', { name, externalId: `=${name}` }, { [region]: option })
  }
})

beforeEach(async () => {
  await page.goto('/app/accounts/list?cols=name,region&sort=-name')
  await page.getByRole('grid').getByText('Alder').waitFor()
})

async function openExport() {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export accounts' })
  await dialog.waitFor()
  return dialog
}

async function linesOf(file: Download): Promise<string[]> {
  const text = await readFile(await file.path(), 'utf8')
  return text.replace('\uFEFF', '').split('\r\n').filter(Boolean)
}

test('saves the list as it is shown, and finds the file again under imports', async () => {
  const dialog = await openExport()
  await dialog.getByText('3 records will be exported.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/)
  expect(await linesOf(file)).toEqual([
    'Name,Region',
    '"Cedar, ""the old""",North',
    'Birch,South',
    'Alder,North',
  ])
  await dialog.getByText('3 records ·').waitFor()

  await page.goto('/app/imports')
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save ${file.suggestedFilename()}` }).click()
  expect(await linesOf(await again)).toHaveLength(4)
})

test('saves the selected records with all fields as a workbook', async () => {
  await page.getByRole('checkbox', { name: /Birch/ }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export accounts' })
  await dialog.getByRole('radio', { name: '1 selected' }).waitFor()
  await dialog.getByText('Excel').click()
  await dialog.getByText(/^All fields/).click()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  await dialog.getByText('1 record ·').waitFor()
})
