import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { createRecord } from '../customers.ts'
import { client, openJourneys, page, unique } from '../journey.ts'

openJourneys()

const row = (title: string) => page.getByRole('listitem', { name: title, exact: true })
const chip = (text: RegExp) => page.getByRole('button', { name: text })

/** Adds a condition to the filter: the field, and the option of its value. */
async function addCondition(field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: field }).click()
  const editor = page.getByRole('dialog', { name: 'Condition' })
  await editor.getByRole('option', { name: option }).click()
  await editor.getByRole('button', { name: 'Done' }).click()
}

test('tasks are filtered by conditions on them and their records, and the view is saved and shown again', async () => {
  const [urgent, plain, other] = [unique('Renew now'), unique('Renew later'), unique('Elsewhere')]
  const name = unique('Larch')
  const { accountId } = await createRecord(client, 'accounts', { name })
  const about = { level: 'account', parentIdentifier: accountId }
  await client.post('/tasks', { title: urgent, priority: 'URGENT', ...about })
  await client.post('/tasks', { title: plain, ...about })
  await client.post('/tasks', { title: other, priority: 'URGENT' })
  await page.goto('/app/tasks')
  await row(other).waitFor()
  await addCondition('Priority', 'Urgent')
  await row(plain).waitFor({ state: 'detached' })
  await row(other).waitFor()

  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: /^Account › Name/ }).click()
  const editor = page.getByRole('dialog', { name: 'Condition' })
  await editor.getByRole('textbox', { name: 'Value' }).fill(name)
  await editor.getByRole('button', { name: 'Done' }).click()
  await row(other).waitFor({ state: 'detached' })
  await row(urgent).waitFor()
  expect(await seriousFaults(page)).toEqual([])

  const views = page.getByRole('button', { name: /^Views:/ })
  await views.click()
  await page.getByRole('menuitem', { name: 'Save as view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  const title = unique('Urgent at Larch')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(title)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: `Views: ${title}`, exact: true }).waitFor()

  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Assignee' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Views: ${title}, modified` }).click()
  await page.getByRole('menuitem', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: `Views: ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'My open tasks' }).click()
  await row(other).waitFor()
  await expect.poll(() => chip(/^Priority/).count()).toBe(0)

  await views.click()
  await page.getByRole('menuitem', { name: title }).click()
  await row(other).waitFor({ state: 'detached' })
  await row(urgent).waitFor()
  await page.getByRole('button', { name: `Views: ${title}`, exact: true }).waitFor()
  await page.reload()
  await row(urgent).waitFor()
  await chip(/^Priority/)
    .first()
    .waitFor()

  await page.getByRole('button', { name: `Views: ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Views: all tasks' }).waitFor()
})

test('the tasks of a record have the same views, narrowed to it', async () => {
  const { accountId } = await createRecord(client, 'accounts', { name: unique('Rowan') })
  const about = { level: 'account', parentIdentifier: accountId }
  const [urgent, plain, elsewhere] = [unique('Call today'), unique('Call soon'), unique('Not here')]
  await client.post('/tasks', { title: urgent, priority: 'URGENT', ...about })
  await client.post('/tasks', { title: plain, assigneeId: null, ...about })
  await client.post('/tasks', { title: elsewhere, priority: 'URGENT' })
  const name = unique('Urgent ones')
  const filter = { and: [{ field: 'priority', operator: 'isSetTo', value: [4] }] }
  await client.post('/task-views', { name, view: { filter } })

  await page.goto(`/app/accounts/${accountId}?tab=tasks`)
  await row(plain).waitFor()
  await page.getByRole('button', { name: 'Views: all tasks' }).click()
  await page.getByRole('menuitem', { name }).click()
  await row(plain).waitFor({ state: 'detached' })
  await row(urgent).waitFor()
  expect(await row(elsewhere).count()).toBe(0)
  expect(page.url()).toContain(`/app/accounts/${accountId}`)
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await row(urgent).waitFor()

  await page.getByRole('button', { name: `Views: ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'All open tasks' }).click()
  await row(plain).waitFor()
  await page.getByRole('button', { name: 'Views: all tasks' }).waitFor()
})
