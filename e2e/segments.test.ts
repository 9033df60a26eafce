import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { visitAs } from './visitor.ts'

const norma = { email: 'norma@example.com', firstName: 'Norma', lastName: 'Normal', roleId: 1 } as const

const patience = { timeout: 10_000 }

openJourneys()

beforeAll(async () => {
  const normaId = await addPerson(server, norma)
  for (const [name, pulse] of [
    ['Alder', 1],
    ['Birch', 2],
    ['Cedar', 5],
    ['Dogwood', 5],
  ] as const) {
    const owners = name === 'Alder' ? { 'system:owners': [normaId] } : {}
    await createRecord(client, 'accounts', { name, 'system:pulse': pulse, ...owners })
  }
})

interface Segment {
  segmentId: number
}

async function createSegment(input: Record<string, unknown>): Promise<number> {
  const body = { segmentLevel: 'account', isPrivate: false, ...input }
  const { data } = await client.post<{ data: Segment }>('/segment', body)
  return data.segmentId
}

const low = { field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }
const drawer = () => page.getByRole('dialog', { name: /segment$/ })
const condition = () => page.getByRole('dialog', { name: 'Condition' })
const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
/** Before the name stand the letters of its picture. */
const memberNames = async () => {
  const texts = await page.getByRole('grid').getByRole('link').allInnerTexts()
  return texts.map((text) => text.split('\n').at(-1))
}

async function chooseField(name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Field' }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

test('a segment with a group is made; the count follows the rule', async () => {
  const name = unique('Unhappy or called Cedar')
  await page.goto('/app/segments')
  await page.getByRole('button', { name: 'Create segment' }).first().click()
  await drawer().getByText('4 accounts match').waitFor()
  await drawer().getByRole('button', { name: 'Create segment' }).click()
  await drawer().getByText('Enter a name.').waitFor()
  await drawer().getByRole('textbox', { name: 'Name' }).fill(name)

  await drawer().getByRole('button', { name: 'Add group' }).click()
  const group = drawer().getByRole('group', { name: 'Group: any of' })
  await group.getByRole('button', { name: 'Add condition' }).click()
  await chooseField('Pulse')
  await condition().getByRole('option', { name: 'High Risk' }).click()
  await drawer().getByText('1 account matches').waitFor()
  await condition().getByRole('option', { name: 'Some Risk' }).click()
  await drawer().getByText('2 accounts match').waitFor()
  await condition().getByRole('button', { name: 'Done' }).click()

  await group.getByRole('button', { name: 'Add condition' }).click()
  await chooseField('Name')
  await condition().getByLabel('Value').fill('ced')
  // At once: what was typed last must not be lost.
  await condition().getByRole('button', { name: 'Done' }).click()
  await drawer().getByText('3 accounts match').waitFor()
  await drawer().getByRole('button', { name: 'Name contains ced', exact: true }).waitFor()

  await drawer().getByRole('button', { name: 'Create segment' }).click()
  await page.getByText('Segment saved').waitFor()
  await page.waitForURL('**/app/segments')
  const made = row(name)
  await made.getByText('Pulse is High Risk or Some Risk or Name contains ced').waitFor()
  await made.getByRole('cell', { name: '3', exact: true }).waitFor()
  await made.getByRole('cell', { name: 'Private', exact: true }).waitFor()
})

test('its members are shown in its order; another order is saved, or left again', async () => {
  const id = await createSegment({ name: unique('Low pulse'), logic: low })
  await page.goto(`/app/accounts/segments/${id}`)
  await page.getByText('2 of 4 accounts').waitFor()
  await expect.poll(memberNames, patience).toEqual(['Alder', 'Birch'])
  const modified = page.getByText('Modified', { exact: true })
  expect(await modified.count()).toBe(0)

  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect.poll(memberNames, patience).toEqual(['Birch', 'Alder'])
  await modified.waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(memberNames, patience).toEqual(['Alder', 'Birch'])
  await modified.waitFor({ state: 'detached' })

  await page.getByRole('columnheader', { name: 'Name' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Segment saved').waitFor()
  await modified.waitFor({ state: 'detached' })
  await page.goto(`/app/accounts/segments/${id}`)
  await page.getByText('2 of 4 accounts').waitFor()
  await expect.poll(memberNames, patience).toEqual(['Birch', 'Alder'])
})

test('without any there is an example, made with one click; the command menu finds it', async () => {
  const name = 'Contacts with a low pulse'
  await page.goto('/app/contacts/segments')
  // Tried again, the example is there already.
  const example = page.getByRole('button', { name: `Make “${name}”` })
  await example.or(page.getByRole('link', { name })).first().waitFor()
  if (await example.isVisible()) await example.click()
  await row(name).getByText('Active and Pulse is High Risk or Some Risk').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search records or type a command' }).fill('low pulse')
  await page.getByRole('option', { name: `${name} Segment of contacts` }).click()
  await page.getByText('No contacts in this segment').waitFor()
})

test('a filtered list becomes a segment', async () => {
  const name = unique('From the list')
  await page.goto(`/app/accounts/list?filter=${encodeURIComponent(JSON.stringify({ and: [low] }))}`)
  await page.getByText('2 of 4 accounts').waitFor()
  await page.getByRole('button', { name: 'Segment: all accounts' }).click()
  await page.getByRole('menuitem', { name: 'Save as segment' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save as segment' }).click()
  await drawer().getByText('2 accounts match').waitFor()
  await drawer().getByRole('textbox', { name: 'Name' }).fill(name)
  await drawer().getByRole('button', { name: 'Create segment' }).click()
  await row(name).getByText('Pulse is High Risk or Some Risk').waitFor()
})

test('filtered pipelines become a segment too, and their views are no own filters', async () => {
  const save = page.getByRole('button', { name: 'Save as segment' })
  await page.goto('/app/pipelines/list')
  await page.getByRole('button', { name: 'Remove the filter Active' }).waitFor()
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Risks' }).click()
  await page.getByRole('button', { name: 'Remove the filter Entity Type is Risk' }).waitFor()
  expect(await save.count()).toBe(0)
  await page.getByRole('button', { name: 'Remove the filter Active' }).click()
  await save.click()
  await drawer().getByRole('textbox', { name: 'Name' }).waitFor()
})

test('a pin is kept, by the star and by the key', async () => {
  const name = unique('Pinned')
  await createSegment({ name, logic: low })
  await page.goto('/app/accounts/segments')
  const star = page.getByRole('button', { name: `Pin ${name}` })
  const saved = page.waitForResponse(/\/pin\/pin$/)
  await star.click()
  await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('true')
  await saved
  await page.goto('/app/segments?tab=pinned')
  const pinned = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await pinned.waitFor()
  await row(name).getByRole('link').focus()
  await page.keyboard.press('p')
  await row(name).waitFor({ state: 'detached' })
  await pinned.waitFor({ state: 'detached' })
})

test('a Normal User sees the public ones only, and of their members their own records', async () => {
  const open = unique('Seen by all')
  const closed = unique('Seen by me')
  const id = await createSegment({ name: open, logic: low })
  await createSegment({ name: closed, logic: low, isPrivate: true })
  const other = await visitAs(browser, server, norma.email)
  await other.page.goto('/app/segments')
  const theirs = other.page.getByRole('row').filter({ has: other.page.getByRole('link', { name: open }) })
  await theirs.getByRole('cell', { name: '1', exact: true }).waitFor()
  expect(await other.page.getByRole('link', { name: closed }).count()).toBe(0)
  await theirs.getByRole('button', { name: `Actions for ${open}` }).click()
  await other.page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  await other.page.goto(`/app/accounts/segments/${id}`)
  await other.page.getByText('1 account', { exact: true }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
  expect(other.complaints).toEqual([])
  await other.context.close()
})

test('a condition on a field that is gone is marked, and can be taken out', async () => {
  const name = unique('About seats')
  const field = await createField(client, 'account', unique('Seats'), 'number')
  const { data } = await client.get<{ data: { name: string; customColumnId: number }[] }>(
    '/core/fields?level=account',
  )
  const logic = { and: [low, { field, operator: 'greater', value: 4 }] }
  await createSegment({ name, logic })
  await client.delete(`/core/fields/${data.find((known) => known.name === field)?.customColumnId}`)

  await page.goto('/app/segments')
  await row(name).getByText('1 broken condition').waitFor()
  await row(name).getByText('Field removed').waitFor()
  await row(name).getByRole('link').click()
  await page.getByText('1 condition no longer matches anything').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer().getByText('0 accounts match').waitFor()
  await drawer()
    .getByRole('button', { name: /^Remove the condition Field removed/ })
    .click()
  await drawer().getByText('2 accounts match').waitFor()
  await drawer().getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('2 of 4 accounts').waitFor()
})

test('who entered and left since a day is told by name', async () => {
  const name = unique('Anew Alder')
  const logic = { field: 'name', operator: 'equals', value: name }
  const id = await createSegment({ name: unique('Asked anew'), logic })
  await createRecord(client, 'accounts', { name })
  await page.goto(`/app/accounts/segments/${id}`)
  await page.getByRole('button', { name: 'Entered and left' }).click()
  const dialog = page.getByRole('dialog', { name: 'Entered and left' })
  await dialog.getByRole('region', { name: 'Entered' }).getByRole('link', { name }).waitFor()
  await dialog.getByRole('region', { name: 'Left' }).getByText('No records left.').waitFor()
  await dialog.getByRole('radio', { name: '7 days' }).check({ force: true })
  await dialog.getByRole('link', { name }).first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a segment is deleted after a question, and its address says so', async () => {
  const name = unique('Short-lived')
  const id = await createSegment({ name, logic: low })
  await page.goto('/app/segments')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Segment deleted successfully').waitFor()
  await row(name).waitFor({ state: 'detached' })
  await page.goto(`/app/accounts/segments/${id}`)
  await page.getByText('This segment no longer exists').waitFor()
  await page.getByRole('link', { name: 'All segments' }).click()
  await page.waitForURL('**/app/segments')
})
