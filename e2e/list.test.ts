import { beforeAll, expect, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, visitor } from './journey.ts'
import { listRecords } from './lists.ts'

const patience = { timeout: 10_000 }

const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Ironwood', 'Juniper']

let seatsField: string

openJourneys()

beforeAll(async () => {
  seatsField = await createField(client, 'account', 'Seats', 'number')
  for (const [at, name] of names.entries()) {
    await createRecord(client, 'accounts', { name }, { [seatsField]: (at * 7) % 10 })
  }
})

const rowOf = (name: string) => page.getByRole('row', { name: `Select ${name}` })
/** Before the name stand the letters of its picture. */
const linkNames = async () => {
  const texts = await page.getByRole('grid').getByRole('link').allInnerTexts()
  return texts.map((text) => text.split('\n').at(-1))
}
/** The cell of a record below the header of a column. */
const cellOf = async (name: string, column: string) => {
  const headers = await page.getByRole('grid').getByRole('columnheader').allInnerTexts()
  return rowOf(name)
    .locator('[role=gridcell], [role=rowheader]')
    .nth(headers.findIndex((text) => text.trim() === column))
}
const seatsOf = async (name: string) => {
  const { data } = await listRecords(client, 'accounts', `&query=${name}`)
  return data[0]?.customFields[seatsField]
}

/** Whether the columns of accounts are those that no one chose. */
const isUsual = async () => {
  const { data } = await client.get<{ data: { isUsual: boolean } }>(
    '/core/table-column-config?scope=account-list',
  )
  return data.isUsual
}

async function openAccounts(search = ''): Promise<void> {
  await page.goto(`/app/accounts/list${search}`)
  await page.getByText(/^([\d,]+ of )?10 accounts$/).waitFor()
}

async function addSeatsFilter(least: number): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Field' }).fill('Seats')
  await page.getByRole('option', { name: 'Seats' }).click()
  const filter = page.getByRole('dialog', { name: 'Condition' })
  await filter.getByRole('combobox', { name: 'Operator' }).selectOption('is more than')
  await filter.getByLabel('Value').fill(String(least))
}

test('the pages to come show the list of their level', async () => {
  for (const path of ['dashboard', 'analytics']) {
    await page.goto(`/app/accounts/${path}`)
    await page.waitForURL('**/app/accounts/list*')
    await page.getByText(/^([\d,]+ of )?10 accounts$/).waitFor()
  }
})

test('a filter narrows the list, stands in the address, and can be changed and removed', async () => {
  await openAccounts()
  await addSeatsFilter(6)
  await page.getByText('3 of 10 accounts').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  const other = await visitor.context.newPage()
  await other.goto(page.url())
  await other.getByText('3 of 10 accounts').waitFor()
  await other.getByRole('button', { name: 'Remove the filter Seats is more than 6' }).click()
  await other.getByText('10 accounts', { exact: true }).waitFor()
  await other.goBack()
  await other.getByText('3 of 10 accounts').waitFor()
})

test('a filter that is incomplete for a while leaves the others as they are', async () => {
  await openAccounts()
  await addSeatsFilter(6)
  await page.getByText('3 of 10 accounts').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Field' }).fill('Name')
  await page
    .getByRole('option', { name: /^Name / })
    .first()
    .click()
  const filter = page.getByRole('dialog', { name: 'Condition' })
  await filter.locator('input:focus').waitFor()
  await page.keyboard.type('e')
  await page.getByText('2 of 10 accounts').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Seats is more than 6' }).first().click()
  await filter.getByLabel('Value').fill('')
  await page.getByText('5 of 10 accounts').waitFor()
  await filter.getByLabel('Value').fill('8')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Remove the filter Seats is more than 8' }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter Name contains e' }).waitFor()
})

test('what is typed after an alternative without a value changes no other condition', async () => {
  await openAccounts()
  await addSeatsFilter(6)
  await page.getByText('3 of 10 accounts').waitFor()
  const filter = page.getByRole('dialog', { name: 'Condition' })
  await filter.getByRole('button', { name: 'Or another condition' }).click()
  await page.getByRole('combobox', { name: 'Field' }).fill('Churned')
  await page
    .getByRole('option', { name: /^Churned / })
    .first()
    .click()
  const added = filter.getByRole('combobox', { name: 'Operator' }).nth(1)
  await added.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('9')
  expect(await filter.getByLabel('Value').inputValue()).toBe('6')
})

test('a header sorts and turns the order around; the address restores it', async () => {
  await openAccounts()
  expect(await linkNames()).toEqual(names)
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect.poll(linkNames).toEqual(names.toReversed())
  await page.getByRole('columnheader', { name: 'Seats' }).click()
  await expect.poll(async () => (await linkNames())[0]).toBe('Alder')
  await page.getByRole('columnheader', { name: 'Seats' }).click()
  await expect.poll(async () => (await linkNames())[0]).toBe('Hazel')
  await page.reload()
  await page.getByRole('grid').getByRole('link').first().waitFor()
  await expect.poll(async () => (await linkNames())[0]).toBe('Hazel')
})

test('columns are hidden and shown, and the choice survives a reload', async () => {
  await openAccounts()
  const header = page.getByRole('columnheader', { name: 'Seats' })
  await header.waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Hide Seats' }).click()
  await header.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByText('10 accounts', { exact: true }).waitFor()
  expect(await header.count()).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Show Seats' }).click()
  await header.waitFor()
  // Columns are kept for the user: the tests that follow begin with the usual ones.
  await page.getByRole('button', { name: 'Reset to default columns' }).click()
  await expect.poll(isUsual, patience).toBe(true)
})

test('a cell is edited where it stands, refuses what is no number, and Ctrl Z takes the change back', async () => {
  await openAccounts()
  const cell = await cellOf('Birch', 'Seats')
  await cell.dblclick()
  const editor = cell.getByRole('textbox', { name: 'Seats' })
  await editor.fill('many')
  await editor.press('Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: /number/i })
    .waitFor()
  expect(await editor.inputValue()).toBe('many')
  await editor.fill('41')
  await editor.press('Enter')
  await cell.getByText('41').waitFor()
  await expect.poll(() => seatsOf('Birch'), patience).toBe(41)

  await page.keyboard.press('Control+z')
  await expect.poll(() => seatsOf('Birch'), patience).toBe(7)
  await cell.getByText('7', { exact: true }).waitFor()
})

test('a choice from a list is saved with one click', async () => {
  await openAccounts()
  const cell = await cellOf('Cedar', 'Lifecycle Stage')
  await cell.dblclick()
  await page.getByRole('option', { name: 'Renewal' }).click()
  await cell.getByText('Renewal').waitFor()
  await openAccounts('?q=Cedar')
  await (await cellOf('Cedar', 'Lifecycle Stage')).getByText('Renewal').waitFor()
})

test('selected rows are changed together, and one Undo takes all of it back', async () => {
  await openAccounts()
  await page.getByRole('checkbox', { name: 'Select Dogwood' }).click()
  await page.getByRole('checkbox', { name: 'Select Fir' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Edit field' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().fill('Seats')
  await page.getByRole('option', { name: 'Seats' }).click()
  await dialog.getByRole('textbox').fill('90')
  await dialog.getByRole('button', { name: /^(Apply|Change|Update|Save)/ }).click()
  await expect.poll(async () => Promise.all(['Dogwood', 'Elm', 'Fir'].map(seatsOf))).toEqual([90, 90, 90])

  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => Promise.all(['Dogwood', 'Elm', 'Fir'].map(seatsOf))).toEqual([1, 8, 5])
})

test('keys go on from a row whose checkbox was pressed', async () => {
  await openAccounts()
  await page.getByRole('checkbox', { name: 'Select Dogwood' }).click()
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('x')
  await page.getByText('3 selected').waitFor()
})

test('an archived account leaves the list, and Undo brings it back', async () => {
  await openAccounts()
  await page.getByRole('checkbox', { name: 'Select Juniper' }).click()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click()
  await page.getByText('9 of 10 accounts').waitFor()
  expect(await linkNames()).not.toContain('Juniper')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('10 accounts', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Juniper' }).waitFor()
})

test('a search without a match offers to clear it; a level without records offers the first one', async () => {
  await openAccounts()
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('no such tree')
  await page.getByText('No accounts match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('10 accounts', { exact: true }).waitFor()
  await page.goto('/app/contacts/list')
  await page.getByText('No contacts yet').waitFor()
  expect(await page.getByRole('link', { name: 'New contact' }).count()).toBeGreaterThan(0)
})

test('everything is done by keyboard: go to the list, filter it, change a cell, open a record', async () => {
  const { keyboard } = page
  await page.goto('/app/organizations/list')
  await page.getByText('No organizations yet').waitFor()
  await keyboard.press('g')
  await keyboard.press('a')
  await page.getByText('10 accounts', { exact: true }).waitFor()

  await keyboard.press('f')
  await page.getByRole('combobox', { name: 'Field' }).waitFor()
  await keyboard.type('Name')
  await keyboard.press('Enter')
  const value = page.getByRole('dialog', { name: 'Condition' }).getByLabel('Value')
  await value.waitFor()
  await expect
    .poll(async () => {
      await keyboard.press('Tab')
      return page.evaluate('document.activeElement.getAttribute("aria-label")')
    })
    .toBe('Value')
  await keyboard.type('Gink')
  await page.getByText('1 of 10 accounts').waitFor()
  await keyboard.press('Enter')

  await expect
    .poll(
      async () => {
        await keyboard.press('Tab')
        return page.evaluate('document.activeElement.getAttribute("role")')
      },
      { interval: 20, timeout: 10_000 },
    )
    .toBe('grid')
  const cell = await cellOf('Ginkgo', 'Seats')
  await expect
    .poll(async () => {
      await keyboard.press('ArrowRight')
      const reached = await page.evaluate('document.activeElement.getAttribute("aria-activedescendant")')
      return reached === (await cell.getAttribute('id'))
    })
    .toBe(true)
  await keyboard.type('64')
  await keyboard.press('Enter')
  await expect.poll(() => seatsOf('Ginkgo')).toBe(64)

  await keyboard.press('Home')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ginkgo' }).waitFor()
})
