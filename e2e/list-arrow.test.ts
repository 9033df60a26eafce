import { beforeAll, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'

openJourneys()

beforeAll(async () => {
  for (const name of ['Alder', 'Birch']) await createRecord(client, 'accounts', { name })
})

test('the down arrow goes to the rows where nothing else has the focus', async () => {
  const { keyboard } = page
  await page.goto('/app/organizations/list')
  await page.getByText('No organizations yet').waitFor()
  await keyboard.press('g')
  await keyboard.press('a')
  await page.getByRole('row', { name: 'Select Alder' }).waitFor()
  await keyboard.press('ArrowDown')
  await page.getByRole('grid').and(page.locator(':focus')).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+Enter')
  await page.getByRole('heading', { name: 'Birch', level: 1 }).waitFor()
})

test('the focus returns from a filter to where it was, and the down arrow goes to the rows', async () => {
  const { keyboard } = page
  await page.goto('/app/organizations/list')
  await page.getByText('No organizations yet').waitFor()
  await keyboard.press('g')
  await keyboard.press('a')
  await page.getByRole('row', { name: 'Select Alder' }).waitFor()
  await keyboard.press('f')
  await keyboard.type('name')
  await keyboard.press('Enter')
  await keyboard.type('birch')
  await keyboard.press('Enter')
  await page.getByText('1 of 2 accounts').waitFor()
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).and(page.locator(':focus')).waitFor()
  await keyboard.press('ArrowDown')
  await page.getByRole('grid').and(page.locator(':focus')).waitFor()
})

test('a field of several records is edited by keys alone, and the focus comes back', async () => {
  const { keyboard } = page
  await createField(client, 'account', 'Seats', 'number')
  await page.goto('/app/accounts/list')
  await page.getByRole('row', { name: 'Select Alder' }).waitFor()
  for (const key of ['ArrowDown', 'x', 'ArrowDown', 'x']) await keyboard.press(key)
  await page.getByText('2 selected').waitFor()
  await keyboard.press('Tab')
  const button = page.getByRole('button', { name: 'Edit field' })
  await button.and(page.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await keyboard.type('seats')
  await keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Seats' }).and(page.locator(':focus')).waitFor()
  await keyboard.type('77')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^2 accounts /).waitFor()
  await button.and(page.locator(':focus')).waitFor()
})
