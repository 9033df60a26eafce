import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { apiNameOf, createField, createRecord } from './customers.ts'
import { client, openJourneys, page, unique } from './journey.ts'

const patience = { timeout: 15_000 }

openJourneys()

beforeAll(async () => {
  await createField(client, 'account', 'Revenue', 'number')
  await createField(client, 'account', 'Seats', 'number')
  const group = await createRecord(client, 'organizations', { name: 'Harbour Group' })
  const organization = group.organizationId
  await createRecord(client, 'accounts', { name: 'Alder', revenue: 1200, seats: 10, organization })
  await createRecord(client, 'accounts', { name: 'Birch', revenue: 300, seats: 0, organization })
})

const drawer = () => page.getByRole('dialog', { name: /field$|^Per seat/ })
const condition = () => page.getByRole('dialog', { name: 'Condition' })

async function beginField(level: string, name: string, way: 'Formula' | 'Roll-up') {
  await page.goto(`/app/settings/data-management/${level}`)
  await page.getByRole('button', { name: 'New field' }).first().click()
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await drawer().getByText(way, { exact: true }).first().click()
}

interface Listed {
  data: { globalFields: { name: string }; customFields: Record<string, unknown> }[]
}

async function valuesOf(plural: string, field: string): Promise<unknown[]> {
  const { data } = await client.get<Listed>(`/core/${plural}?sort=name`)
  return data.map(({ customFields }) => customFields[field] ?? null)
}

test('a formula is written with completion, corrected, tried on a record, and fills the list', async () => {
  const name = unique('Per seat')
  await beginField('account', name, 'Formula')
  const formula = drawer().getByRole('textbox', { name: 'Formula' })
  await formula.click()
  await page.keyboard.type('rou')
  await page.getByRole('option', { name: /^round/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type('{reve')
  await page.getByRole('option', { name: /^Revenue/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' / {seats} + "x", 1')
  const fault = drawer().getByRole('button', { name: /needs numbers, but this is/ })
  await fault.click()
  expect(await formula.evaluate((area: { value: string }) => area.value)).toBe(
    'round({revenue} / {seats} + "x", 1)',
  )
  // The sentence has marked its place, so that typing puts it right.
  await page.keyboard.type('0.04')
  await fault.waitFor({ state: 'detached' })
  await drawer().getByRole('combobox', { name: 'Try it on an account' }).fill('Alder')
  await page.getByRole('option', { name: /^Alder/ }).click()
  await drawer().getByText('120', { exact: true }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await drawer().waitFor({ state: 'detached' })
  await expect.poll(() => valuesOf('accounts', apiNameOf(name)), patience).toEqual([120, null])

  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await drawer().getByText('Birch: Divides by zero.').waitFor()
  const links = drawer().getByRole('region', { name: 'Calculated from' }).getByRole('listitem')
  expect(await links.allInnerTexts()).toEqual([
    expect.stringContaining('Revenue'),
    expect.stringContaining('Seats'),
  ])
  expect(await seriousFaults(page)).toEqual([])
})

test('a roll-up adds up what lies below, with a condition', async () => {
  const name = unique('Large accounts')
  await beginField('organization', name, 'Roll-up')
  await drawer().getByRole('button', { name: 'Add condition' }).click()
  await condition().getByRole('combobox').fill('Revenue')
  await condition()
    .getByRole('option', { name: /^Revenue/ })
    .click()
  await condition().getByLabel('Value').fill('500')
  await condition().getByRole('button', { name: 'Done' }).click()
  await drawer().getByRole('combobox', { name: 'Function' }).click()
  await page.getByRole('option', { name: 'Sum' }).click()
  await drawer().getByRole('combobox', { name: 'Field', exact: true }).fill('Seats')
  await page.getByRole('option', { name: 'Seats' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await drawer().getByRole('button', { name: 'Save field' }).click()
  await drawer().waitFor({ state: 'detached' })
  await expect.poll(() => valuesOf('organizations', apiNameOf(name)), patience).toEqual([10])
})
