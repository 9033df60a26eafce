import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { createField } from './customers.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { listRecords, listTotals } from './lists.ts'
import { visitAs, type Visitor } from './visitor.ts'

const rows = 1000
const columns = 10
const minute = 60_000

let visitor: Visitor
let page: Page
const fields: string[] = []

startJourneys()

beforeAll(async () => {
  for (let at = 0; at < columns; at += 1) {
    fields.push(await createField(client, 'contact', `Figure ${at}`, 'number'))
  }
  const data = Array.from({ length: rows }, (_, at) => ({
    name: `Person ${String(at).padStart(4, '0')}`,
    'system:email': `person${at}@example.com`,
  }))
  const config = { columns: [], mode: 'create' }
  await client.post('/core/entity/bulk', { type: 'entityBulkUpload', level: 'contact', config, data })
  const areThere = async () => expect((await listTotals(client)).contacts).toBe(rows)
  await vi.waitFor(areThere, { timeout: minute, interval: 500 })
  visitor = await visitAs(browser, server)
  page = visitor.page
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

async function figures(): Promise<unknown[][]> {
  const { data } = await listRecords(client, 'contacts', '&sort=name')
  return data.map((record) => fields.map((field) => record.customFields[field] ?? null))
}

const isBad = (row: number, column: number) => row % 100 === 50 && column === 3

test('a thousand rows of ten cells land in one call; the bad ones are marked, and one Undo takes all back', async () => {
  let calls = 0
  await page.route('**/api/core/contacts/cells', async (route) => {
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto(`/app/contacts/list?cols=${fields.join(',')}`)
  await page.getByText('1,000 contacts', { exact: true }).waitFor()
  const cell = (row: number, column: number) =>
    page.locator(`[data-row="${row}"] [data-column="${fields[column]}"]`)
  await cell(0, 0).click()
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_unused, column) =>
      isBad(row, column) ? 'many' : String(row * columns + column),
    ).join('\t'),
  )
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join('\r\n'))})`)
  await page.keyboard.press('Control+v')

  // Shown before the server has said, and told while it takes its time.
  await page.getByText('10,000 cells are being pasted').waitFor()
  await cell(1, 2).getByText('12', { exact: true }).waitFor()
  expect((await figures())[1]).toEqual(fields.map(() => null))

  await page.getByText('9,990 cells pasted, 10 skipped:').waitFor({ timeout: 30_000 })
  expect(calls).toBe(1)
  const written = await figures()
  const expected = written.map((_, row) =>
    fields.map((_unused, column) => (isBad(row, column) ? null : row * columns + column)),
  )
  expect(written).toEqual(expected)

  await page.getByRole('button', { name: 'Show' }).click()
  const list = page.getByRole('dialog', { name: '10 cells not pasted' })
  await list.getByRole('button', { name: 'Go to Figure 3 of Person 0950' }).click()
  await cell(950, 3).getByText('Not saved: Figure 3: "many" is not a number').waitFor({ state: 'attached' })
  expect(await cell(950, 3).getAttribute('aria-invalid')).toBe('true')

  await page.keyboard.press('Control+z')
  await page.getByText('Undone: 9,990 cells pasted').waitFor({ timeout: 30_000 })
  expect(await figures()).toEqual(written.map(() => fields.map(() => null)))
  await page.getByText('10 skipped:').waitFor({ state: 'detached' })
  expect(visitor.complaints).toEqual([])
})
