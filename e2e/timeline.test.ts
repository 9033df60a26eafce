import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique, visitor } from './journey.ts'
import type { ListedRecord } from './lists.ts'
import { addPerson } from './people.ts'
import { timelineItem } from './record-tabs.ts'
import { leave, visitAs } from './visitor.ts'

let account: ListedRecord
let id: number

openJourneys()

beforeEach(async () => {
  account = await createRecord(client, 'accounts', { name: unique('Harbour') })
  id = Number(account.accountId)
})

interface Items {
  data: { itemId: number; kind: string; title: string; text: string; version: number; pinned: boolean }[]
}

const timeline = async () => (await client.get<Items>(`/core/timeline?level=2&parentIdentifier=${id}`)).data
const logNote = async (title: string, more: object = {}) => {
  const note = { level: 2, parentIdentifier: id, title, ...more }
  return (await client.post<{ data: { noteId: number; version: number } }>('/core/notes', note)).data
}

async function openTimeline(on: Page = page, search = ''): Promise<void> {
  await on.goto(`/app/accounts/${id}?tab=timeline${search}`)
  await on.getByRole('heading', { name: account.globalFields.name, level: 1 }).waitFor()
  await on.getByRole('group', { name: 'Filters of the timeline' }).waitFor()
}

const panel = (name: string) => page.getByRole('dialog', { name })
const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const item = (name: string, on: Page = page): Locator => timelineItem(on, name)
const save = (what: string) => page.getByRole('button', { name: `Save ${what}` }).click()

test('an empty timeline says what could be done', async () => {
  await openTimeline()
  await page.getByText('No activity yet').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('an item is edited, bookmarked, pinned, deleted and brought back', async () => {
  await logNote('First')
  await logNote('Second', { description: 'About the roadmap' })
  await openTimeline()
  await item('Note: Second').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Title').fill('Second thoughts')
  await save('note')
  await page.getByText('Note updated').waitFor()
  await item('Note: Second thoughts').getByText('edited').waitFor()

  await item('Note: Second thoughts').focus()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Remove bookmark from Second thoughts' }).waitFor()
  await page.getByRole('button', { name: 'Pin First for everyone' }).click()
  await page.getByRole('button', { name: 'Unpin First' }).waitFor()
  await expect.poll(async () => (await timeline()).find(({ title }) => title === 'First')?.pinned).toBe(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Pinned and bookmarked' }).waitFor()

  await page.getByRole('button', { name: 'More about Second thoughts' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await item('Note: Second thoughts').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await item('Note: Second thoughts').waitFor()
  expect((await timeline()).map(({ title }) => title)).toContain('Second thoughts')
})

test('filters and search stand in the address, and a link leads to its item', async () => {
  const { noteId } = await logNote('Roadmap wishes', { description: 'They want single sign-on' })
  await logNote('Invoice')
  await client.post('/core/entity-action/pulse?level=2', { parentIdentifier: id, pulse: 3 })
  await openTimeline()
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Pulses' }).click()
  await page.keyboard.press('Escape')
  await item('Note: Invoice').waitFor({ state: 'detached' })
  await item('Pulse').waitFor()
  expect(page.url()).toContain('kinds=pulse')
  await page.getByRole('button', { name: 'Clear the filter Type' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('single sig')
  await item('Note: Invoice').waitFor({ state: 'detached' })
  await item('Note: Roadmap wishes').waitFor()
  await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('nothing like it')
  await page.getByText('No items match the filters').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await item('Note: Invoice').waitFor()

  await openTimeline(page, `&item=${noteId}&kinds=pulse`)
  await page.getByRole('region', { name: 'Linked item' }).getByText('They want single sign-on').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a reload keeps what was typed; what others changed or deleted is told, and nothing is lost', async () => {
  const { noteId, version } = await logNote('Plan', { description: 'Old words' })
  await openTimeline()
  await page.keyboard.press('n')
  await text('Note').waitFor()
  await text('Note').focus()
  await page.keyboard.type('Half a thought')
  await page.reload()
  await panel('New note').getByText('This is your unsaved draft.').waitFor()
  await panel('New note').getByText('Half a thought').waitFor()
  await panel('New note').getByRole('button', { name: 'Start over' }).click()
  await panel('New note').getByText('Half a thought').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await panel('New note').waitFor({ state: 'detached' })

  await item('Note: Plan').focus()
  await page.keyboard.press('Enter')
  await text('Note').waitFor()
  await client.put(`/core/notes/${noteId}`, { description: 'Their words', version })
  await text('Note').fill('My words')
  await save('note')
  await page.getByText('Another user changed it while you were writing.').waitFor()
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await page.getByRole('alert').getByText('Their words').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await panel('Edit note').waitFor({ state: 'detached' })
  await item('Note: Plan').getByText('My words').waitFor()

  await item('Note: Plan').focus()
  await page.keyboard.press('Enter')
  await text('Note').waitFor()
  await client.delete(`/core/notes/${noteId}`)
  await text('Note').fill('Not lost')
  await save('note')
  await page.getByText('It was deleted while you were writing.').waitFor()
  await page.getByRole('button', { name: 'Save it as a new entry' }).click()
  await panel('Edit note').waitFor({ state: 'detached' })
  await item('Note: Plan').getByText('Not lost').waitFor()

  await page.keyboard.press('n')
  await text('Note').waitFor()
  await text('Note').focus()
  await page.keyboard.type('Written on a train')
  await visitor.context.setOffline(true)
  await save('note')
  await page.getByText("Steward can't be reached.").waitFor()
  await visitor.context.setOffline(false)
  // The browser itself says so, on its console.
  const said = visitor.complaints.splice(0)
  expect(said.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await page.getByRole('button', { name: 'Retry' }).click()
  await panel('New note').waitFor({ state: 'detached' })
  await item('Note by').getByText('Written on a train').waitFor()
})

test('what others add is offered, and a viewer can read, and nothing else', async () => {
  await logNote('There before')
  await openTimeline()
  await item('Note: There before').waitFor()
  await logNote('Fresh')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.getByText('1 new').waitFor({ timeout: 40_000 })
  expect(await item('Note: Fresh').count()).toBe(0)
  await page.getByRole('button', { name: /1 new/ }).click()
  await item('Note: Fresh').waitFor()

  const email = `${unique('reader').replace(' ', '-')}@example.com`
  await addPerson(server, { email, firstName: 'Rea', lastName: 'Der', roleId: 4 })
  const reader = await visitAs(browser, server, email)
  await openTimeline(reader.page)
  await item('Note: Fresh', reader.page).waitFor()
  expect(await reader.page.getByText('Write a note').count()).toBe(0)
  expect(await reader.page.getByRole('button', { name: /^(Edit|Pin|Comment on) / }).count()).toBe(0)
  expect(await seriousFaults(reader.page)).toEqual([])
  await leave(reader)
})

test('activity types and templates are set up, and offered where things are logged', async () => {
  const name = unique('Health check')
  await page.goto('/app/settings/activity-types')
  await page.getByRole('button', { name: 'New type' }).click()
  await page.getByLabel('Name').fill('call')
  await page
    .getByRole('textbox', { name: 'Find an icon' })
    .or(page.getByRole('searchbox', { name: 'Find an icon' }))
    .fill('rocket')
  await page.getByRole('radio', { name: 'rocket' }).check({ force: true })
  await page.getByRole('button', { name: 'Save type' }).click()
  // The name is taken, whatever its case.
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Name').fill(name)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save type' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('switch').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/app/settings/note-templates')
  await page.getByRole('button', { name: 'New template' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Title of the note').fill('How are you?')
  await text('Text').fill('Three questions')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).waitFor()

  await openTimeline()
  await page.keyboard.press('a')
  await page.getByRole('radio', { name }).waitFor()
  await page.keyboard.press('Escape')
  await panel('Log an activity').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name }).click()
  await panel('New note').getByText('Three questions').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('How are you?')
  await page.getByRole('button', { name: 'Discard' }).click()
})
