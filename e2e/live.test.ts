import type { Locator } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRecord } from './customers.ts'
import { browser, client, server, startJourneys, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

const colleague = { email: 'priya@example.com', firstName: 'Priya', lastName: 'Shah', roleId: 2 } as const
/** What one person changes has to be with the other by then. Milliseconds. */
const soon = 2000

let me: Visitor
let priya: Visitor

startJourneys()

beforeAll(async () => {
  await addPerson(server, colleague)
})

beforeEach(async () => {
  me = await visitAs(browser, server)
  priya = await visitAs(browser, server, colleague.email)
})

afterEach(async () => {
  for (const visitor of [me, priya]) await leave(visitor)
})

/** Opens an address and waits until its changes are followed. */
async function openLive({ page }: Visitor, address: string): Promise<void> {
  const following = page.waitForResponse((response) => response.url().includes('/core/changes/stream'))
  await page.goto(address)
  await following
}

/** Opens the editor of a name; beside the name, because that is a link. */
async function editName({ page }: Visitor, name: string): Promise<Locator> {
  const cell = page.getByRole('row', { name: `Select ${name}` }).getByRole('rowheader')
  const box = await cell.boundingBox()
  await cell.click({ position: { x: (box?.width ?? 0) - 8, y: 12 } })
  await page.keyboard.press('F2')
  return page.getByRole('textbox', { name: 'Name' })
}

async function rename(visitor: Visitor, from: string, to: string): Promise<void> {
  const editor = await editName(visitor, from)
  await editor.fill(to)
  await editor.press('Enter')
}

test('a change in one browser appears in the other within two seconds', async () => {
  const [alder, aspen] = [unique('Alder'), unique('Aspen')]
  const [sons, group] = [`${alder} & Sons`, `${alder} Group`]
  const { accountId } = await createRecord(client, 'accounts', { name: alder })
  await openLive(me, '/app/accounts/list')
  await openLive(priya, '/app/accounts/list')
  await priya.page.getByRole('link', { name: alder }).waitFor()
  await me.page.getByRole('link', { name: alder }).waitFor()
  await rename(priya, alder, sons)
  await priya.page.getByRole('link', { name: sons }).waitFor()
  const startedAt = performance.now()
  await me.page.getByRole('link', { name: sons }).waitFor({ timeout: soon })
  expect(performance.now() - startedAt).toBeLessThan(soon)

  // On the page of a record as well, and what is new is offered to the list, which does not jump.
  await openLive(me, `/app/accounts/${accountId}`)
  await rename(priya, sons, group)
  await me.page.getByRole('heading', { name: group }).waitFor({ timeout: soon + 1000 })
  await createRecord(client, 'accounts', { name: aspen })
  await priya.page.getByText('1 update').waitFor({ timeout: soon + 1000 })
  expect(await priya.page.getByRole('link', { name: aspen }).count()).toBe(0)
  await priya.page.getByRole('button', { name: 'Refresh' }).click()
  await priya.page.getByRole('link', { name: aspen }).waitFor()
})

test('two people who change one field are told, and nothing is overwritten', async () => {
  const birch = unique('Birch')
  const [ofMine, ofPriya] = [`${birch} of mine`, `${birch} of Priya`]
  await createRecord(client, 'accounts', { name: birch })
  await openLive(me, '/app/accounts/list')
  await openLive(priya, '/app/accounts/list')
  const mine = await editName(me, birch)
  await mine.fill(ofMine)
  await rename(priya, birch, ofPriya)
  await priya.page.getByRole('link', { name: ofPriya }).waitFor()
  // The editor that is open keeps what was typed.
  await me.page.waitForTimeout(soon)
  expect(await mine.inputValue()).toBe(ofMine)
  await mine.press('Enter')
  const dialog = me.page.getByRole('dialog', { name: 'Changed by another user' })
  await dialog.getByText(ofMine).waitFor()
  await dialog.getByText(ofPriya, { exact: true }).waitFor()
  await dialog.getByText(/Priya Shah/).waitFor()
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await me.page.getByRole('link', { name: ofPriya }).waitFor()
})
