import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser, launchTestBrowser } from './launch.ts'

test.each([
  ['of benchmarks', launchBrowser],
  ['of tests', launchTestBrowser],
])('the browser %s draws a page, runs its script and keeps web security on', async (_use, launch) => {
  const browser = await launch()
  onTestFinished(() => browser.close())
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
