import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server } from './journey.ts'
import { leave, visitAs } from './visitor.ts'

const currencies = ['USD', 'EUR'] as const
let ids: Record<(typeof currencies)[number], number>

openJourneys()

beforeAll(async () => {
  const region = await createField(client, 'organization', 'Region', 'string')
  const seats = await createField(client, 'account', 'Seats', 'number')
  const value = await createField(client, 'account', 'Contract value', 'currency')
  const { data } = await client.get<{ data: { currencyDefinitionId: number; code: string }[] }>(
    '/currency/currency-definitions',
  )
  ids = Object.fromEntries(
    data.map(({ code, currencyDefinitionId }) => [code, currencyDefinitionId]),
  ) as typeof ids
  const money = (amount: number) => ({ value: amount, currencyDefinitionId: ids.USD })
  const north = await createRecord(client, 'organizations', { name: 'Northern group' }, { [region]: 'North' })
  const south = await createRecord(client, 'organizations', { name: 'Southern group' }, { [region]: 'South' })
  const accounts = [
    ['Alder', north, 5, 100],
    ['Birch', south, 9, 250],
    ['Cedar', north, 9, 150],
    ['Dogwood', south, 1, 500],
  ] as const
  for (const [name, { organizationId }, count, amount] of accounts) {
    const custom = { [seats]: count, [value]: money(amount) }
    await createRecord(client, 'accounts', { name, organization: organizationId }, custom)
  }
})

async function openAccounts(where: Page, search = ''): Promise<void> {
  await where.goto(`/app/accounts/list${search}`)
  await where.getByText(/^(\d of )?\d accounts$/).waitFor()
}

const headersOf = async (where: Page) => {
  const headers = await where.getByRole('grid').getByRole('columnheader').allInnerTexts()
  return headers.map((text) => text.trim().split('\n')[0]).filter(Boolean)
}
/** Before the name stand the letters of its picture. */
const namesIn = async (where: Page) => {
  const texts = await where.getByRole('grid').getByRole('link').allInnerTexts()
  return texts.map((text) => text.split('\n').at(-1))
}
const totalOf = (where: Page, column: string) =>
  where
    .getByRole('row', { name: 'Totals' })
    .getByRole('gridcell')
    .filter({ has: where.getByRole('button', { name: new RegExp(`^Total of ${column}`) }) })
const heightOf = async (where: Page) => (await where.getByRole('row').nth(1).boundingBox())?.height
const saved = (where: Page) =>
  where.waitForResponse(
    (answer) => answer.url().includes('table-column-config') && answer.request().method() === 'PUT',
  )

/** Remembers whether the header ever named a column that was taken away: the list must not jump. */
const watchHeaders = `
  window.headers = new Set()
  const look = () => {
    const text = document.querySelector('[role=grid] [role=rowgroup]')?.textContent
    if (text) window.headers.add(text.includes('Pulse'))
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })`

test('columns are chosen from the level and above it, and are there in another browser', async () => {
  await openAccounts(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  expect(await seriousFaults(page)).toEqual([])
  await columns.getByRole('searchbox', { name: 'Find a column' }).fill('region')
  await columns.getByRole('button', { name: 'Show Organization › Region' }).click()
  await columns.getByRole('searchbox', { name: 'Find a column' }).fill('')
  await columns.getByRole('button', { name: 'Hide Pulse' }).click()
  const grip = columns.getByRole('button', { name: 'Organization › Region: Alt and arrow keys move it' })
  const keep = saved(page)
  for (const _ of Array.from({ length: 12 })) await grip.press('Alt+ArrowUp')
  await columns.getByRole('button', { name: 'Pin Health' }).click()
  await keep
  await page.keyboard.press('Escape')
  const chosen = await headersOf(page)
  expect(chosen.slice(0, 3)).toEqual(['Name', 'Health', 'Organization › Region'])
  expect(chosen).not.toContain('Pulse')
  await page.getByRole('gridcell', { name: 'North', exact: true }).first().waitFor()

  await openAccounts(page)
  // A column of the organization has its name once the fields of organizations are there.
  await expect.poll(() => headersOf(page)).toEqual(chosen)
  const other = await visitAs(browser, server)
  await other.page.addInitScript(watchHeaders)
  await openAccounts(other.page)
  expect(await other.page.evaluate('[...window.headers]')).toEqual([false])
  await expect.poll(() => headersOf(other.page)).toEqual(chosen)
  await openAccounts(other.page, '?cols=about')
  expect(await headersOf(other.page)).toEqual(['Name', 'About'])
  await openAccounts(other.page)
  await other.page.getByRole('button', { name: 'Columns' }).click()
  const reset = saved(other.page)
  await other.page.getByRole('button', { name: 'Reset to default columns' }).click()
  await reset
  expect(await headersOf(other.page)).toContain('Pulse')
  await leave(other)
})

const header = (name: string) => page.getByRole('columnheader', { name })

test('a list is sorted by several columns, of its own and of those above', async () => {
  await openAccounts(page)
  await header('Seats').click()
  await header('Seats').click()
  await expect.poll(async () => (await namesIn(page)).slice(2)).toEqual(['Alder', 'Dogwood'])
  expect(await header('Seats').getAttribute('aria-sort')).toBe('descending')
  await header('Name').click({ modifiers: ['Shift'] })
  await expect.poll(() => namesIn(page)).toEqual(['Birch', 'Cedar', 'Alder', 'Dogwood'])
  await header('Name').click({ modifiers: ['Shift'] })
  await expect.poll(() => namesIn(page)).toEqual(['Cedar', 'Birch', 'Alder', 'Dogwood'])
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-seats,-name')
  expect(await header('Name').textContent()).toContain('sorted descending, key 2 of 2')

  await page.getByRole('button', { name: 'Sort' }).click()
  const sort = page.getByRole('dialog', { name: 'Sort' })
  await sort.getByRole('searchbox', { name: 'Find a column' }).fill('region')
  await sort.getByRole('button', { name: 'Sort by Organization › Region' }).click()
  const grip = sort.getByRole('button', { name: 'Organization › Region: Alt and arrow keys move it' })
  await grip.press('Alt+ArrowUp')
  await grip.press('Alt+ArrowUp')
  await expect.poll(() => namesIn(page)).toEqual(['Cedar', 'Alder', 'Birch', 'Dogwood'])
  expect(await seriousFaults(page)).toEqual([])
  await sort.getByRole('button', { name: 'Remove Seats from sort' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('organization.region,-name')
  await expect.poll(() => namesIn(page)).toEqual(['Cedar', 'Alder', 'Dogwood', 'Birch'])
  await page.reload()
  await page.getByText(/^(\d of )?\d accounts$/).waitFor()
  await expect.poll(() => namesIn(page)).toEqual(['Cedar', 'Alder', 'Dogwood', 'Birch'])
})

test('totals stand below the rows, follow the filter, and say why money has none', async () => {
  await openAccounts(page)
  await page.getByRole('button', { name: 'Totals' }).click()
  await totalOf(page, 'Name').getByText('4', { exact: true }).waitFor()
  await totalOf(page, 'Contract value').getByText('$1,000').waitFor()

  // By keyboard: one stop of Tab, arrows within.
  await page.getByRole('button', { name: 'Total of Name: Count' }).focus()
  for (const _ of Array.from({ length: 20 })) {
    await page.keyboard.press('ArrowRight')
    if (await page.evaluate(`document.activeElement.dataset.total === 'seats'`)) break
  }
  await page.keyboard.press('Enter')
  const keep = saved(page)
  await page.getByRole('menuitemradio', { name: 'Average' }).click()
  await totalOf(page, 'Seats').getByText('6', { exact: true }).waitFor()
  await keep
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('Birch')
  await totalOf(page, 'Seats').getByText('9', { exact: true }).waitFor()
  await openAccounts(page)
  await totalOf(page, 'Seats').getByText('6', { exact: true }).waitFor()

  const euros = { value: 10, currencyDefinitionId: ids.EUR }
  await createRecord(client, 'accounts', { name: 'Elm' }, { contract_value: euros })
  await openAccounts(page)
  await totalOf(page, 'Contract value')
    .getByText(/exchange rate/i)
    .waitFor({ state: 'attached' })
})

test('a layout that could not be saved stays, and is saved when the list is opened next', async () => {
  await openAccounts(page)
  const config = '**/api/core/table-column-config**'
  await page.route(config, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: {} }) : route.continue(),
  )
  const refused = saved(page)
  await page.getByRole('button', { name: 'Density' }).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  expect((await refused).status()).toBe(409)
  await expect.poll(() => heightOf(page)).toBe(44)

  await page.unroute(config)
  const kept = saved(page)
  await openAccounts(page)
  expect((await kept).status()).toBe(200)
  await expect.poll(() => heightOf(page)).toBe(44)
  const other = await visitAs(browser, server)
  await openAccounts(other.page)
  await expect.poll(() => heightOf(other.page)).toBe(44)
  await other.context.close()
})
