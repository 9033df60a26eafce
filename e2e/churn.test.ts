import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, server, startJourneys, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

const viewer = { email: 'vera.viewer@example.com', firstName: 'Vera', lastName: 'Viewer', roleId: 4 } as const

let visitor: Visitor
let account: number | undefined

startJourneys()

beforeAll(async () => {
  await addPerson(server, viewer)
  account = (await createRecord(client, 'accounts', { name: 'Lantern Works' })).accountId
  await createRecord(client, 'accounts', { name: 'Harbour Freight' })
})

afterEach(() => leave(visitor))

async function open(path: string, email?: string): Promise<Page> {
  visitor = await visitAs(browser, server, email)
  await visitor.page.goto(path)
  return visitor.page
}

async function pickReason(page: Page, text: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Churn reason' }).fill(text)
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an administrator writes the reasons, with the keyboard too, and saves them', async () => {
  const page = await open('/app/settings/churn-reasons')
  await page.getByRole('list', { name: 'Churn reasons' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add a reason below Price', exact: true }).click()
  await page.keyboard.type('Discount ended')
  await page.getByRole('button', { name: 'Move Competitor', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('Competitor, 4 of 6').waitFor()
  await page.getByRole('button', { name: 'Retire Other', exact: true }).click()
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Churn reasons saved').waitFor()
  await page.reload()
  const below = page
    .getByRole('list', { name: 'Reasons below Price' })
    .getByRole('textbox', { name: 'Reason' })
  await below.last().waitFor()
  expect(await below.last().inputValue()).toBe('Discount ended')
  const names = await page
    .getByRole('textbox', { name: 'Top reason' })
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))
  expect(names).toEqual(['Price', 'Product', 'Service', 'Competitor', 'Company', 'Other'])

  await page.getByRole('textbox', { name: 'Top reason' }).first().fill('Product')
  await page.getByText('"Product" is already in use. Choose another name.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)
})

test('somebody who may not define fields is told so', async () => {
  const page = await open('/app/settings/churn-reasons', viewer.email)
  await page.getByText("You don't have access to churn reasons").waitFor()
})

test('marking an account churned asks when, why and with how much, and the page tells it', async () => {
  const page = await open(`/app/accounts/${account}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark churned…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark Lantern Works churned?' })
  await pickReason(page, 'disc', 'Price › Discount ended')
  await dialog.getByRole('textbox', { name: 'Churn date' }).fill('2026-03-01')
  await dialog.getByRole('textbox', { name: 'Churn amount' }).fill('1200')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Mark churned' }).click()
  await page.getByText('Lantern Works marked churned').waitFor()
  await page
    .getByText(/ · Price › Discount ended/)
    .first()
    .waitFor()
  const { data } = await client.get<{ data: { globalFields: Record<string, unknown> } }>(
    `/core/accounts/${account}`,
  )
  expect(data.globalFields).toMatchObject({
    churned: true,
    churnDate: '2026-03-01',
    churnAmount: { value: 1200 },
  })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Undo churn' }).click()
  await page.getByText('Lantern Works is no longer churned').waitFor()
})

test('several accounts of a list are marked churned together', async () => {
  const page = await open('/app/accounts/list')
  await page.getByRole('link', { name: 'Harbour Freight' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
  await page.getByRole('button', { name: 'Mark churned' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark 2 accounts churned?' })
  await pickReason(page, 'compet', 'Competitor')
  await dialog.getByRole('button', { name: 'Mark 2 accounts churned' }).click()
  await page.getByText('2 accounts marked churned').waitFor()
  await page.getByText('No accounts match').waitFor()
})

test('cards of a board and the accounts of an organization tell when and why they left', async () => {
  const { organizationId } = await createRecord(client, 'organizations', { name: 'Northern Lights' })
  const lost = { name: unique('Lost Works'), organization: organizationId }
  const { accountId } = await createRecord(client, 'accounts', lost)
  const { data } = await client.get<{ data: { reasonId: number; name: string }[] }>('/core/churn-reasons')
  const reasonId = data.find(({ name }) => name === 'Competitor')?.reasonId
  await client.put(`/core/accounts/${accountId}/churn-status`, {
    churned: true,
    reasonId,
    date: '2026-03-01',
  })
  const filter = JSON.stringify({ field: 'churned', operator: 'isTrue' })
  const page = await open(`/app/accounts/board?filter=${encodeURIComponent(filter)}&q=Lost`)
  const told = page.locator('[data-tooltip^="Churned: "][data-tooltip$="2026 · Competitor"]')
  await told.first().waitFor()
  await page.goto(`/app/organizations/${organizationId}?tab=accounts`)
  await page.getByRole('link', { name: lost.name }).waitFor()
  await told.first().waitFor()
})
