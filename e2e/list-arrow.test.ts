import { beforeAll, test } from 'vitest'
import { createRecord } from './customers.ts'
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
