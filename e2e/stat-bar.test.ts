import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server } from './journey.ts'
import { startTestServer } from './test-server.ts'
import { leave, visitAs } from './visitor.ts'

let account: number

const patience = { timeout: 10_000 }

openJourneys('administrator', () => startTestServer({ STARTER_FIELDS: 'on' }))

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  const { data } = await client.get<{ data: { currencyDefinitionId: number; isDefault: boolean }[] }>(
    '/currency/active-currencies',
  )
  const currencyDefinitionId = data.find((one) => one.isDefault)!.currencyDefinitionId
  const customers = [
    ['Alder', 1000, 30],
    ['Birch', 250, 200],
  ] as const
  for (const [name, value, days] of customers) {
    const arr = { value, currencyDefinitionId }
    const made = await createRecord(
      client,
      'accounts',
      { name, 'system:pulse': 4 },
      { arr, renewal_date: dayIn(days) },
    )
    account ??= made.accountId!
  }
  const due = { level: 'account', parentIdentifier: account, dueDate: dayIn(5) }
  await client.post('/tasks', { title: 'Send the renewal offer', ...due })
})

const bar = (on = page) => on.getByRole('region', { name: 'Key figures' })
const textOf = async (on = page) => (await bar(on).innerText()).replaceAll(/\s+/g, ' ')
const choice = (on: Page) => on.getByRole('dialog', { name: 'Choose figures' })

async function openList(on = page, search = ''): Promise<void> {
  await on.goto(`/app/accounts/list${search}`)
  await on.getByText(/^(\d of )?2 accounts$/).waitFor()
}

test('the figures above a list follow its filter', async () => {
  await openList()
  await expect.poll(() => textOf(), patience).toMatch(/^ARR \$1,250 At-risk ARR \$0 Average health 6\.0/)
  expect(await textOf()).toMatch(/Renewals in 90 days 1 \$1,000 ARR/)
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('birch')
  await expect.poll(() => textOf(), patience).toMatch(/^ARR \$250/)
  await expect.poll(() => textOf(), patience).toMatch(/Renewals in 90 days 0/)
})

test('everyone chooses figures and their order, by keyboard too', async () => {
  await openList()
  await page.getByRole('button', { name: 'Choose figures' }).focus()
  await page.keyboard.press('Enter')
  await choice(page).getByRole('checkbox', { name: 'At-risk ARR' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await choice(page).getByRole('checkbox', { name: 'At-risk ARR' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => textOf(), patience).not.toContain('At-risk')
  await choice(page).getByRole('button', { name: 'Move Average health up' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(), patience).toMatch(/^Average health 6\.0 ARR \$1,250/)
  await page.keyboard.press('Escape')
  await choice(page).waitFor({ state: 'detached' })

  await openList()
  await expect.poll(() => textOf(), patience).toMatch(/^Average health 6\.0 ARR \$1,250 Renewals/)
  await page.getByRole('button', { name: 'Choose figures' }).click()
  await choice(page).getByRole('button', { name: 'Default figures' }).click()
  await expect.poll(() => textOf(), patience).toMatch(/^ARR \$1,250 At-risk ARR/)
})

test('the header of a record says what matters, and leaves out what is absent', async () => {
  await page.goto(`/app/accounts/${account}`)
  const facts = page.locator('dl[aria-label="Key facts"]')
  const factsText = async () => (await facts.innerText()).replaceAll(/\s+/g, ' ')
  await expect
    .poll(factsText, patience)
    .toBe('ARR $1,000 Renewal in 30 days Next step Send the renewal offer due in 5 days')
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Choose figures' }).click()
  await choice(page).getByRole('checkbox', { name: 'Renewal' }).uncheck()
  await expect.poll(factsText, patience).toBe('ARR $1,000 Next step Send the renewal offer due in 5 days')
  await choice(page).getByRole('button', { name: 'Default figures' }).click()
  await expect.poll(factsText, patience).toContain('Renewal')
  await page.keyboard.press('Escape')
  await choice(page).waitFor({ state: 'detached' })

  await facts.getByRole('link', { name: 'Send the renewal offer' }).click()
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await expect.poll(() => title.inputValue(), patience).toBe('Send the renewal offer')
})

test('both fit a phone', async () => {
  const phone = await visitAs(browser, server, undefined, { viewport: { width: 390, height: 844 } })
  await openList(phone.page)
  await expect.poll(() => textOf(phone.page), patience).toContain('ARR $1,250')
  await phone.page.getByRole('button', { name: 'Choose figures' }).click()
  await choice(phone.page).getByRole('checkbox', { name: 'ARR', exact: true }).waitFor()
  expect(await seriousFaults(phone.page)).toEqual([])
  await phone.page.keyboard.press('Escape')
  await phone.page.getByRole('searchbox', { name: 'Search accounts' }).waitFor()
  const addFilter = phone.page.getByRole('button', { name: 'Add filter' })
  expect(await addFilter.count()).toBe(0)
  await phone.page.getByRole('button', { name: 'Filters', exact: true }).click()
  await addFilter.waitFor()
  await phone.page.getByText('Only mine').click()
  await phone.page.getByRole('button', { name: 'Filters · 1' }).waitFor()
  // Rows that another list replaces are faint until it is there.
  await expect.poll(() => phone.page.locator('[aria-busy=true]').count(), patience).toBe(0)
  expect(await seriousFaults(phone.page)).toEqual([])
  await phone.page.goto(`/app/accounts/${account}`)
  await phone.page.getByText('Send the renewal offer').first().waitFor()
  const { scrollWidth, clientWidth } = await phone.page.evaluate<{
    scrollWidth: number
    clientWidth: number
  }>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expect(await seriousFaults(phone.page)).toEqual([])
  await leave(phone)
})
