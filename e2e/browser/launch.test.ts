import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './launch.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
})

test('the browser draws a page, runs its script and keeps web security on', async () => {
  const page = await browser.newPage()
  await page.goto('data:text/html,<h1>Steward</h1><script>document.title = String(1 + 1)</script>')
  expect(await page.getByRole('heading', { name: 'Steward' }).count()).toBe(1)
  expect(await page.title()).toBe('2')
  const width = await page.evaluate<number>(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('h1'))
    return range.getBoundingClientRect().width
  })()`)
  expect(width, 'letters have a width only where there is a font').toBeGreaterThan(50)
  const isFileReadable = await page.evaluate<boolean>(
    `fetch('file:///etc/hostname').then(() => true, () => false)`,
  )
  expect(isFileReadable).toBe(false)
  expect((await page.screenshot()).byteLength).toBeGreaterThan(2000)
})
