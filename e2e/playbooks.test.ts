import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

let visitor: Visitor
let accountId: number

startJourneys()

beforeAll(async () => {
  const made = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name: 'Northwind' },
  })
  accountId = made.data.accountId
})
beforeEach(async () => {
  visitor = await visitAs(browser, server)
})
afterEach(() => leave(visitor))

test('a playbook is made from a starter, previewed, applied to an account and taken back', async () => {
  const { page } = visitor
  await page.goto('/app/playbooks')
  await page.getByRole('button', { name: 'New playbook' }).first().click()
  await page.getByRole('menuitem', { name: 'Onboarding' }).click()
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.getByRole('button', { name: 'Save playbook' }).click()
  const row = page.getByRole('list', { name: 'Playbooks' }).getByRole('listitem')
  await row.getByText('Accounts · 6 steps · 0 running').waitFor()
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await row.getByText('Active', { exact: true }).waitFor()

  await page.goto(`/app/accounts/${accountId}?tab=playbooks`)
  await page.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByRole('menuitem', { name: 'Onboarding' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('Take over Northwind from sales').waitFor()
  await drawer.getByText('Busiest weeks').waitFor()
  await drawer.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByRole('link', { name: 'Onboarding' }).click()
  await page.getByText('0 of 6 steps completed').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  const { data } = await client.get<{ data: { title: string }[] }>('/tasks?myTasksOnly=true')
  expect(data.map(({ title }) => title)).toContain('Take over Northwind from sales')
})
