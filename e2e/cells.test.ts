import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, visitor } from './journey.ts'
import { listRecords } from './lists.ts'

const trees = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel']

let seats: string
let tier: string
let renewal: string

openJourneys()

beforeAll(async () => {
  seats = await createField(client, 'account', 'Seats', 'number')
  tier = await createField(client, 'account', 'Tier', 'singlePicklist', ['Gold', 'Silver', 'Bronze'])
  renewal = await createField(client, 'account', 'Renewal', 'date')
  for (const [at, name] of trees.entries()) {
    await createRecord(client, 'accounts', { name }, { [seats]: (at + 1) * 10 })
  }
})

beforeEach(async () => {
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

const grid = () => page.getByRole('grid')
const messages = () => page.getByRole('region', { name: 'Messages' })

async function open(plural: string, count: string): Promise<void> {
  await page.goto(`/app/${plural}/list`)
  await page.getByText(`${count} ${plural}`, { exact: true }).waitFor()
}

/** The cell of a record below the header of a column. */
function cellOf(name: string, column: string) {
  const row = page.getByRole('row', { name: `Select ${name}`, exact: false })
  return page
    .evaluate(
      `[...document.querySelectorAll('[role=columnheader][data-column]')]
       .find((header) => header.innerText.trim() === ${JSON.stringify(column)}).dataset.column`,
    )
    .then((id) => row.locator(`[data-column="${String(id)}"]`))
}

/** Puts the focus on a cell. */
async function stand(name: string, column: string): Promise<void> {
  await (await cellOf(name, column)).click()
}

/** Pastes a text as a spreadsheet puts it on the clipboard. */
async function paste(text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+v')
}

async function valuesOf(field: string): Promise<unknown[]> {
  const { data } = await listRecords(client, 'accounts', '&sort=name')
  return data.map((record) => record.customFields[field] ?? null)
}

/** How many accounts have so many seats. */
async function holders(count: number): Promise<number> {
  return (await valuesOf(seats)).filter((one) => one === count).length
}

test('cells are pasted from a spreadsheet, the bad ones are marked and put right, and one Undo takes all back', async () => {
  await open('accounts', '8')
  await stand('Alder', 'Seats')
  await paste('11\tGold\t2027-01-31\r\nmany\tSilver\t02/28/2027\r\n1,300\tPlatinum\t\r\n')
  await page.getByText('7 cells pasted, 2 skipped:').waitFor()
  await expect.poll(() => valuesOf(seats)).toEqual([11, 20, 1300, 40, 50, 60, 70, 80])
  expect((await valuesOf(renewal)).slice(0, 3)).toEqual(['2027-01-31', '2027-02-28', null])
  const bad = await cellOf('Birch', 'Seats')
  expect(await bad.getAttribute('aria-invalid')).toBe('true')
  await bad.getByText('Not saved: Seats: "many" is not a number written like 1,234.56.').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Show' }).click()
  const list = page.getByRole('dialog', { name: '2 cells not pasted' })
  await list.getByText('"Platinum" is not an option of Tier.').waitFor()
  await list.getByRole('button', { name: 'Go to Seats of Birch' }).click()
  await page.keyboard.press('F2')
  const editor = bad.getByRole('textbox', { name: 'Seats' })
  expect(await editor.inputValue()).toBe('many')
  await editor.fill('22')
  await editor.press('Enter')
  await page.getByText('7 cells pasted, 1 skipped:').waitFor()
  expect(await bad.getAttribute('aria-invalid')).toBeNull()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('cells pasted, 1 skipped:').waitFor({ state: 'detached' })

  await stand('Elm', 'Seats')
  await paste('1\tGold\n2\tBronze')
  await messages().getByText('4 cells pasted').waitFor()
  await messages().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => valuesOf(seats)).toEqual([11, 22, 1300, 40, 50, 60, 70, 80])
  expect((await valuesOf(tier)).slice(4, 6)).toEqual([null, null])
})

test('a block that has no room is told before it is pasted, and a single value fills the range', async () => {
  await open('accounts', '8')
  await stand('Ginkgo', 'Seats')
  await paste('1\n2\n3\n4')
  const question = page.getByRole('dialog', { name: 'Not enough space' })
  await question.getByText('no space for the last 2 rows').waitFor()
  expect((await valuesOf(seats)).slice(6)).toEqual([70, 80])
  await question.getByRole('button', { name: 'Paste the rest' }).click()
  await expect.poll(async () => (await valuesOf(seats)).slice(6)).toEqual([1, 2])

  await stand('Cedar', 'Seats')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await paste('5')
  await expect.poll(async () => (await valuesOf(seats)).slice(2, 5)).toEqual([5, 5, 5])
})

test('a range is selected, filled and cleared by mouse, and rows are selected beside it', async () => {
  await open('accounts', '8')
  await stand('Alder', 'Seats')
  await page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' })
  const from = await cellOf('Alder', 'Seats')
  const handle = await from.locator('[data-handle]').boundingBox()
  const to = await (await cellOf('Dogwood', 'Seats')).boundingBox()
  if (!handle || !to) throw new Error('There is no handle')
  await page.mouse.move(handle.x + 4, handle.y + 4)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y - 40, { steps: 4 })
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 })
  await page.mouse.up()
  const [first] = await valuesOf(seats)
  await expect.poll(async () => (await valuesOf(seats)).slice(0, 4)).toEqual([first, first, first, first])

  const start = await (await cellOf('Elm', 'Seats')).boundingBox()
  const end = await (await cellOf('Fir', 'Renewal')).boundingBox()
  if (!start || !end) throw new Error('There is no cell')
  await page.mouse.move(start.x + 20, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(end.x + 20, end.y + 10, { steps: 6 })
  await page.mouse.up()
  await page.getByText('2 rows by 3 columns selected').waitFor({ state: 'attached' })
  expect(await grid().locator('[data-range]').count()).toBe(6)
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await valuesOf(seats)).slice(4, 6)).toEqual([null, null])

  await page.keyboard.press('Shift+Space')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('Escape')
  expect(await grid().locator('[data-range]').count()).toBe(0)
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('2 selected').waitFor({ state: 'detached' })
})

const focused = (name: string) => page.evaluate(`document.activeElement.getAttribute('${name}')`)

test('the whole list is worked without a mouse', async () => {
  const { keyboard } = page
  await page.goto('/app/organizations/list')
  await page.getByRole('heading', { name: 'Organizations' }).waitFor()
  await keyboard.press('g')
  await keyboard.press('a')
  await page.getByText('8 accounts', { exact: true }).waitFor()
  const tabTo = (name: string, value: string) =>
    expect
      .poll(
        async () => {
          await keyboard.press('Tab')
          return focused(name)
        },
        { interval: 20, timeout: 10_000 },
      )
      .toBe(value)

  // Filter by the name.
  await keyboard.press('f')
  await page.getByRole('combobox', { name: 'Field' }).waitFor()
  await keyboard.type('Name')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Condition' }).getByLabel('Value').waitFor()
  await tabTo('aria-label', 'Value')
  await keyboard.type('e')
  await page.getByText('4 of 8 accounts').waitFor()
  await keyboard.press('Enter')
  await tabTo('role', 'grid')

  // Sort by seats in the header, and turn it around.
  const seatsId = await page.evaluate(
    `[...document.querySelectorAll('[role=columnheader][data-column]')]
       .find((header) => header.innerText.trim() === 'Seats').id`,
  )
  await keyboard.press('Control+Home')
  await keyboard.press('ArrowUp')
  await expect
    .poll(async () => {
      await keyboard.press('ArrowRight')
      return focused('aria-activedescendant')
    })
    .toBe(seatsId)
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  const header = page.getByRole('columnheader', { name: 'Seats' })
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  // The rows of the old order stay until the new ones have come.
  await expect.poll(() => grid().getAttribute('aria-busy')).toBeNull()

  // Edit, continue with Enter, cancel with Escape.
  await keyboard.press('ArrowDown')
  await keyboard.type('900')
  await keyboard.press('Enter')
  await expect.poll(() => holders(900)).toBe(1)
  await keyboard.press('F2')
  await grid().getByRole('textbox', { name: 'Seats' }).waitFor()
  await keyboard.type('1')
  await keyboard.press('Escape')
  await expect.poll(() => holders(900)).toBe(1)

  // Copy the two highest, and paste them below.
  await keyboard.press('Control+Home')
  await expect
    .poll(async () => {
      await keyboard.press('ArrowRight')
      return String(await focused('aria-activedescendant')).endsWith(`-0-${seats}`)
    })
    .toBe(true)
  await keyboard.press('Shift+ArrowDown')
  await page.getByText('2 rows by 1 column selected').waitFor({ state: 'attached' })
  await keyboard.press('Control+c')
  await messages().getByText('2 cells copied').waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Control+v')
  await expect.poll(() => holders(900)).toBe(2)

  // Take it back, select two rows, open one of them and come back.
  await keyboard.press('Control+z')
  await expect.poll(() => holders(900)).toBe(1)
  // The rows are in their old order again once this is said.
  await messages().getByText('Undone').waitFor()
  await keyboard.press('Control+Home')
  await keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('X')
  await page.getByText('2 selected').waitFor()
  await keyboard.press('Enter')
  await page.getByRole('tab').first().waitFor()
  // A browser without a window has no key of its own for this.
  await page.goBack()
  await page.getByText('4 of 8 accounts').waitFor()
})

test('a screen reader is told of a grid: its headers, its places, what is selected and what is fixed', async () => {
  await open('accounts', '8')
  await page.getByRole('columnheader', { name: 'Name' }).waitFor()
  await stand('Birch', 'Seats')
  await page.keyboard.press('Shift+ArrowDown')
  const session = await visitor.context.newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const told = nodes.map(({ role, name, properties }) => ({
    role: String(role?.value),
    name: String(name?.value ?? ''),
    ...Object.fromEntries((properties ?? []).map((one) => [one.name as string, one.value.value as unknown])),
  })) as { role: string; name: string; selected?: boolean; readonly?: boolean }[]
  const withRole = (role: string) => told.filter((node) => node.role === role)
  expect(withRole('grid').map(({ name }) => name)).toEqual(['Accounts'])
  expect(withRole('rowheader').map(({ name }) => name.replace(/^\w\w? ?/, ''))).toHaveLength(trees.length)
  expect(withRole('columnheader').map(({ name }) => name)).toContain('Seats')
  const chosen = withRole('gridcell').filter(({ selected }) => selected)
  expect(chosen.map(({ name }) => name)).toHaveLength(2)
  expect(withRole('gridcell').filter(({ readonly }) => readonly).length).toBeGreaterThanOrEqual(trees.length)

  const tree = await grid().ariaSnapshot()
  expect(tree).toMatch(/rowheader "(A|AL) ?Alder"|rowheader ".*Alder"/)
  const attributes = await (
    await cellOf('Birch', 'Seats')
  ).evaluate((cell) => {
    const row = cell.closest('[role=row]')
    return [cell.getAttribute('aria-colindex'), row?.getAttribute('aria-rowindex')]
  })
  expect(attributes).toEqual([expect.stringMatching(/^\d+$/), '3'])
  expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  await page.keyboard.press('F2')
  await page.getByText('Editing Seats. Enter saves, Escape cancels.').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  expect(await seriousFaults(page)).toEqual([])
})
