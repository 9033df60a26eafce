import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server } from './journey.ts'
import { visitAs } from './visitor.ts'

let organization: number
let account: number
let contact: number
let pipeline: number

const patience = { timeout: 10_000 }

openJourneys()

beforeAll(async () => {
  const value = await createField(client, 'pipeline', 'Value', 'currency')
  organization = (await createRecord(client, 'organizations', { name: 'Northern Lights' })).organizationId!
  account = (await createRecord(client, 'accounts', { name: 'Lantern Works', organization })).accountId!
  await createRecord(client, 'accounts', { name: 'Magpie Foods', organization })
  contact = (
    await createRecord(client, 'contacts', { name: 'Nora Berg', 'system:email': 'nora@example.com', account })
  ).contactId!
  pipeline = (
    await createRecord(
      client,
      'pipelines',
      { name: 'Second site', account, pipelineType: 1 },
      { [value]: 1500 },
    )
  ).pipelineId!
  await client.post('/core/notes', {
    level: 'account',
    parentIdentifier: account,
    title: 'Kick-off went well',
    description: 'They want to begin in May.',
  })
})

const tab = (name: string | RegExp, on = page) => on.getByRole('tab', { name })
const overview = (on = page) => on.getByRole('region', { name: 'Figures', exact: true })
const headings = () =>
  page
    .locator('[data-overview] section')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.querySelector('h2')?.textContent),
    )
const chosenTab = () => page.getByRole('tab', { selected: true }).innerText()

async function openAccount(on = page): Promise<void> {
  await on.goto(`/app/accounts/${account}`)
  await overview(on).waitFor()
}

test('every level has its page: header, fields, tabs, and what matters first', async () => {
  const pages = [
    [`/app/organizations/${organization}`, 'organization-360', ['Accounts 2', 'Contacts 1', 'Pipelines 1']],
    [`/app/accounts/${account}`, 'account-360', ['Contacts 1', 'Pipelines 1']],
    [`/app/contacts/${contact}`, 'contact-360', []],
    [`/app/pipelines/${pipeline}`, 'pipeline-360', []],
  ] as const
  for (const [address, route, children] of pages) {
    await page.goto(address)
    await page.locator(`[data-route=${route}]`).waitFor()
    await overview().waitFor()
    for (const name of ['Overview', 'Timeline', /^Files/, /^Emails/, 'History', ...children]) {
      await tab(name).waitFor()
    }
    await page
      .getByRole('complementary', { name: 'Fields' })
      .getByRole('button', { name: 'System', exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'Log note' }).waitFor()
    expect(await seriousFaults(page), address).toEqual([])
  }
})

test('figures and the latest lead to the tab that tells more', async () => {
  await openAccount()
  await overview().getByText('$1,500').waitFor()
  await page.getByRole('link', { name: 'Kick-off went well' }).waitFor()
  await overview().getByRole('link', { name: '1', exact: true }).first().click()
  await page.getByRole('link', { name: 'Second site' }).waitFor()
  expect(page.url()).toContain('tab=pipelines')
})

test('keys choose tabs, the address tells which, and the last one of a level is opened again', async () => {
  await openAccount()
  await page.keyboard.press('9')
  await expect.poll(chosenTab, patience).toMatch(/^Health/)
  await page.getByRole('button', { name: 'Add pulse' }).waitFor()
  expect(page.url()).toContain('tab=health')
  await page.goto(`/app/accounts/${account}`)
  await expect.poll(chosenTab, patience).toMatch(/^Health/)
  await page.goto(`/app/contacts/${contact}`)
  await expect.poll(chosenTab, patience).toBe('Overview')
})

test('J and K walk through the list that one came from, on the same tab', async () => {
  await page.goto('/app/accounts/list')
  await page.getByRole('link', { name: 'Lantern Works' }).click()
  await overview().waitFor()
  await page.keyboard.press('2')
  await expect.poll(chosenTab, patience).toMatch(/^Timeline/)
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Magpie Foods', level: 1 }).waitFor()
  await expect.poll(chosenTab, patience).toMatch(/^Timeline/)
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Lantern Works', level: 1 }).waitFor()
})

test('a key logs, and the address opens what is logged', async () => {
  await openAccount()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: /note/i }).waitFor()
  expect(page.url()).toContain('log=note')
  await page.getByLabel('Title').fill('Said from the overview')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Note added').waitFor()
  await page.goto(`/app/pipelines/${pipeline}`)
  await page.getByRole('button', { name: 'Log another type' }).click()
  await page.getByRole('menuitem', { name: 'Activity' }).waitFor()
  // A pipeline has no pulse.
  expect(await page.getByRole('menuitem', { name: 'Pulse' }).count()).toBe(0)
})

test('cards of the overview are hidden and ordered, for all records of the level', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'Arrange cards' }).click()
  const popover = page.getByRole('dialog', { name: 'Arrange cards' })
  await popover.getByRole('checkbox', { name: 'People' }).uncheck()
  await expect.poll(() => page.getByRole('region', { name: 'People' }).count(), patience).toBe(0)
  await popover.getByRole('button', { name: 'Move Key figures down' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await overview().waitFor()
  await expect.poll(headings, patience).toEqual(['Health', 'Figures', 'Recent activity', 'Pulse'])
  await page.getByRole('button', { name: 'Arrange cards' }).click()
  await page.getByRole('button', { name: 'Default cards' }).click()
  await page.getByRole('region', { name: 'People' }).waitFor()
})

test('the peek shows header, figures and the latest, and leads to the page', async () => {
  await page.goto(`/app/accounts/list?peek=${account}`)
  const peek = page.getByRole('complementary', { name: 'Peek' })
  await peek.getByRole('heading', { name: 'Lantern Works' }).waitFor()
  await overview().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await peek.getByRole('link', { name: 'Kick-off went well' }).click()
  await expect.poll(() => page.url(), patience).toContain(`/app/accounts/${account}?tab=timeline&item=`)
})

/** A picture of one color, as a browser encodes it. */
const drawPicture = () =>
  page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 300
    const context = canvas.getContext('2d')
    context.fillStyle = '#2a6'
    context.fillRect(0, 0, 900, 300)
    return canvas.toDataURL('image/png').split(',')[1]
  })()`)

test('a record gets a picture, the list shows it, and Undo takes it away', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Picture…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture of Lantern Works' })
  const buffer = Buffer.from(await drawPicture(), 'base64')
  await dialog
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('img', { name: 'Preview of the picture' }).waitFor()
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await page.getByText('Picture of Lantern Works saved').waitFor()
  await page.locator('img[src^="/api/file-management/images/"]').first().waitFor()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.locator('img[src^="/api/file-management/images/"]').count(), patience).toBe(0)
})

test('on paper there are all fields, unfolded, and the overview, and nothing to press', async () => {
  await openAccount()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // As wide as A4 between its margins.
  await page.setViewportSize({ width: 717, height: 1000 })
  const fields = page.getByRole('complementary', { name: 'Fields' })
  await expect.poll(() => fields.getByText('Internal ID', { exact: true }).isVisible(), patience).toBe(true)
  expect(await overview().isVisible()).toBe(true)
  for (const name of ['Log note', 'Edit', 'More actions', 'Arrange cards']) {
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  }
  expect(await page.getByRole('tab').count()).toBe(0)
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)')
})

test('Print shows fields and overview, whatever tab was open', async () => {
  await openAccount()
  await tab('History').click()
  await expect.poll(() => page.url(), patience).toContain('tab=history')
  await page.evaluate('window.print = () => { document.title = "printed" }')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await overview().waitFor()
  await expect.poll(() => page.title(), patience).toBe('printed')
})

test.each(['light', 'dark'] as const)('on a phone the fields are a tab, %s', async (colorScheme) => {
  const phone = await visitAs(browser, server, undefined, {
    colorScheme,
    viewport: { width: 390, height: 844 },
  })
  await openAccount(phone.page)
  expect(await seriousFaults(phone.page)).toEqual([])
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await tab('Details', phone.page).click()
  await phone.page.getByRole('button', { name: /^Edit Pulse/ }).waitFor()
  expect(await seriousFaults(phone.page)).toEqual([])
  await phone.context.close()
  expect(phone.complaints).toEqual([])
})
