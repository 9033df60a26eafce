import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Visitor } from './visitor.ts'

/** What opened as a dialog since the last `watch`. */
export const dialogs: string[] = []

/** Keeps in `window.fired` what ran, or was kept from running; in every document that the window opens. */
const watcher = `
  window.fired = []
  for (const name of ['alert', 'confirm', 'prompt']) {
    Object.defineProperty(window, name, { value: (text) => window.fired.push(name + ' ' + text) })
  }
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, blockedURI }) =>
    window.fired.push(violatedDirective + ' ' + blockedURI + ' ' + sample),
  )
`

/** Payloads call `alert`; what the policy had to stop counts as well, because it had got into a page. */
export async function watch(watched: Page): Promise<void> {
  dialogs.length = 0
  watched.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await watched.context().addInitScript(watcher)
}

/** What ran on a page that is watched, or was kept from running. */
export const firedOn = (watched: Page): Promise<string[]> => watched.evaluate<string[]>('window.fired')

const foreign =
  'main img[src="x"], main [onerror], main [onload], main [onfocus], main iframe, main script, main object'

/** Nothing of what the page shows has run, and its texts did not become elements. */
export async function expectQuiet({ page, complaints }: Visitor): Promise<void> {
  expect(await firedOn(page)).toEqual([])
  expect(dialogs).toEqual([])
  expect(await page.locator(foreign).count()).toBe(0)
  expect(complaints).toEqual([])
}

/** Scrolls all that can be scrolled, and asks for more; whether something moved. */
const scroll = `(() => {
  const more = [...document.querySelectorAll('main button')].find((one) => one.textContent === 'Show more')
  more?.click()
  let moved = more !== undefined
  for (const element of document.querySelectorAll('main *')) {
    const before = element.scrollTop
    if (element.scrollHeight > element.clientHeight + 4) element.scrollTop += element.clientHeight * 0.9
    moved ||= element.scrollTop !== before
  }
  return moved
})()`

/** Loads everything that scrolling panels hold. */
export async function scrollThrough(page: Page): Promise<void> {
  for (let turn = 0; turn < 80; turn += 1) {
    if (!(await page.evaluate<boolean>(scroll))) break
    await page.waitForTimeout(60)
  }
}

/** Pastes HTML as a browser does, where the cursor is. */
export const pasteHtml = (page: Page, html: string): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/html', ${JSON.stringify(html)})
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
