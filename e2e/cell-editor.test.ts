import { beforeAll, expect, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'
import { listRecords } from './lists.ts'

const trees = ['Alder', 'Birch', 'Cedar']

let seats: string

openJourneys()

beforeAll(async () => {
  seats = await createField(client, 'account', 'Seats', 'number')
  for (let at = 1; at <= 12; at += 1) await createField(client, 'account', `Figure ${at}`, 'number')
  for (const name of ['Northwind', 'Southwind']) await createRecord(client, 'organizations', { name })
  for (const name of trees) await createRecord(client, 'accounts', { name }, { [seats]: 10 })
})

const cellOf = (name: string, column: string) =>
  page.getByRole('row', { name: `Select ${name}` }).locator(`[data-column="${column}"]`)
const editorOf = (name: string) => cellOf(name, seats).getByRole('textbox', { name: 'Seats' })

async function accountOf(name: string) {
  const { data } = await listRecords(client, 'accounts', `&query=${name}`)
  return data[0]!
}
const seatsOf = async (name: string) => (await accountOf(name)).customFields[seats]
const parentOf = async (name: string) => (await accountOf(name)).globalFields['organization']

async function openEditor(name: string, column = seats): Promise<void> {
  await page.goto('/app/accounts/list')
  await cellOf(name, column).click()
  await page.keyboard.press('F2')
}

const scrollTo = (left: number) =>
  page.getByRole('grid').evaluate((grid, to) => grid.scrollTo({ left: to }), left)

test('what is typed into a cell outlasts scrolling across', async () => {
  await openEditor('Birch')
  await editorOf('Birch').fill('77')
  await page.setViewportSize({ width: 900, height: 700 })
  await scrollTo(10_000)
  await page.getByRole('columnheader', { name: 'Organization' }).waitFor({ state: 'detached' })
  expect(await cellOf('Cedar', seats).count()).toBe(1)
  expect(await page.evaluate('document.activeElement.value')).toBe('77')
  await page.keyboard.press('Enter')
  await expect.poll(() => seatsOf('Birch')).toBe(77)
})

test('every sign that is typed before the editor is there comes into it', async () => {
  await page.goto('/app/accounts/list')
  await cellOf('Alder', seats).click()
  await page.keyboard.type('1,2.5 x/y')
  await expect.poll(() => editorOf('Alder').inputValue()).toBe('1,2.5 x/y')
  await page.keyboard.press('Escape')
})

test('an editor that cannot take its text keeps the focus until it is put right or given up', async () => {
  await openEditor('Birch')
  await editorOf('Birch').fill('some')
  await cellOf('Alder', seats).dblclick()
  await page.getByRole('alert').getByText('Seats').waitFor()
  expect(await editorOf('Alder').count()).toBe(0)
  await page.keyboard.type('thing')
  expect(await editorOf('Birch').inputValue()).toBe('something')

  await page.getByRole('grid').focus()
  await page.keyboard.type(' else')
  expect(await editorOf('Birch').inputValue()).toBe('something else')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Escape')
  await editorOf('Birch').waitFor({ state: 'detached' })

  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  await expect.poll(() => seatsOf('Cedar')).toBe(55)
})

test('a press on a name leads back to what a cell could not take', async () => {
  await openEditor('Birch')
  await editorOf('Birch').fill('some')
  const name = page.getByRole('link', { name: 'Alder' })
  await name.click()
  await page.keyboard.type('thi')
  await name.click({ modifiers: ['Shift'] })
  await page.keyboard.type('ng')
  expect(await editorOf('Birch').inputValue()).toBe('something')
  expect(page.context().pages()).toHaveLength(1)
  await page.keyboard.press('Escape')
})

test('Enter picks what matches the text, however late that comes', async () => {
  await page.route(/\/core\/organizations\/partial.*name=South/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await openEditor('Alder', 'organization')
  await page.getByRole('option', { name: 'Northwind' }).waitFor()
  await page.getByRole('combobox').fill('South')
  await page.keyboard.press('Enter')
  await expect.poll(() => parentOf('Alder')).toMatchObject({ name: 'Southwind' })
})
