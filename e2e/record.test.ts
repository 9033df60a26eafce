import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, server, visitor } from './journey.ts'
import type { ListedRecord } from './lists.ts'
import { addPerson } from './people.ts'

let organization: ListedRecord
let account: ListedRecord
const fields = { seats: '', plan: '', renewal: '', notes: '' }

openJourneys()

beforeAll(async () => {
  fields.seats = await createField(client, 'account', 'Seats', 'number')
  fields.plan = await createField(client, 'account', 'Plan', 'singlePicklist', ['Starter', 'Business'])
  fields.renewal = await createField(client, 'account', 'Renewal day', 'date')
  fields.notes = await createField(client, 'account', 'Notes', 'longText')
})

// Each test has records of its own.
beforeEach(async () => {
  organization = await createRecord(client, 'organizations', { name: 'Northern Lights' })
  account = await createRecord(
    client,
    'accounts',
    { name: 'Lantern Works', organization: organization.organizationId },
    { [fields.seats]: 10 },
  )
})

const address = () => `/app/accounts/${account.accountId}`
const readAccount = async () =>
  (await client.get<{ data: ListedRecord }>(`/core/accounts/${account.accountId}`)).data

async function openAccount(on = page, tab = ''): Promise<void> {
  await on.goto(`${address()}${tab}`)
  await on.getByRole('heading', { name: 'Lantern Works', level: 1 }).waitFor()
}

test('fields of several kinds are edited where they stand', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'Edit Seats: 10' }).click()
  await page.getByRole('textbox', { name: 'Seats' }).fill('25')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit Seats: 25' }).waitFor()

  await page.getByRole('button', { name: 'Edit Plan: empty' }).click()
  await page.getByRole('option', { name: 'Business' }).click()
  await page.getByRole('button', { name: 'Edit Plan: Business' }).waitFor()

  await page.getByRole('button', { name: 'Edit Renewal day: empty' }).click()
  await page.getByRole('textbox', { name: 'Renewal day' }).fill('2027-03-01')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Edit Renewal day: .*2027/ }).waitFor()

  await page.getByRole('button', { name: 'Edit Notes: empty' }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Lamps for ships')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Edit Notes: Lamps for ships' }).waitFor()

  await page.getByRole('button', { name: 'Edit Pulse: empty' }).click()
  await page.getByRole('option', { name: /^Satisfied/ }).click()
  await page.getByRole('button', { name: 'Edit Pulse: Satisfied' }).waitFor()

  await expect
    .poll(async () => {
      const { globalFields, customFields } = await readAccount()
      return [
        customFields[fields.seats],
        customFields[fields.renewal],
        customFields[fields.notes],
        globalFields['pulse'],
      ]
    })
    .toEqual([25, '2027-03-01', 'Lamps for ships', 4])
})

test('two people change one field: the second is told and chooses', async () => {
  await openAccount()
  const other = await visitor.context.newPage()
  other.setDefaultTimeout(10_000)
  await openAccount(other)
  await other.getByRole('button', { name: 'Edit Seats: 10' }).click()
  await page.getByRole('button', { name: 'Edit Seats: 10' }).click()
  await page.getByRole('textbox', { name: 'Seats' }).fill('30')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readAccount()).customFields[fields.seats]).toBe(30)

  await other.getByRole('textbox', { name: 'Seats' }).fill('40')
  await other.keyboard.press('Enter')
  const note = other.getByRole('alert').filter({ hasText: 'Changed by admin@example.com' })
  await note.waitFor()
  await note.getByText('40').waitFor()
  expect((await readAccount()).customFields[fields.seats]).toBe(30)
  await note.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await readAccount()).customFields[fields.seats]).toBe(40)
})

test('the history tells what changed and restores a value, or undoes the change', async () => {
  await client.post(`/core/accounts/${account.accountId}`, { data: { [fields.seats]: 11 } })
  await client.post(`/core/accounts/${account.accountId}`, { data: { [fields.seats]: 12 } })
  await openAccount(page, '?tab=history')
  await page.getByRole('button', { name: 'Restore Seats to 10' }).click()
  await page.getByText('Seats restored to 10').waitFor()
  await page.getByRole('listitem').and(page.locator(':focus')).waitFor()
  expect((await readAccount()).customFields[fields.seats]).toBe(10)
  await page.getByRole('listitem').filter({ hasText: 'from 12' }).first().waitFor()

  await page.getByRole('button', { name: 'Undo this change' }).first().click()
  await expect.poll(async () => (await readAccount()).customFields[fields.seats]).toBe(12)
})

test('the tabs of an organization show what hangs under it, and make more of it', async () => {
  await page.goto(`/app/organizations/${organization.organizationId}`)
  await page.getByRole('tab', { name: 'Accounts 1' }).click()
  await page.getByRole('link', { name: 'Lantern Works' }).waitFor()
  await page.getByRole('tab', { name: 'Contacts', exact: true }).click()
  await page.getByText('No contacts yet').waitFor()
  await page.getByRole('tabpanel').getByRole('button', { name: 'New contact' }).click()

  const form = page.getByRole('dialog', { name: 'New contact' })
  await form.getByLabel('Name').fill('Nora Berg')
  await form.getByLabel('Email').fill('nora@example.com')
  await form.getByRole('button', { name: 'Create contact' }).click()
  await page.getByRole('tab', { name: 'Contacts 1' }).waitFor()
  await page.getByRole('cell', { name: 'nora@example.com' }).waitFor()
  await createRecord(client, 'contacts', {
    name: 'Anna Lind',
    'system:email': 'anna@example.com',
    organization: organization.organizationId,
  })
  await page.reload()
  const rows = page.getByRole('region', { name: 'Contacts' }).getByRole('rowheader')
  const order = async () =>
    (await rows.allInnerTexts()).map((text) => (text.includes('Anna') ? 'Anna' : 'Nora'))
  await expect.poll(order).toEqual(['Anna', 'Nora'])
  await page.getByRole('button', { name: 'Email' }).click()
  await page.getByRole('button', { name: 'Email' }).click()
  await expect.poll(order).toEqual(['Nora', 'Anna'])
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('nora')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Nora Berg' }).click()
  await page.getByRole('heading', { name: 'Nora Berg' }).waitFor()
  await page.getByRole('link', { name: 'Northern Lights' }).first().waitFor()
})

test('the form puts what the server refuses under the field, and keeps what was typed', async () => {
  await createRecord(client, 'accounts', { name: 'First of its id', externalId: `A-${account.accountId}` })
  await page.goto('/app/accounts/list?create=true')
  const form = page.getByRole('dialog', { name: 'New account' })
  await form.getByRole('button', { name: 'Create account' }).click()
  await form.getByText('Name is required.').waitFor()

  await form.getByLabel('Name').fill('Second of its id')
  await form.getByLabel('External ID').fill(`A-${account.accountId}`)
  await form.getByRole('button', { name: 'Create account' }).click()
  await form
    .getByText(/First of its id/)
    .first()
    .waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('Second of its id')
  await form.getByLabel('External ID').fill(`B-${account.accountId}`)
  await form.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Second of its id' }).waitFor()
})

test('the form edits all fields at once', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Lantern Works' })
  await form.getByLabel('Name').fill('Lantern Works Ltd')
  await form.getByLabel('Seats').fill('77')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Lantern Works Ltd' }).waitFor()
  await page.getByRole('button', { name: 'Edit Seats: 77' }).waitFor()
})

test('an account moves to another organization', async () => {
  await createRecord(client, 'organizations', { name: `Southern Cross ${account.accountId}` })
  await openAccount()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Lantern Works' })
  await dialog.getByRole('combobox', { name: 'New organization' }).fill(`Southern Cross ${account.accountId}`)
  await page.getByRole('option', { name: `Southern Cross ${account.accountId}` }).click()
  await dialog.getByText(`Southern Cross ${account.accountId} › Lantern Works`).waitFor()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  const path = page.getByRole('navigation', { name: 'Breadcrumb' })
  await path.getByRole('link', { name: `Southern Cross ${account.accountId}` }).waitFor()
})

test('an account is marked churned, and Undo takes it back', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark churned…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark Lantern Works churned?' })
  await dialog.getByRole('button', { name: 'Mark churned' }).click()
  await page.getByText('Lantern Works marked churned').waitFor()
  await expect.poll(async () => (await readAccount()).globalFields['churned']).toBe(true)
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await readAccount()).globalFields['churned']).toBe(false)
})

test('an owner is found by keys that follow the opening at once', async () => {
  await addPerson(server, { email: 'hana@example.com', firstName: 'Hana', lastName: 'Noll', roleId: 2 })
  await openAccount()
  await page.keyboard.press('o')
  await page.keyboard.type('hana noll', { delay: 0 })
  const owners = page.getByRole('dialog', { name: 'Assign owners' })
  await owners.getByRole('option', { name: 'Hana Noll' }).waitFor()
  await expect.poll(() => owners.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await owners.getByRole('list', { name: 'Owners' }).getByText('Hana Noll').waitFor()
})
