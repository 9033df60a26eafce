import { expect, test } from 'vitest'
import { openJourneys, page } from '../journey.ts'
import { panel } from './build.ts'
import { focused, focusedName, press, tabTo } from './keyboard.ts'

openJourneys()

/** Keys that all are on their way before the browser draws what the first one does. */
async function pressAtOnce(...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map(press))
}

const control = (name: string) => page.getByRole('combobox', { name, exact: true })
const chosen = (name: string) => control(name).textContent()

async function begin(): Promise<void> {
  await page.goto('/app/scenarios/new')
  await panel('Settings').waitFor()
  await expect.poll(focused).toBe('Settings')
}

test('a list takes the keys that follow its opening, and what is after it those that follow its closing', async () => {
  await begin()
  await tabTo('Records')
  await pressAtOnce('Enter', 'ArrowDown', 'Enter', 'Tab', 'Enter', 'ArrowDown', 'Enter', 'Tab')
  await expect.poll(() => chosen('Records')).toBe('Contacts')
  await expect.poll(() => chosen('A record may enter')).toBe('Every time')
  await expect.poll(focusedName).toBe('Also while it is still in the scenario')
})

test('a letter chooses in a list that has just been opened, and Escape leaves it as it was', async () => {
  await begin()
  await tabTo('Records')
  await pressAtOnce(
    'Enter',
    'o',
    'Enter',
    'Enter',
    'ArrowDown',
    'Escape',
    'Tab',
    'Enter',
    'ArrowDown',
    'Enter',
  )
  await expect.poll(() => chosen('A record may enter')).toBe('Every time')
  expect(await chosen('Records')).toBe('Organizations')
})

test('an event, its attribute and how it changes are chosen in one go', async () => {
  await begin()
  await press('Escape')
  await tabTo('On Event')
  await press('Enter')
  await expect.poll(focused).toBe('On Event')
  await tabTo('Event')
  await pressAtOnce('Enter', 'ArrowDown', 'Enter', 'Tab', ...'health')
  // Choices that are found by typing are there some frames later.
  await page.getByRole('option', { name: 'Health', exact: true }).waitFor()
  await pressAtOnce('ArrowDown', 'Enter', 'Tab', 'Enter')
  await pressAtOnce('ArrowDown', 'ArrowDown', 'Enter')
  await expect.poll(() => chosen('Event')).toBe('Attribute changed')
  await expect.poll(() => control('Attribute').inputValue()).toBe('Health')
  await expect.poll(() => chosen('Change')).toBe('By a percentage')
})

test('Done gives the focus back before the next key', async () => {
  await begin()
  await press('Escape')
  await tabTo('Schedule Later')
  await press('Enter')
  await expect.poll(focused).toBe('Schedule Later')
  await tabTo('Records')
  await pressAtOnce('Enter', 'ArrowDown', 'ArrowDown', 'Enter')
  await tabTo('Add condition')
  await pressAtOnce('Enter', ...'churned', 'Enter')
  await tabTo('Done')
  await pressAtOnce('Enter', 'Enter', ...'health', 'Enter', '5', 'Enter')
  await page.getByRole('button', { name: 'Health is at least 5.0', exact: true }).waitFor()
})

test('the first menu of a page takes keys that were pressed before its code was there', async () => {
  await begin()
  await page.getByRole('button', { name: 'My company' }).focus()
  await pressAtOnce('Enter', 'ArrowDown', 'ArrowDown')
  const focusedItem = page.locator('[role="menuitem"]:focus')
  await expect.poll(async () => (await focusedItem.allTextContents()).join()).not.toBe('')
  const [, second] = await page.getByRole('menuitem').allTextContents()
  await expect.poll(() => focusedItem.textContent()).toBe(second)
})

test('keys that come before the canvas wait for it', async () => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('canvas-content')) await arrival.promise
    await route.fulfill({ response: answer })
  })
  await begin()
  await press('Escape')
  await tabTo('On Event')
  await pressAtOnce('Enter', 'Escape', 'a', ...'wait', 'Enter')
  await expect.poll(() => page.locator('[data-graph-waiting]:focus').count()).toBe(1)
  arrival.resolve()
  await expect.poll(focused).toBe('Wait')
})
