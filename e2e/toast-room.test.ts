import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'

openJourneys()

beforeAll(async () => {
  // More rows than fit, so that the totals are at the lower edge.
  const names = ['Alder', 'Birch', ...Array.from({ length: 28 }, (_, at) => `Cedar ${at + 1}`)]
  for (const name of names) await createRecord(client, 'accounts', { name })
})

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const gap = async () => {
    const [above, below] = [await boxOf(upper), await boxOf(lower)]
    return below.y - (above.y + above.height)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
}

test('a message covers neither the totals nor the bar of selected rows, whichever comes first', async () => {
  await page.goto('/app/accounts/list')
  await page.getByText(/^(\d+ of )?30 accounts$/).waitFor()
  await page.getByRole('button', { name: 'Totals' }).click()
  const totals = page
    .getByRole('row')
    .filter({ hasText: /Totals?/ })
    .last()
  await totals.waitFor()
  await page.getByRole('row', { name: 'Select Alder' }).getByRole('checkbox').click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  const message = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Undo' }) })
  await message.waitFor()
  await message.hover()
  await expectAbove(message, totals)
  await page.getByRole('row', { name: 'Select Birch' }).getByRole('checkbox').focus()
  await page.getByRole('row', { name: 'Select Birch' }).getByRole('checkbox').dispatchEvent('click')
  await bar.waitFor()
  await expectAbove(message, bar)
})
