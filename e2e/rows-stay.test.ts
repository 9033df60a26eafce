import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, visitor } from './journey.ts'
import { listRecords } from './lists.ts'

let seats: string

openJourneys()

beforeAll(async () => {
  seats = await createField(client, 'account', 'Seats', 'number')
  for (const name of ['Birch', 'Cedar', 'Dogwood']) {
    await createRecord(client, 'accounts', { name }, { [seats]: 20 })
  }
})

beforeEach(async () => {
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

async function seatsByName(): Promise<Record<string, unknown>> {
  const { data } = await listRecords(client, 'accounts', '&sort=name')
  return Object.fromEntries(
    data.map(({ globalFields, customFields }) => [globalFields.name, customFields[seats] ?? null]),
  )
}

test('what is pasted and cleared is in the rows that are shown, whoever came above them meanwhile', async () => {
  const following = page.waitForResponse((response) => response.url().includes('/core/changes/stream'))
  await page.goto('/app/accounts/list')
  await following
  await page.getByRole('row', { name: 'Select Birch' }).waitFor()
  await createRecord(client, 'accounts', { name: 'Alder' }, { [seats]: 99 })
  await page.getByText('1 update').waitFor()

  const seatsOf = (name: string) =>
    page.getByRole('row', { name: `Select ${name}` }).locator(`[data-column="${seats}"]`)
  await seatsOf('Birch').click()
  await page.evaluate(`navigator.clipboard.writeText('55')`)
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await seatsByName())['Birch']).toBe(55)
  // The list is read again after what was pasted.
  await page.getByRole('row', { name: 'Select Alder' }).waitFor()
  await seatsOf('Cedar').click()
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await seatsByName())['Cedar']).toBe(null)
  expect(await seatsByName()).toEqual({ Alder: 99, Birch: 55, Cedar: null, Dogwood: 20 })
})

test('a paste that follows a deletion at once is made after it', async () => {
  await page.goto('/app/accounts/list')
  const cell = page.getByRole('row', { name: 'Select Dogwood' }).locator(`[data-column="${seats}"]`)
  await cell.click()
  await page.evaluate(`navigator.clipboard.writeText('77')`)
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+v')
  await cell.getByText('77').waitFor()
  await expect.poll(async () => (await seatsByName())['Dogwood']).toBe(77)
  await page.reload()
  await cell.getByText('77').waitFor()
})

test('an open editor stays with its record, also where that leaves the list', async () => {
  const elder = await createRecord(client, 'accounts', { name: 'Elder' }, { [seats]: 20 })
  await page.goto('/app/accounts/list')
  const cellOf = (name: string) =>
    page.getByRole('row', { name: `Select ${name}` }).locator(`[data-column="${seats}"]`)
  const editor = page.getByRole('grid').getByRole('textbox', { name: 'Seats' })
  const isReadAgain = Promise.withResolvers<void>()
  await cellOf('Dogwood').waitFor()
  await createRecord(client, 'accounts', { name: 'Ash' }, { [seats]: 20 })
  await client.put(`/core/accounts/${elder.accountId}/archive`, {})
  // What is pasted reads the list again: Ash comes above, and Elder goes.
  await page.route(/\/api\/core\/accounts\?/, async (route) => {
    await isReadAgain.promise
    await route.continue()
  })
  await cellOf('Dogwood').click()
  await page.evaluate(`navigator.clipboard.writeText('33')`)
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await seatsByName())['Dogwood']).toBe(33)
  await cellOf('Elder').click()
  await page.keyboard.type('9')
  await expect.poll(() => editor.inputValue()).toBe('9')
  isReadAgain.resolve()
  await cellOf('Ash').waitFor()
  await page.unroute(/\/api\/core\/accounts\?/)
  expect(await editor.inputValue()).toBe('9')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: 'Select Elder' }).waitFor({ state: 'detached' })

  await cellOf('Birch').click()
  await page.keyboard.type('61')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await seatsByName())['Birch']).toBe(61)
  expect(await seatsByName()).toMatchObject({ Ash: 20, Birch: 61, Dogwood: 33 })
})
