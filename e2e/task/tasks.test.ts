import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { createRecord } from '../customers.ts'
import { client, openJourneys, page, unique } from '../journey.ts'

openJourneys()

/** Pastes a text into the element with the focus. */
const paste = (text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)

const row = (title: string) => page.getByRole('listitem', { name: title, exact: true })

test('tasks are added, pasted, completed with a key, and brought back', async () => {
  const [first, second, third] = [unique('Call Ada'), unique('Send offer'), unique('Book room')]
  await page.goto('/app/tasks')
  await page.getByRole('textbox', { name: 'New task' }).fill(first)
  await page.keyboard.press('Enter')
  await row(first).waitFor()

  await page.getByRole('textbox', { name: 'New task' }).focus()
  await paste(`- ${second}\n- ${third}`)
  await page.getByRole('button', { name: 'Add 2 tasks' }).click()
  await row(third).waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await row(second).getByRole('button', { name: second }).focus()
  await page.keyboard.press('e')
  await row(second).waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+z')
  await row(second).waitFor()

  await row(first).getByRole('checkbox').check()
  await row(third).getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: 'Selected tasks' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Archive' }).click()
  await row(first).waitFor({ state: 'detached' })
  await row(second).waitFor()
})

test('a task of a record is opened, changed and completed on its tab, with its history', async () => {
  const name = unique('Cedar')
  const title = unique('Prepare the review')
  const { accountId } = await createRecord(client, 'accounts', { name })
  await page.goto(`/app/accounts/${accountId}?tab=tasks`)
  await page.getByRole('textbox', { name: 'New task' }).fill(title)
  await page.keyboard.press('Enter')
  await row(title).getByRole('button', { name: title }).click()
  const drawer = page.getByRole('dialog', { name: 'Task' })
  await drawer.getByRole('link', { name }).waitFor()
  await drawer.getByRole('button', { name: 'Add step' }).click()
  await drawer.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Ask for numbers')
  const assignee = drawer.getByRole('combobox', { name: 'Assignee of step 1' })
  await assignee.fill('admin')
  await page.getByRole('option', { name: 'admin@example.com' }).click()
  await drawer.getByRole('textbox', { name: 'Due date', exact: true }).fill('2031-03-20')
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'agenda.txt', mimeType: 'text/plain', buffer: Buffer.from('Agenda') })
  await drawer.getByRole('button', { name: 'Remove agenda.txt' }).waitFor()
  await drawer.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await drawer.getByRole('button', { name: 'Remove bookmark' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Save' }).click()
  await row(title).getByText('0 of 1 steps').waitFor()
  await row(title).getByText('Bookmarked').waitFor()

  await row(title).getByRole('button', { name: title }).click()
  await drawer.getByRole('button', { name: /^agenda\.txt/ }).waitFor()
  await drawer.getByText('Due date: empty → 2031-03-20').waitFor()
  await expect.poll(() => assignee.inputValue()).toBe('admin@example.com')
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click()
  await row(title).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('switch', { name: 'Show completed' }).click()
  await page.keyboard.press('Escape')
  await row(title).getByText('Completed').waitFor()
})

test('a new task is created with all that it has, about a record that is chosen', async () => {
  const name = unique('Dogwood')
  const title = unique('Plan the workshop')
  await createRecord(client, 'accounts', { name })
  await page.goto('/app/tasks')
  await page.getByRole('button', { name: 'New task' }).click()
  const drawer = page.getByRole('dialog', { name: 'New task' })
  await drawer.getByRole('textbox', { name: 'Title' }).fill(title)
  await drawer.getByRole('combobox', { name: 'About' }).fill(name)
  await page.getByRole('option', { name }).click()
  await drawer.getByRole('button', { name: 'Create task' }).click()
  await row(title).getByRole('link', { name }).waitFor()
})

test('a task that repeats is set up in words, and its completion creates the next', async () => {
  const title = unique('Check the numbers')
  await page.goto('/app/tasks')
  await page.getByRole('button', { name: 'New task' }).click()
  const drawer = page.getByRole('dialog', { name: 'New task' })
  await drawer.getByRole('textbox', { name: 'Title' }).fill(title)
  await drawer.getByRole('textbox', { name: 'Due date', exact: true }).fill('2031-03-03')
  await drawer.getByRole('combobox', { name: 'Repeats' }).click()
  await page.getByRole('option', { name: 'Every week on Monday' }).click()
  await drawer.getByText(/^Repeats every week on Monday\. Next: Mar 10, 2031/).waitFor()
  await drawer.getByRole('combobox', { name: 'Repeats' }).click()
  await page.getByRole('option', { name: 'Custom' }).click()
  const custom = drawer.getByRole('group', { name: 'Custom rule' })
  await custom.getByRole('checkbox', { name: 'Thursday' }).check()
  await drawer.getByText(/^Repeats every week on Monday and Thursday\. Next: Mar 6, 2031/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Create task' }).click()
  await row(title).getByText('Repeats every week on Monday and Thursday').waitFor()

  await row(title).getByRole('button', { name: title }).focus()
  await page.keyboard.press('e')
  await row(title).getByText('Mar 6, 2031').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await row(title).getByText('Mar 3, 2031').waitFor()
})
