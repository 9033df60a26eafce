import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { jpeg } from '../apps/server/src/modules/file/image.fixture.ts'
import { xssPayloads } from '../apps/server/test/xss-payloads.ts'
import { createRecord } from './customers.ts'
import { client, openJourneys, page, server, visitor } from './journey.ts'
import { uploadFiles } from './uploads.ts'

openJourneys()

const dialogs: string[] = []
let accountId: number
let files: { fileId: number; name: string }[]

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

/** Scrolls all that can be scrolled; whether something moved. */
const scroll = `(() => {
  let moved = false
  for (const element of document.querySelectorAll('main *')) {
    const before = element.scrollTop
    if (element.scrollHeight > element.clientHeight + 4) element.scrollTop += element.clientHeight * 0.9
    moved ||= element.scrollTop !== before
  }
  return moved
})()`

/** Payloads call `alert`; what the policy had to stop counts as well, because it had got into a page. */
async function watch(watched: Page): Promise<void> {
  dialogs.length = 0
  watched.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await watched.context().addInitScript(watcher)
}

const firedOn = (watched: Page): Promise<string[]> => watched.evaluate<string[]>('window.fired')

/** Nothing of what the page shows has run, and its texts did not become elements. */
async function expectQuiet(): Promise<void> {
  expect(await firedOn(page)).toEqual([])
  expect(dialogs).toEqual([])
  const foreign =
    'main img[src="x"], main [onerror], main [onload], main [onfocus], main iframe, main script, main object'
  expect(await page.locator(foreign).count()).toBe(0)
  expect(visitor.complaints).toEqual([])
}

/** Loads everything that a scrolling panel holds. */
async function scrollThrough(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    const moved = await page.evaluate<boolean>(scroll)
    const more = page.getByRole('button', { name: 'Show more', exact: true })
    if (await more.count()) await more.first().click()
    else if (!moved) break
    await page.waitForTimeout(80)
  }
}

/** One line of at most 200 letters, as names and titles are. */
const lines = [
  ...new Set(
    xssPayloads
      .map((payload) => payload.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())
      .filter((line) => line !== '' && [...line].length <= 200 && line.isWellFormed()),
  ),
]

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 10) await Promise.all(all.slice(from, from + 10).map(work))
}

beforeAll(async () => {
  expect(lines.length).toBeGreaterThan(150)
  const account = await createRecord(client, 'accounts', { name: lines[0] as string })
  accountId = account.accountId as number
  files = []
  for (let from = 0; from < lines.length; from += 20) {
    const named = lines.slice(from, from + 20).map((name) => ({ name, bytes: name }))
    const stored = await uploadFiles(server, client, named)
    files.push(...stored)
    const linkedEntities = { accounts: [accountId] }
    await client.post('/core/files', { files: stored, comment: named[0]?.name, linkedEntities })
  }
  await inTurns([...lines.entries()], async ([at, line]) => {
    const { data } = await client.post<{ data: { itemId: number } }>('/core/notes', {
      level: 'account',
      parentIdentifier: accountId,
      title: line,
      description: line,
    })
    await client.post(`/core/timeline/${data.itemId}/comments`, { body: line })
    await createRecord(client, 'contacts', { name: line, account: accountId, email: `p${at}@example.com` })
  })
}, 120_000)

test('the watch sees a script that gets into a page', async () => {
  await watch(page)
  await page.goto('/app/contacts/list')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="alert(1)">')`)
  await expect.poll(() => firedOn(page)).not.toEqual([])
  visitor.complaints.length = 0
})

test('names of records are only texts: in lists, on pages, in titles', async () => {
  await watch(page)
  await page.goto('/app/contacts/list')
  await page.getByRole('grid').waitFor()
  await scrollThrough()
  await expectQuiet()
  for (const tab of ['overview', 'contacts', 'history']) {
    await page.goto(`/app/accounts/${accountId}?tab=${tab}`)
    await page.getByRole('heading', { level: 1, name: lines[0] as string, exact: true }).waitFor()
    await scrollThrough()
    await expectQuiet()
  }
})

test('notes, their comments and what is mailed along are only texts', async () => {
  await watch(page)
  await page.goto(`/app/accounts/${accountId}?tab=timeline`)
  await page.getByRole('heading', { level: 4 }).first().waitFor()
  await scrollThrough()
  await expectQuiet()
  const opened = page.getByRole('button', { name: /^1 comment on / })
  for (const one of (await opened.all()).slice(0, 5)) await one.click()
  await page.waitForTimeout(500)
  await expectQuiet()
})

test('names of files are only texts: listed, as tiles, looked at', async () => {
  await watch(page)
  await page.goto(`/app/accounts/${accountId}?tab=files`)
  await page.getByRole('rowheader').first().waitFor()
  await scrollThrough()
  await expectQuiet()
  await page.getByRole('rowheader').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(500)
  await expectQuiet()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .waitFor()
  await expectQuiet()
})

test('what files hold never runs at our address, even when somebody opens theirs', async () => {
  await watch(page)
  const script = '<script>alert(document.domain)</script>'
  const hostile = [
    { name: 'page.html', bytes: `<!doctype html><html><body>${script}</body></html>` },
    {
      name: 'picture.svg',
      bytes: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`,
    },
    {
      name: 'page.xhtml',
      bytes: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    },
    { name: 'picture.gif', bytes: 'GIF89a/*a*/=1;alert(1)' },
    { name: 'page.png', bytes: xssPayloads.join('\n') },
    { name: 'page.jpg', bytes: new Uint8Array(Buffer.concat([jpeg(9, 9), Buffer.from(script)])) },
    { name: 'wide.html', bytes: new Uint8Array(Buffer.from(`\uFEFF${script}`, 'utf16le')) },
  ]
  for (const { fileId } of await uploadFiles(server, client, hostile)) {
    const { data } = await client.post<{ data: { url: string } }>(`/file-management/files/download/${fileId}`)
    // What is only saved ends the navigation.
    await page.goto(`${data.url}?inline=1`).catch(() => undefined)
    await page.waitForTimeout(100)
    expect(await firedOn(page)).toEqual([])
    expect(dialogs).toEqual([])
    // Nor is it taken as a script or a style of a page of ours.
    await page.goto('/app/contacts/list')
    const outcome = await page.evaluate(`new Promise((resolve) => {
      const element = document.createElement('script')
      element.src = ${JSON.stringify(`${data.url}?inline=1`)}
      element.addEventListener('load', () => resolve('ran'))
      element.addEventListener('error', () => resolve('refused'))
      document.head.append(element)
    })`)
    expect(outcome).toBe('refused')
    expect(dialogs).toEqual([])
  }
  visitor.complaints.length = 0
})
