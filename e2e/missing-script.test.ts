import type { Route } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openJourneys, page, visitor } from './journey.ts'

const scripts = /\/assets\/[^/]+\.js/
const patience = { timeout: 15_000 }

openJourneys()

// The browser logs each script that does not load.
afterEach(() => void visitor.complaints.splice(0))

async function openList(): Promise<void> {
  await page.goto('/app/accounts/list')
  await page.getByRole('link', { name: 'New account' }).first().waitFor()
  // What loads by itself is there when two looks find the same scripts.
  let before = -1
  await expect
    .poll(
      async () => {
        const loaded = await page.evaluate<number>(`performance.getEntriesByType('resource').length`)
        const isSame = loaded === before
        before = loaded
        return isSame
      },
      { interval: 300 },
    )
    .toBe(true)
}

const form = () => page.getByRole('dialog', { name: 'New account' })
const message = () => page.getByText('A part of Steward could not be loaded.')

const fail = (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })

test('a script that does not come at once is fetched again', async () => {
  await openList()
  let failed = 0
  await page.route(scripts, (route) => ((failed += 1) <= 1 ? fail(route) : route.continue()))
  await page.getByRole('link', { name: 'New account' }).first().click()
  await form().waitFor(patience)
  expect(failed).toBeGreaterThan(1)
  expect(await message().count()).toBe(0)
})

test('a script that does not come at all leaves the page as it is, and is tried again on wish', async () => {
  await openList()
  await page.getByRole('searchbox').last().fill('Cedar')
  await page.route(scripts, fail)
  await page.getByRole('link', { name: 'New account' }).first().click()
  await message().waitFor(patience)
  expect(await page.getByRole('searchbox').last().inputValue()).toBe('Cedar')
  expect(await page.getByText('Oops! Something Went Wrong!').count()).toBe(0)
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Retry' }).click()
  await form().waitFor(patience)
  expect(await message().count()).toBe(0)
})

test('a command menu that does not come leaves the keys to the page', async () => {
  await openList()
  await page.route(scripts, fail)
  await page.keyboard.press('Control+k')
  await message().waitFor(patience)
  await page.getByRole('searchbox').last().click()
  await page.keyboard.type('Cedar')
  expect(await page.getByRole('searchbox').last().inputValue()).toBe('Cedar')
})
