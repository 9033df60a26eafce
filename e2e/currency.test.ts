import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, visitor } from './journey.ts'

const patience = { timeout: 10_000 }

/** The month that lies so many before the present one, as YYYY-MM. */
function month(back: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
}

const monthName = (back: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month(back)}-01T00:00:00Z`),
  )

openJourneys()

let arr: string

beforeAll(async () => {
  arr = await createField(client, 'account', 'Yearly worth', 'currency')
})

const address = '/app/settings/data-management/currency'
const cell = (code: string, back: number) =>
  page.getByRole('textbox', { name: `${code}, ${monthName(back)}`, exact: true })
const section = () => page.getByRole('region', { name: 'Exchange rates' })

interface Rates {
  data: { months: { month: string; rates: { currencyDefinitionId: number; rate: number }[] }[] }
}

/** The rates that are saved for a month, by the ids of currencies. */
async function savedRates(back: number): Promise<Map<number, number>> {
  const { data } = await client.get<Rates>('/currency/exchange-rates')
  const found = data.months.find((one) => one.month === month(back))
  return new Map(found?.rates.map(({ currencyDefinitionId, rate }) => [currencyDefinitionId, rate]))
}

async function idOf(code: string): Promise<number> {
  const { data } = await client.get<{ data: { code: string; currencyDefinitionId: number }[] }>(
    '/currency/currency-definitions',
  )
  return data.find((one) => one.code === code)?.currencyDefinitionId ?? 0
}

test('a currency is added, rates are typed and pasted, and amounts in it are shown in the reader’s', async () => {
  await page.goto(address)
  await section().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add currency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add currency' })
  await dialog.getByRole('button', { name: 'Add currency' }).click()
  await dialog.getByText('Choose a currency.').waitFor()
  await dialog.getByRole('combobox', { name: 'Currency' }).fill('swiss')
  await page.getByRole('option', { name: /^CHF/ }).click()
  await dialog.getByRole('button', { name: 'Add currency' }).click()
  await page.getByText('CHF added').waitFor()
  const chf = await idOf('CHF')

  // What is not a rate is reported at its cell and is not saved.
  await cell('CHF', 0).fill('0')
  await section().getByText('In progress').waitFor()
  expect(await section().getByRole('button', { name: 'Save Exchange rates' }).isDisabled()).toBe(true)
  await section().getByText("One rate isn't valid.").waitFor()
  await cell('CHF', 0).fill('0.8')
  await section().getByText('Completed').waitFor()
  await section().getByRole('button', { name: 'Save Exchange rates' }).click()
  await page.getByText('Exchange rates saved').waitFor()
  expect(await savedRates(0)).toEqual(new Map([[chf, 0.8]]))

  // A block from a spreadsheet falls on the cells from the one that it is pasted into on.
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(String.raw`navigator.clipboard.writeText('0.81\t0.86\n0.82\t0.87\n')`)
  await cell('CHF', 1).focus()
  await page.keyboard.press('Control+V')
  expect(await cell('EUR', 2).inputValue()).toBe('0.87')
  await cell('CHF', 1).press('ArrowDown')
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(`CHF, ${monthName(2)}`)
  await cell('CHF', 2).press('Escape')
  expect(await cell('CHF', 2).inputValue()).toBe('')
  await section().getByRole('button', { name: 'Save Exchange rates' }).click()
  await expect.poll(async () => (await savedRates(1)).get(chf), patience).toBe(0.81)
  expect(await savedRates(2)).toEqual(new Map([[await idOf('EUR'), 0.87]]))

  // 1,000 francs at 0.8 francs for a dollar.
  const worth = async (code: string, value: number) => ({
    [arr]: { currencyDefinitionId: await idOf(code), value },
  })
  await createRecord(client, 'accounts', { name: 'Alpenglow' }, await worth('CHF', 1000))
  await createRecord(client, 'accounts', { name: 'Thames' }, await worth('GBP', 500))
  await page.goto('/app/accounts/list')
  const francs = page.getByRole('row', { name: /Alpenglow/ }).locator('[data-tooltip*="1,000"]')
  await francs.waitFor()
  expect(await francs.innerText()).toBe('$1,250')
  // There is not a rate for pounds: they stay pounds, and say so.
  const pounds = page.getByRole('row', { name: /Thames/ }).locator('[data-tooltip="No exchange rate to USD"]')
  expect(await pounds.innerText()).toContain('£500')

  // What amounts are given in cannot be taken away.
  await page.goto(address)
  await page.getByRole('button', { name: 'Remove CHF' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page
    .getByText(/CHF.*(used|in use|amount)/i)
    .first()
    .waitFor()
})

test('a file of rates is looked at, then imported', async () => {
  await page.goto(address)
  await section().waitFor()
  await page.getByRole('button', { name: 'Import rates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import exchange rates' })
  const choose = (name: string, text: string) =>
    dialog
      .getByLabel('Exchange rate file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('notes.csv', 'Hello,there\n1,2\n')
  await dialog.getByRole('alert').waitFor()
  await choose(
    'rates.csv',
    `Date,USD,GBP,HRK,\n${month(4)}-20,1.25,0.875,N/A,\n${month(4)}-19,1.3,0.9,7.5,\n${month(5)}-15,1.2,0.84,N/A,\n`,
  )
  await dialog.getByText(`${monthName(5)} – ${monthName(4)}`).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Import \d+ rates$/ }).click()
  await page.getByText(/\d+ rates imported/).waitFor()
  // Of the last day of the month: 0.875 pounds for 1.25 dollars.
  expect((await savedRates(4)).get(await idOf('GBP'))).toBeCloseTo(0.7, 9)
  await expect.poll(() => cell('GBP', 4).inputValue(), patience).toBe('0.7')
})
