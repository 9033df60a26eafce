import { beforeAll, expect, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, unique } from './journey.ts'

const patience = { timeout: 10_000 }

openJourneys()

beforeAll(async () => {
  const worth = await createField(client, 'account', 'Worth', 'currency')
  for (const [name, pulse, value] of [
    ['Alder', 1, 900],
    ['Birch', 2, 39_999],
    ['Cedar', 5, 48_000],
  ] as const) {
    await createRecord(client, 'accounts', { name, 'system:pulse': pulse }, { [worth]: { value } })
  }
})

const drawer = () => page.getByRole('dialog', { name: 'New segment' })
const editor = () => page.getByRole('dialog', { name: 'Condition' })
const create = () => drawer().getByRole('button', { name: 'Create segment' })

interface Stored {
  name: string
  logic: unknown
}

async function storedSegments(name: string): Promise<Stored[]> {
  const { data } = await client.get<{ data: Stored[] }>('/segment?level=account')
  return data.filter((segment) => segment.name === name)
}

/** One key after the other, without a pause. A text is typed letter by letter. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key.length > 1 && /^[a-z\d]/.test(key)) await page.keyboard.type(key)
    else await page.keyboard.press(key)
  }
}

async function openNewSegment(name: string): Promise<void> {
  await page.goto('/app/accounts/segments')
  await page.getByRole('button', { name: 'Create segment' }).first().click()
  await drawer().getByRole('textbox', { name: 'Name' }).fill(name)
  await drawer().getByText('3 accounts match').waitFor()
}

test('a condition typed without a pause is in the segment, and Enter in it submits nothing', async () => {
  const name = unique('Poor health')
  await openNewSegment(name)
  await drawer().getByRole('button', { name: 'Add condition' }).focus()
  await press('Enter', 'health', 'Enter')
  // The value is asked for first: the operator is one step back.
  await press('Shift+Tab', 'is less', 'Tab', '5', 'Enter')
  await drawer().getByRole('button', { name: 'Health is less than 5.0', exact: true }).waitFor()
  await expect.poll(() => editor().count(), patience).toBe(0)
  expect(await storedSegments(name)).toEqual([])
  await create().click()
  await page.getByText('Segment saved').waitFor()
  const condition = { field: 'system:health', operator: 'lesser', value: 5 }
  const [stored] = await storedSegments(name)
  expect(stored).toMatchObject({ logic: { and: expect.arrayContaining([condition]) } })
})

test('what is typed after the field is chosen is its value', async () => {
  await openNewSegment(unique('Called Cedar'))
  await drawer().getByRole('button', { name: 'Add condition' }).focus()
  await press('Enter', 'name', 'Enter', 'cedar', 'Enter')
  await drawer().getByRole('button', { name: 'Name contains cedar', exact: true }).waitFor()
  await drawer().getByText('1 account matches').waitFor()
})

test('F followed by a field and a value at once loses no letter and does nothing else', async () => {
  await page.goto('/app/accounts/list')
  await page.getByText('3 accounts', { exact: true }).waitFor()
  await press('f', 'name', 'Enter', 'cedar', 'Enter')
  await page.getByRole('button', { name: 'Remove the filter Name contains cedar' }).waitFor()
  await page.getByText('1 of 3 accounts').waitFor()
})

test('an amount is typed digit by digit', async () => {
  await page.goto('/app/accounts/list')
  await page.getByText('3 accounts', { exact: true }).waitFor()
  await press('f', 'worth', 'Enter', '40000', 'Enter')
  await page.getByRole('button', { name: /^Remove the filter Worth is at least .*40,000/ }).waitFor()
  await page.getByText('1 of 3 accounts').waitFor()
})

test('after F, a field and a pause, keys go to the value', async () => {
  await page.goto('/app/accounts/list')
  await page.getByText('3 accounts', { exact: true }).waitFor()
  await press('f', 'name', 'Enter')
  await editor().getByLabel('Value').and(page.locator(':focus')).waitFor()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await press('cedar', 'Enter')
  await page.getByText('1 of 3 accounts').waitFor()
})

test('Done without a value says what is missing; an unfinished condition is never saved', async () => {
  const name = unique('Unfinished')
  await openNewSegment(name)
  await drawer().getByRole('button', { name: 'Add condition' }).focus()
  await press('Enter', 'health', 'Enter')
  await editor().getByRole('button', { name: 'Done' }).click()
  await editor().getByText('Enter a number.').waitFor()
  await editor().getByLabel('Value').and(page.locator(':focus')).waitFor()
  // Away from it: it stays, and is marked.
  await drawer().getByRole('textbox', { name: 'Name' }).click()
  await drawer().getByRole('button', { name: 'Health is at least No value yet' }).waitFor()
  await drawer().getByText('3 accounts match').waitFor()
  await create().click()
  await drawer().getByText('Finish or remove the condition on Health.').waitFor()
  expect(await storedSegments(name)).toEqual([])
  await drawer()
    .getByRole('button', { name: /^Health is at least/ })
    .click()
  await press('3', 'Enter')
  await create().click()
  await page.getByText('Segment saved').waitFor()
})

test('an empty group stays and is asked about', async () => {
  const name = unique('Empty group')
  await openNewSegment(name)
  await drawer().getByRole('button', { name: 'Add group' }).click()
  await create().click()
  await drawer().getByText('Add a condition to the empty group, or remove it.').waitFor()
  expect(await storedSegments(name)).toEqual([])
  await drawer().getByRole('button', { name: 'Remove the group' }).click()
  await create().click()
  await page.getByText('Segment saved').waitFor()
})

test('a filter that is emptied and left is as it was', async () => {
  await page.goto('/app/accounts/list')
  await page.getByText('3 accounts', { exact: true }).waitFor()
  await press('f', 'name', 'Enter', 'cedar', 'Enter')
  const chip = page.getByRole('button', { name: 'Name contains cedar', exact: true })
  await chip.click()
  await editor().getByLabel('Value').fill('')
  await editor().getByRole('button', { name: 'Done' }).click()
  await editor().getByText('Enter a text.').waitFor()
  await press('Escape')
  await chip.waitFor()
})
