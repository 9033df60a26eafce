import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { jpeg } from '../apps/server/src/modules/file/image.fixture.ts'
import { xssPayloads } from '../apps/server/test/xss-payloads.ts'
import { signInByApi } from './client.ts'
import { hostileCustomer, linesOf, type HostileCustomer } from './hostile-data.ts'
import { importHostileMails, pagesOf } from './hostile-mail.ts'
import { checkRows, chooseFile, goToMapping } from './import-steps.ts'
import { browser, client, openJourneys, page, server, visitor } from './journey.ts'
import { dialogs, expectQuiet, firedOn, pasteHtml, scrollThrough, watch } from './script-watch.ts'
import { uploadFiles } from './uploads.ts'

openJourneys()

let customer: HostileCustomer
let threads: number[]

/** Opens a tab of the customer's page. */
async function openTab(tab: string): Promise<void> {
  await page.goto(`/app/accounts/${customer.accountId}?tab=${tab}`)
  await page.getByRole('heading', { level: 1, name: customer.name, exact: true }).waitFor()
}

beforeAll(async () => {
  expect(linesOf(200).length).toBeGreaterThan(300)
  customer = await hostileCustomer(server, client)
  threads = await importHostileMails(server, client, customer.accountId)
}, 300_000)

test('the watch sees a script that gets into a page', async () => {
  await watch(page)
  await page.goto('/app/contacts/list')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="alert(1)">')`)
  await expect.poll(async () => (await firedOn(page)).length).toBeGreaterThan(0)
  visitor.complaints.length = 0
})

test('records are only texts: in lists, on boards, on pages, in titles', async () => {
  await watch(page)
  const { fields, accountId, contactId, name } = customer
  const columns = ['name', 'about', 'system:externalId', 'system:email', 'account', ...fields].join(',')
  await page.goto(`/app/contacts/list?cols=${columns}&peek=${contactId}`)
  await page.getByRole('grid').waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
  await page.goto('/app/contacts/board')
  await page.locator('[data-card]').first().waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
  for (const tab of ['overview', 'contacts', 'history']) {
    await page.goto(`/app/accounts/${accountId}?tab=${tab}`)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await scrollThrough(page)
    await expectQuiet(visitor)
  }
  await page.goto(`/app/contacts/${contactId}`)
  await page.getByRole('complementary', { name: 'Fields' }).waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('alert')
  await page.getByRole('option').nth(3).waitFor()
  await expectQuiet(visitor)
})

test('notes, activities, pulses and comments are only texts', async () => {
  await watch(page)
  await openTab('timeline')
  await page.getByRole('heading', { level: 4 }).first().waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
  await openTab('timeline&words=alert')
  await page.getByRole('heading', { level: 4 }).first().waitFor()
  const opened = page.getByRole('button', { name: /^1 comment on / })
  for (const one of (await opened.all()).slice(0, 5)) await one.click()
  for (const one of await page.getByRole('button', { name: 'Show all', exact: true }).all()) await one.click()
  await scrollThrough(page)
  await expectQuiet(visitor)
})

test('an editor takes them as texts, typed and stored', async () => {
  await watch(page)
  await openTab('timeline&kinds=pulse')
  const item = page.getByRole('article', { name: /^Pulse/ }).first()
  await item.focus()
  await page.keyboard.press('Enter')
  const reason = page.getByRole('textbox', { name: 'Reason', exact: true })
  await reason.waitFor()
  await expectQuiet(visitor)
  await reason.focus()
  for (const payload of linesOf(60).slice(0, 20)) await page.keyboard.insertText(payload)
  await pasteHtml(page, linesOf(400).join(''))
  await page.waitForTimeout(300)
  await expectQuiet(visitor)
})

test('mails are only texts in their list and their thread', async () => {
  await watch(page)
  await openTab('emails')
  const list = page.getByRole('list', { name: 'Email threads' })
  await list.getByRole('button').first().waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
  const rows = await list.getByRole('button').all()
  for (const row of rows.filter((_, at) => at % Math.ceil(rows.length / 12) === 0)) {
    await row.click()
    await page.getByRole('region', { name: 'Email', exact: true }).getByRole('article').first().waitFor()
    await page.waitForTimeout(200)
    expect(await firedOn(page)).toEqual([])
    expect(dialogs).toEqual([])
    expect(visitor.complaints).toEqual([])
  }
})

test('the HTML of mails runs nothing and asks for nothing, even where nothing would stop it', async () => {
  const bare = await browser.newContext()
  const asked: string[] = []
  await bare.route('**/*', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  const unguarded = await bare.newPage()
  await watch(unguarded)
  await unguarded.goto('about:blank')
  await unguarded.setContent('<img src="x" onerror="alert(1)"><img src="https://elsewhere.test/x">')
  await expect.poll(async () => (await firedOn(unguarded)).length).toBeGreaterThan(0)
  await expect.poll(() => asked).toEqual(['https://elsewhere.test/x'])
  await unguarded.goto('about:blank')
  asked.length = 0
  const pages = await pagesOf(client, threads)
  // What is left of the others is plain text, which needs no page.
  expect(pages.length).toBeGreaterThan(100)
  for (const address of pages) {
    const answer = await fetch(`${server.url}${address}`)
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^sandbox (?!.*allow-scripts).*default-src 'none'/,
    )
    await unguarded.setContent(await answer.text())
    const links = await unguarded
      .locator('a[href]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    for (const link of links) expect(link).toMatch(/^(?:https?:|mailto:|tel:)/i)
    expect({ address, fired: await firedOn(unguarded) }).toEqual({ address, fired: [] })
  }
  expect(dialogs).toEqual([])
  expect(asked).toEqual([])
  await bare.close()
})

test('names of files are only texts: listed, as tiles, looked at', async () => {
  await watch(page)
  await openTab('files')
  await page.getByRole('rowheader').first().waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
  await page.getByRole('rowheader').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(500)
  await expectQuiet(visitor)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .waitFor()
  await expectQuiet(visitor)
})

const administration = [
  '/app/settings/data-management/contact',
  '/app/settings/activity-types',
  '/app/settings/note-templates',
  '/app/settings/email-templates',
  '/app/settings/audit-log',
  '/app/profile/api-tokens',
  '/app/user-management',
  '/app/segments',
  '/app/contacts/segments',
]

test.each(administration)('names that people give are only texts: %s', async (address) => {
  await watch(page)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByText(/alert|XSS/i)
    .first()
    .waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
})

test('reasons are only texts in the fields where they are written', async () => {
  await watch(page)
  await page.goto('/app/settings/churn-reasons')
  await page.getByRole('textbox').first().waitFor()
  await scrollThrough(page)
  await expectQuiet(visitor)
})

test('a message in the outbox names people in text', async () => {
  await watch(page)
  await page.goto('/app/settings/outbox')
  await page
    .getByText(/hostile0@/)
    .first()
    .click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Email' }).check({ force: true })
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByText('has made an account for you').waitFor()
  expect(await mail.locator('script, iframe, [onerror], [onload], img').count()).toBe(0)
  expect(await firedOn(page)).toEqual([])
  expect(dialogs).toEqual([])
})

test('the rule of a segment is only text', async () => {
  await watch(page)
  await page.goto(`/app/contacts/segments/${customer.segmentId}?segment=edit`)
  await page.getByText(/contacts? match/).waitFor()
  await expectQuiet(visitor)
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('a file that is imported is only text: its name, its columns, its cells', async () => {
  await watch(page)
  const folder = await mkdtemp(join(tmpdir(), 'steward-hostile-'))
  const path = join(folder, '<img src=x onerror=alert(1)>.csv')
  const [first = '', second = '', ...cells] = linesOf(90)
  const rows = cells.map((cell) => `${quoted(cell)},${quoted(cell)}`)
  await writeFile(
    path,
    [`name,${quoted(first)},${quoted(second)}`, ...rows.map((row) => `${row},1`)].join('\n'),
  )
  await chooseFile(page, 'Accounts', path)
  await expectQuiet(visitor)
  await goToMapping(page)
  await expectQuiet(visitor)
  await checkRows(page)
  await expectQuiet(visitor)
  await rm(folder, { recursive: true })
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
  // The token of the first sign-in may be over by now.
  const uploader = await signInByApi(server)
  for (const { fileId } of await uploadFiles(server, uploader, hostile)) {
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
