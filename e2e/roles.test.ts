import { afterEach, beforeAll, expect, test } from 'vitest'
import { createRecord } from './customers.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

const owner = { email: 'olu.owner@example.com', firstName: 'Olu', lastName: 'Owner', roleId: 1 } as const
const manager = {
  email: 'mona.manager@example.com',
  firstName: 'Mona',
  lastName: 'Manager',
  roleId: 2,
} as const
const viewer = { email: 'vera.viewer@example.com', firstName: 'Vera', lastName: 'Viewer', roleId: 4 } as const

let visitor: Visitor
let foreignAccount: number | undefined
let ownAccount: number | undefined

startJourneys()

beforeAll(async () => {
  const ownerId = await addPerson(server, owner)
  await addPerson(server, manager)
  await addPerson(server, viewer)
  const own = { 'system:owners': [ownerId] }
  ownAccount = (await createRecord(client, 'accounts', { name: 'Harbour Freight', ...own })).accountId
  foreignAccount = (await createRecord(client, 'accounts', { name: 'Harbour Cruises' })).accountId
})

afterEach(() => leave(visitor))

test('a Normal User finds only what they own: in the list, by search, in the command menu, by address', async () => {
  visitor = await visitAs(browser, server, owner.email)
  const { page } = visitor
  await page.goto('/app/accounts/list')
  await page.getByText('1 account', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Harbour Freight' }).waitFor()
  expect(await page.getByRole('switch', { name: 'Only mine' }).isDisabled()).toBe(true)

  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('Cruises')
  await page.getByText('No accounts match').waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search records or type a command' }).fill('harbour')
  const found = page.getByRole('group', { name: 'Records' })
  await found.getByRole('option', { name: 'Harbour Freight' }).waitFor()
  expect(await found.getByRole('option').count()).toBe(1)

  await page.goto(`/app/accounts/${foreignAccount}`)
  await page.getByText("This account does not exist, or you can't see it").waitFor()
  await page.goto(`/app/accounts/${ownAccount}`)
  await page.getByRole('heading', { name: 'Harbour Freight' }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
})

test('a Normal User who gives a new organization to others is told that they do not see it', async () => {
  visitor = await visitAs(browser, server, owner.email)
  const { page } = visitor
  await page.goto('/app/organizations/list?create=true')
  const form = page.getByRole('dialog', { name: 'New organization' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Group')
  const owners = form.getByRole('combobox', { name: /^Owner/ })
  await form.getByRole('button', { name: 'Remove Olu Owner' }).waitFor()
  await owners.press('Backspace')
  await owners.fill('Mona')
  await page.getByRole('option', { name: 'Mona Manager' }).click()
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Harbour Group created. Only its owners can see this organization.').waitFor()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Organizations' }).waitFor()
})

test('a Viewer sees everything and can change nothing', async () => {
  visitor = await visitAs(browser, server, viewer.email)
  const { page } = visitor
  await page.goto('/app/accounts/list')
  await page.getByText('2 accounts', { exact: true }).waitFor()
  const main = page.getByRole('main')
  expect(await main.getByRole('link', { name: 'New account' }).count()).toBe(0)
  expect(await main.getByRole('link', { name: 'Import' }).count()).toBe(0)

  await page.getByRole('gridcell', { name: 'Onboarding' }).first().dblclick()
  await page.getByRole('checkbox', { name: 'Select Harbour Freight' }).click()
  await page.getByText('1 selected').waitFor()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  expect(await bar.getByRole('button').allInnerTexts()).not.toContain('Archive')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.goto(`/app/accounts/${ownAccount}`)
  await page.getByRole('heading', { name: 'Harbour Freight' }).waitFor()
  await page.getByRole('button', { name: 'History of Lifecycle Stage' }).waitFor()
  expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy link', 'Print'])
  expect(await page.getByRole('button', { name: /^Log/ }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.goto('/app/imports/new')
  await page.getByText("You don't have permission to import").waitFor()
  await page.goto('/app/accounts/list?create=true')
  await page.getByText('2 accounts', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0)
})
