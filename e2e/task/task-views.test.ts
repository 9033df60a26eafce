import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { client, openJourneys, page, unique } from '../journey.ts'

openJourneys()

const row = (title: string) => page.getByRole('listitem', { name: title, exact: true })
const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const card = (title: string) => page.getByRole('button', { name: title, exact: true })

async function addTask(title: string, form: object = {}): Promise<void> {
  await client.post('/tasks', { title, ...form })
}

test('the board shows tasks by status, and moves them by keys and by dragging', async () => {
  const [first, second] = [unique('Sketch'), unique('Review')]
  await addTask(first)
  await addTask(second)
  await page.goto('/app/tasks?mode=board')
  await column('Open').getByRole('button', { name: first }).focus()
  expect(await seriousFaults(page)).toEqual([])

  await page.keyboard.press('Alt+ArrowRight')
  await column('Planned').getByRole('button', { name: first }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(first)
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Completed' }).click()
  await column('Completed').getByRole('button', { name: first }).waitFor()
  await page.getByText(`“${first}” moved to Completed`).first().waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await column('Planned').getByRole('button', { name: first }).waitFor()

  await card(second).dragTo(column('In progress'))
  await column('In progress').getByRole('button', { name: second }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await column('Open').getByRole('button', { name: second }).waitFor()
})

const day = (name: string) => page.getByRole('listitem', { name, exact: true })

test('the calendar shows tasks on their days, and moves them by keys and by dragging', async () => {
  const title = unique('Workshop')
  await addTask(title, { dueDate: '2031-03-04' })
  await page.goto('/app/tasks?mode=calendar&on=2031-03-01')
  await page.getByRole('heading', { name: 'March 2031' }).waitFor()
  await day('Tuesday, March 4').getByRole('button', { name: title }).focus()
  expect(await seriousFaults(page)).toEqual([])

  await page.keyboard.press('Alt+ArrowDown')
  await day('Tuesday, March 11').getByRole('button', { name: title }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await day('Tuesday, March 4').getByRole('button', { name: title }).waitFor()

  await card(title).dragTo(day('Friday, March 7'))
  await day('Friday, March 7').getByRole('button', { name: title }).waitFor()

  await page.getByRole('radio', { name: 'Week' }).check({ force: true })
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('heading', { name: /Mar 3 – Mar 9, 2031/ }).waitFor()
  await day('Friday, March 7').getByRole('button', { name: title }).click()
  await page.getByRole('dialog', { name: 'Task' }).waitFor()
})

test('the list is grouped, and keys set the due date and the assignee', async () => {
  const [high, low] = [unique('Escalation'), unique('Tidy up')]
  await addTask(high, { priority: 'HIGH', dueDate: '2031-03-04' })
  await addTask(low, { priority: 'LOW' })
  await page.goto('/app/tasks')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'High' }).getByRole('listitem', { name: high }).waitFor()
  await page.getByRole('region', { name: 'Low' }).getByRole('listitem', { name: low }).waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await row(high).getByRole('button', { name: high }).focus()
  await page.keyboard.press('d')
  const dates = page.getByRole('dialog', { name: `Due date of ${high}` })
  await dates.getByRole('button', { name: 'Thursday, March 6, 2031' }).click()
  await row(high).getByText('Mar 6, 2031').waitFor()
  await dates.waitFor({ state: 'detached' })
  await row(low).getByRole('button', { name: low }).focus()
  await page.keyboard.press('a')
  const people = page.getByRole('dialog', { name: `Assignee of ${low}` })
  await people.getByRole('button', { name: 'Assign to no one' }).click()
  await row(low).waitFor({ state: 'detached' })

  await page.keyboard.press('?')
  await page.getByRole('region', { name: 'Tasks of a list' }).getByText('Set the due date').waitFor()
})

test('the load shows what each person has to do by week', async () => {
  await addTask(unique('Estimate'), { estimateMinutes: 90 })
  await page.goto('/app/tasks?mode=load')
  const table = page.getByRole('table', { name: 'Load by person and week' })
  await table.getByRole('columnheader', { name: 'This week' }).waitFor()
  await table.getByRole('row').filter({ hasText: '1.5 h' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('the toolbar is one line on a desktop, and a search with a button on a phone', async () => {
  const toolbar = page.getByRole('group', { name: 'View', exact: true })
  const height = async () => (await toolbar.boundingBox())?.height
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/app/tasks')
    await page.getByRole('searchbox', { name: 'Search tasks' }).waitFor()
    await page.getByRole('button', { name: width === 390 ? 'Filters' : 'Add filter' }).waitFor()
    await expect.poll(height).toBeLessThanOrEqual(45)
  }
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('switch', { name: 'Show archived' }).click()
  await page.getByRole('button', { name: 'Filters · 1' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})
