import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { apiNameOf, createField, createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs } from './visitor.ts'

const colleagues = [
  { email: 'norma@example.com', firstName: 'Norma', lastName: 'Normal', roleId: 1 },
  { email: 'mona@example.com', firstName: 'Mona', lastName: 'Manager', roleId: 2 },
  { email: 'vera@example.com', firstName: 'Vera', lastName: 'Viewer', roleId: 4 },
] as const

const patience = { timeout: 10_000 }

openJourneys()

beforeAll(async () => {
  for (const person of colleagues) await addPerson(server, person)
  await createField(client, 'account', 'Region', 'string')
  await createField(client, 'account', 'Seats', 'number')
  await createRecord(client, 'accounts', { name: 'Alder' })
})

const base = '/app/settings/data-management'
const drawer = () => page.getByRole('dialog', { name: /field$|^Tier/ })
const table = () => page.getByRole('table', { name: 'Custom fields of accounts' })
const row = (name: string) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
const namesOf = (field: string) => page.getByRole('textbox', { name: `External names of ${field}` })
/** The names of the fields in their order, as the server has it. */
const names = async () => {
  const { data } = await client.get<{ data: { displayName: string }[] }>('/core/fields?level=account')
  return data.map(({ displayName }) => displayName)
}

test('a field with options is made, moved, used, and deleted by its name', async () => {
  const tier = unique('Tier')
  await page.goto(`${base}/account`)
  await table().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'New field' }).click()
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await drawer().getByText('Enter a name.').waitFor()
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill(tier)
  await drawer()
    .getByText(`API name ${apiNameOf(tier)}`)
    .waitFor()
  await drawer().getByRole('combobox', { name: 'Type' }).fill('Single')
  await page.getByRole('option', { name: 'Single Option' }).click()
  await drawer().getByRole('button', { name: 'Add option' }).click()
  await page.keyboard.type('Silver')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Gold')
  await drawer().getByRole('button', { name: 'Color of Gold: no color' }).click()
  await page.getByRole('button', { name: 'color 2' }).click()
  // Gold comes first, by the keys of its grip.
  await drawer().getByRole('button', { name: 'Move Gold', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await drawer().getByText('Gold, 1 of 2').waitFor({ state: 'attached' })
  const preview = drawer().getByRole('region', { name: 'Preview' })
  await preview.getByRole('combobox', { name: tier }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Gold', 'Silver'])
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await page.getByText(`${tier} created`).waitFor()

  // It moves to the top: by the keys, then Region before it by the pointer.
  const grip = table().getByRole('button', { name: `Move ${tier}`, exact: true })
  await grip.focus()
  for (let place = (await names()).length - 1; place > 0; place -= 1) {
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(async () => (await names()).indexOf(tier), patience).toBe(place - 1)
  }
  await row('Region')
    .getByRole('button', { name: 'Move Region', exact: true })
    .locator('..')
    .dragTo(row(tier), {
      targetPosition: { x: 200, y: 4 },
    })
  await expect.poll(async () => (await names()).slice(0, 2), patience).toEqual(['Region', tier])

  // An account takes a value in the list, where the field has a column and its options their order.
  await page.goto('/app/accounts/list')
  await page.getByRole('columnheader', { name: tier }).waitFor()
  const { data: accounts } = await client.get<{ data: { accountId: number }[] }>('/core/accounts')
  const id = accounts[0]?.accountId
  await page.goto(`/app/accounts/${id}`)
  await page.getByRole('button', { name: `Edit ${tier}: empty` }).click()
  await page.getByRole('option', { name: 'Gold' }).click()
  await page.getByRole('button', { name: `Edit ${tier}: Gold` }).waitFor()

  // A segment and a pin use it; the person who deletes it is warned first.
  await client.post('/segment', {
    name: unique('Golden'),
    segmentLevel: 'account',
    isPrivate: false,
    logic: { field: `tier_${tier.split(' ')[1]}`, operator: 'set' },
  })
  await page.goto(`${base}/account`)
  await page.getByRole('button', { name: `Actions for ${tier}` }).click()
  await page.getByRole('menuitem', { name: 'Pin to records' }).click()
  await page.getByRole('button', { name: `${tier} is used in 2 places` }).click()
  const used = page.getByRole('dialog', { name: `Where ${tier} is used` })
  await used.getByText('1 record has a value').waitFor()
  await used.getByText('1 segment').waitFor()
  await used.getByText('1 pin').waitFor()
  await used.getByRole('button', { name: 'Close' }).first().click()

  await page.getByRole('button', { name: `Actions for ${tier}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${tier}?` })
  const confirm = question.getByRole('button', { name: 'Delete field' })
  await question.getByText('1 segment').waitFor()
  await question.getByRole('textbox').fill('Tier')
  expect(await confirm.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill(tier)
  expect(await seriousFaults(page)).toEqual([])
  await confirm.click()
  await page.getByText(`${tier} deleted`).waitFor()
  await expect.poll(() => row(tier).count(), patience).toBe(0)
})

test('a field is worked out by a formula', async () => {
  const double = unique('Double')
  await page.goto(`${base}/account?field=new`)
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill(double)
  await drawer().getByText('Formula', { exact: true }).click()
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await drawer().getByText('Enter a formula.').waitFor()
  const formula = drawer().getByRole('textbox', { name: 'Formula' })
  await formula.fill('{seats} *')
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await formula.fill('{seats} * 2')
  expect(await seriousFaults(page)).toEqual([])
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await page.getByText(`${double} created`).waitFor()
  await row(double).getByText('Calculated').waitFor({ state: 'attached' })
  await row('Seats').getByRole('button', { name: 'Seats is used in' }).click()
  await page.getByRole('dialog').getByText(double).waitFor()
})

test('pinned fields stand at the head of a record, and are edited there', async () => {
  const plan = unique('Plan')
  await createField(client, 'account', plan, 'string')
  await page.goto(`${base}/account?tab=pins`)
  await page.getByRole('combobox', { name: 'Pin a field' }).fill(plan)
  await page.getByRole('option', { name: plan }).click()
  await page.getByRole('listitem').filter({ hasText: plan }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const { accountId } = await createRecord(client, 'accounts', { name: unique('Birch') })
  await page.goto(`/app/accounts/${accountId}`)
  await page.getByRole('button', { name: `Edit pinned ${plan}: empty` }).click()
  await page.getByRole('textbox', { name: plan }).fill('Yearly')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Edit pinned ${plan}: Yearly` }).waitFor()
  expect(await page.getByRole('button', { name: `Edit ${plan}: Yearly` }).count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
})

test('sections are arranged, and records and their form follow', async () => {
  const section = unique('Contract')
  await page.goto(`${base}/account?tab=sections`)
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.keyboard.type(section)
  const made = page.getByRole('region', { name: section })
  await page.getByRole('button', { name: 'Move Seats' }).locator('..').dragTo(made.locator('header'))
  await made.getByText('Seats').waitFor()
  await made.getByRole('checkbox', { name: 'Collapsed by default' }).check()
  // Up over the edge of its section and down again, by the keys alone.
  await made.getByRole('button', { name: 'Move Seats', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => made.getByText('Seats').count(), patience).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel'), patience).toBe('Move Seats')
  await page.keyboard.press('Alt+ArrowDown')
  await made.getByText('Seats').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save sections' }).click()
  await page.getByText('Sections saved').waitFor()

  const { accountId } = await createRecord(client, 'accounts', { name: unique('Cedar') })
  await page.goto(`/app/accounts/${accountId}`)
  const shown = page.getByRole('region', { name: section })
  expect(await shown.getByText('Seats').isVisible()).toBe(false)
  await shown.getByRole('button', { name: section }).click()
  await shown.getByText('Seats').waitFor()
  await page.goto(`/app/accounts/${accountId}?edit=${accountId}`)
  const group = page.getByRole('dialog').getByRole('region', { name: section })
  await group.getByLabel('Seats').waitFor()

  await page.goto(`${base}/account?tab=sections`)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('button', { name: 'Reset sections' }).click()
  await page.getByText('Default sections restored').waitFor()
  await expect.poll(() => made.count(), patience).toBe(0)
})

test('a field gets another type, with its values, and the old one back', async () => {
  const size = unique('Size')
  const name = apiNameOf(size)
  await createField(client, 'account', size, 'string')
  const ids: unknown[] = []
  for (const [at, value] of ['12', '1,200', 'a few'].entries()) {
    const made = await createRecord(client, 'accounts', { name: `Sized ${at}` }, { [name]: value })
    ids.push(made.accountId)
  }
  const values = async () => {
    const records = await Promise.all(
      ids.map((id) =>
        client.get<{ data: { customFields: Record<string, unknown> } }>(`/core/accounts/${String(id)}`),
      ),
    )
    return records.map(({ data }) => data.customFields[name] ?? null)
  }
  await page.goto(`${base}/account`)
  await page.getByRole('button', { name: `Actions for ${size}` }).click()
  await page.getByRole('menuitem', { name: 'Change type…' }).click()
  const dialog = page.getByRole('dialog', { name: `Change the type of ${size}` })
  await dialog.getByRole('combobox', { name: 'New type' }).fill('Numeric')
  await page.getByRole('option', { name: 'Numeric' }).click()
  await dialog.getByText("2 values convert, 1 don't.").waitFor()
  await dialog.getByText('Left blank: 1 record').waitFor()
  await dialog.getByText('“a few” is not a number').or(dialog.getByText('"a few" is not a number')).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change type' }).click()
  await page.getByText(`${size} is now Numeric: 2 values converted, 1 value left blank`).waitFor()
  expect(await values()).toEqual([12, 1200, null])
  await row(size).getByText('Numeric').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(`Undone: Type of ${size}`).waitFor()
  expect(await values()).toEqual(['12', '1,200', 'a few'])
  await row(size).getByText('Text', { exact: true }).waitFor()
})

test('outside names are mapped; two fields cannot claim the same', async () => {
  await page.goto(`${base}/account?tab=mapping`)
  await namesOf('Region').fill('Territory')
  await namesOf('Region').press('Enter')
  await namesOf('About').fill('TERRITORY')
  await namesOf('About').press('Enter')
  await page.getByText('“TERRITORY” is already used for Region.').waitFor()
  expect(await page.getByRole('button', { name: 'Save mapping' }).isDisabled()).toBe(true)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove TERRITORY', exact: true }).click()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Mapping saved').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove Territory' }).waitFor()
})

test('a system field is made optional', async () => {
  await page.goto(`${base}/contact?tab=system`)
  const required = page.getByRole('switch', { name: 'Email is required' })
  await required.uncheck()
  await expect
    .poll(async () => {
      const { data } = await client.get<{ data: { id: number; required: boolean }[] }>('/core/fields/system')
      return data.find(({ id }) => id === -5)?.required
    }, patience)
    .toBe(false)
  expect(await page.getByRole('switch', { name: 'Health is editable' }).isDisabled()).toBe(true)
  expect(await seriousFaults(page)).toEqual([])
  await required.check()
})

test.each(colleagues)('$firstName is told that administrators define fields', async ({ email }) => {
  const theirs = await visitAs(browser, server, email)
  await theirs.page.goto(`${base}/account`)
  await theirs.page.getByText("You don't have access to field settings").waitFor()
  expect(await theirs.page.getByRole('link', { name: 'Account fields' }).count()).toBe(0)
  await leave(theirs)
})
