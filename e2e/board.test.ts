import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server } from './journey.ts'
import { addPerson } from './people.ts'
import { visitAs } from './visitor.ts'

const vera = { email: 'vera@example.com', firstName: 'Vera', lastName: 'Viewer', roleId: 4 } as const

const patience = { timeout: 10_000 }

/** More than a column begins with. */
const crowd = 45

openJourneys()

beforeAll(async () => {
  await addPerson(server, vera)
  const revenue = await createField(client, 'account', 'Revenue', 'currency')
  await createField(client, 'account', 'Tier', 'singlePicklist', ['Gold', 'Silver'])
  for (const [name, value] of [
    ['Alder', 1000],
    ['Birch', 250],
    ['Cedar', 10],
  ] as const) {
    await createRecord(client, 'accounts', { name }, { [revenue]: { value } })
  }
  for (let at = 1; at <= crowd; at += 1) {
    await createRecord(client, 'contacts', {
      name: `Person ${String(at).padStart(2, '0')}`,
      email: `person${at}@example.com`,
    })
  }
  await createRecord(client, 'organizations', { name: 'Home' })
})

const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const card = (name: string) => page.getByRole('link', { name, exact: true })
const cardsOf = (name: string) => column(name).getByRole('listitem')

async function names(of: string): Promise<string[]> {
  return cardsOf(of).getByRole('link').allInnerTexts()
}

/** The stage of an account as the server has it. */
async function stageOf(name: string): Promise<unknown> {
  type List = { data: { globalFields: { lifecycleStage: string } }[] }
  const { data } = await client.get<List>(`/core/accounts?query=${name}`)
  return data[0]?.globalFields.lifecycleStage
}

async function drag(what: Locator, to: Locator): Promise<void> {
  const from = (await what.boundingBox())!
  const target = (await to.boundingBox())!
  await page.mouse.move(from.x + 60, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + 30, { steps: 4 })
  await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 12 })
  await page.mouse.up()
}

const focused = () => page.evaluate('document.activeElement.textContent')

async function openBoard(level = 'accounts', search = ''): Promise<void> {
  await page.goto(`/app/${level}/board${search}`)
  await page.getByRole('group', { name: /^Board by/ }).waitFor(patience)
}

test('a card is dragged to another stage, and the message takes it back', async () => {
  await openBoard()
  await expect.poll(() => names('Onboarding'), patience).toEqual(['Alder', 'Birch', 'Cedar'])
  expect(await column('Onboarding').getByText('$1,260').isVisible()).toBe(true)

  await drag(card('Birch'), column('Adoption'))
  await expect.poll(() => names('Adoption'), patience).toEqual(['Birch'])
  expect(await names('Onboarding')).toEqual(['Alder', 'Cedar'])
  expect(await column('Adoption').getByText('$250').first().isVisible()).toBe(true)
  expect(await column('Onboarding').getByText('$1,010').isVisible()).toBe(true)
  await page.getByText('Birch moved to Adoption', { exact: true }).waitFor(patience)
  await expect.poll(() => stageOf('Birch'), patience).toBe('Adoption')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names('Onboarding'), patience).toEqual(['Alder', 'Birch', 'Cedar'])
  expect(await stageOf('Birch')).toBe('Onboarding')
})

test('the keyboard goes through the board, moves cards and looks into them', async () => {
  await openBoard()
  await card('Alder').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused, patience).toBe('Cedar')

  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Renewal' }).waitFor(patience)
  await page.keyboard.type('Ren')
  await page.keyboard.press('Enter')
  await expect.poll(() => names('Renewal'), patience).toEqual(['Cedar'])
  await expect.poll(focused, patience).toBe('Cedar')
  await expect
    .poll(() => page.getByRole('status').allInnerTexts(), patience)
    .toContain('Cedar moved to Renewal.')

  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => names('Value realised'), patience).toEqual(['Cedar'])
  await expect.poll(focused, patience).toBe('Cedar')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused, patience).toMatch(/Alder/)

  await page.keyboard.press('Space')
  await page
    .getByRole('complementary', { name: 'Peek' })
    .getByRole('heading', { name: 'Alder' })
    .waitFor(patience)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('complementary', { name: 'Peek' }).count(), patience).toBe(0)

  await expect.poll(() => stageOf('Cedar'), patience).toBe('Value realised')
  for (const before of ['Renewal', 'Onboarding']) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => names(before), patience).toContain('Cedar')
  }
  await card('Alder').press('Enter')
  await page.waitForURL(/\/app\/accounts\/\d+$/)
})

test('keys that come faster than the screen is drawn all count', async () => {
  await openBoard()
  await card('Alder').focus()
  await page.evaluate(`for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown'])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`)
  await expect.poll(focused, patience).toBe('Cedar')
})

test('a card that may not move springs back with the reason', async () => {
  await openBoard()
  await page.route('**/api/core/accounts/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'forbidden', reason: 'test', message: 'Only its owner moves it.' }),
        })
      : route.continue(),
  )
  await drag(card('Alder'), column('Adoption'))
  await page.getByText('Alder was not moved. Only its owner moves it.').waitFor(patience)
  await expect.poll(() => names('Onboarding'), patience).toEqual(['Alder', 'Birch', 'Cedar'])
  expect(await names('Adoption')).toEqual([])
  expect(await stageOf('Alder')).toBe('Onboarding')
})

test('collapsed columns stay collapsed and still take cards', async () => {
  await openBoard()
  await page.getByRole('button', { name: 'Collapse Adoption' }).click()
  const strip = page.getByRole('button', { name: /^Expand Adoption/ })
  await strip.waitFor(patience)
  await page.reload()
  await strip.waitFor(patience)
  await drag(card('Alder'), strip)
  await page.getByRole('button', { name: 'Expand Adoption, 1' }).waitFor(patience)
  await strip.click()
  await expect.poll(() => names('Adoption'), patience).toEqual(['Alder'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names('Adoption'), patience).toEqual([])
})

test('a long column loads further cards as it is scrolled', async () => {
  await openBoard('contacts')
  const active = column('Active')
  await active.getByRole('heading', { name: `Active ${crowd}` }).waitFor(patience)
  const list = active.getByRole('list')
  await card('Person 01').focus()
  await page.keyboard.press('End')
  await expect.poll(() => card('Person 20').count(), patience).toBe(1)
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.parentElement!.scrollTo(0, 1e6))
      return card(`Person ${crowd}`).count()
    }, patience)
    .toBe(1)
  // A move makes the board read again: all pages up to the one that was reached.
  const reached = page.waitForRequest((request) => request.url().includes('preserveList=true'))
  await card(`Person ${crowd}`).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => names('Champion'), patience).toEqual([`Person ${crowd}`])
  await page.getByRole('button', { name: 'Undo' }).click()
  await reached
  await active.getByRole('heading', { name: `Active ${crowd}` }).waitFor(patience)
})

test('a board by picklist has a column for records without a value, and a new record begins in its column', async () => {
  await openBoard()
  await page.getByRole('button', { name: 'Columns by: Lifecycle Stage' }).click()
  await page.getByRole('menuitemradio', { name: 'Tier' }).click()
  await expect.poll(() => names('No Tier'), patience).toEqual(['Alder', 'Birch', 'Cedar'])
  expect(new URL(page.url()).searchParams.get('group')).toBeTruthy()

  await page.getByRole('button', { name: 'New in Silver' }).click()
  const form = page.getByRole('dialog', { name: 'New account' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Fresh')
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => names('Silver'), patience).toEqual(['Fresh'])
  expect(page.url()).toContain('/app/accounts/board')

  await page.getByRole('button', { name: 'Columns by: Tier' }).click()
  await page.getByRole('menuitemradio', { name: 'Lifecycle Stage' }).click()
  await card('Fresh').waitFor(patience)
})

test('V goes between list and board and takes the filter along; a segment may be a board', async () => {
  await openBoard('accounts', '?q=Birch')
  await expect.poll(() => names('Onboarding'), patience).toEqual(['Birch'])
  await page.keyboard.press('v')
  await page.waitForURL(/\/app\/accounts\/list\?q=Birch/)
  await page.getByRole('grid').getByRole('link', { name: 'Birch' }).waitFor(patience)
  await page.keyboard.press('v')
  await page.waitForURL(/\/app\/accounts\/board\?q=Birch/)

  const logic = { field: 'name', operator: 'contains', value: 'der' }
  const body = { name: 'Trees', segmentLevel: 'account', isPrivate: false, logic, view: { mode: 'board' } }
  const { data } = await client.post<{ data: { segmentId: number } }>('/segment', body)
  await page.goto(`/app/accounts/segments/${data.segmentId}`)
  await expect.poll(() => names('Onboarding'), patience).toEqual(['Alder'])
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('grid').getByRole('link', { name: 'Alder' }).waitFor(patience)
})

test('pipelines show what is open and what is closed; a filter makes strips of the others', async () => {
  type Listed = { data: { organizationId: number }[] }
  const home = (await client.get<Listed>('/core/organizations?query=Home')).data[0]!.organizationId
  await createRecord(client, 'pipelines', { name: 'Deal', pipelineType: 1, organization: home })
  await openBoard('pipelines')
  await expect.poll(() => names('Open'), patience).toEqual(['Deal'])
  await drag(card('Deal'), column('Closed Won'))
  await page.getByText('Deal moved to Closed Won', { exact: true }).waitFor(patience)
  await expect.poll(() => names('Closed Won'), patience).toEqual(['Deal'])

  await createRecord(client, 'pipelines', { name: 'Later', pipelineType: 1, organization: home })
  const open = { and: [{ field: 'system:pipelineStatus', operator: 'isSetTo', value: [1] }] }
  await page.goto(`/app/pipelines/board?filter=${encodeURIComponent(JSON.stringify(open))}`)
  await page.getByRole('button', { name: 'Show Closed Won' }).click()
  await expect.poll(() => names('Closed Won'), patience).toEqual(['Deal'])
})

test('who only reads moves nothing', async () => {
  const reader = await visitAs(browser, server, vera.email)
  try {
    await reader.page.goto('/app/accounts/board')
    const link = reader.page.getByRole('link', { name: 'Alder', exact: true })
    await link.focus()
    await link.press('m')
    await expect
      .poll(() => reader.page.getByRole('status').allInnerTexts(), patience)
      .toContain('Lifecycle Stage cannot be changed here.')
    expect(await reader.page.getByRole('menuitem').count()).toBe(0)
    expect(await reader.page.locator('[draggable=true]').count()).toBe(0)
    expect(await reader.page.getByRole('button', { name: /^New/ }).count()).toBe(0)
  } finally {
    await reader.context.close()
  }
})

test('columns are swiped on a narrow screen, and a tap opens a card', async () => {
  const phone = await visitAs(browser, server, undefined, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  try {
    await phone.page.goto('/app/accounts/board')
    const first = phone.page.getByRole('region', { name: /^Onboarding/ })
    await first.getByRole('link', { name: 'Alder', exact: true }).waitFor(patience)
    const snap = 'getComputedStyle(document.querySelector("[aria-label^=\'Board by\']")).scrollSnapType'
    expect(await phone.page.evaluate(snap)).toMatch(/^x/)
    expect((await first.boundingBox())!.width).toBeGreaterThan(300)
    await first.getByRole('link', { name: 'Birch', exact: true }).tap()
    await phone.page.waitForURL(/\/app\/accounts\/\d+$/)
    expect(phone.complaints).toEqual([])
  } finally {
    await phone.context.close()
  }
})

test('the board has no serious faults of accessibility', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await openBoard()
    await card('Alder').waitFor(patience)
    expect(await seriousFaults(page)).toEqual([])
  }
  await card('Alder').focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Renewal' }).waitFor(patience)
  expect(await seriousFaults(page)).toEqual([])
})
