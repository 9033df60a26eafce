import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { browser, client, server, startJourneys, unique } from './journey.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

let visitor: Visitor
let accountId: number

startJourneys()

beforeAll(async () => {
  const made = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name: 'Northwind' },
  })
  accountId = made.data.accountId
})
beforeEach(async () => {
  visitor = await visitAs(browser, server)
})
afterEach(() => leave(visitor))

test('a playbook is made from a starter, previewed, applied to an account and taken back', async () => {
  const { page } = visitor
  await page.goto('/app/playbooks')
  await page.getByRole('button', { name: 'New playbook' }).first().click()
  await page.getByRole('menuitem', { name: 'Onboarding' }).click()
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.getByRole('button', { name: 'Save playbook' }).click()
  const row = page.getByRole('list', { name: 'Playbooks' }).getByRole('listitem')
  await row.getByText('Accounts · 6 steps · 0 running').waitFor()
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await row.getByText('Active', { exact: true }).waitFor()

  await page.goto(`/app/accounts/${accountId}?tab=playbooks`)
  await page.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByRole('menuitem', { name: 'Onboarding' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('Take over Northwind from sales').waitFor()
  await drawer.getByText('Busiest weeks').waitFor()
  await drawer.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByRole('link', { name: 'Onboarding' }).click()
  await page.getByText('0 of 6 steps completed').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  const { data } = await client.get<{ data: { title: string }[] }>('/tasks?myTasksOnly=true')
  expect(data.map(({ title }) => title)).toContain('Take over Northwind from sales')
})

test('a step gets an activity type, and the change log names what was saved', async () => {
  const { page } = visitor
  const { data: made } = await client.post<{ data: { templateId: number } }>('/playbook/playbook-templates', {
    name: 'Review',
    level: 'account',
    steps: [{ key: 'call', title: 'Call them' }],
  })
  await page.goto(`/app/playbooks/${made.templateId}`)
  await page.getByRole('combobox', { name: 'Activity type' }).click()
  await page.getByRole('option', { name: 'Call' }).click()
  await page.getByRole('button', { name: 'Save playbook' }).click()
  await page.getByText(/^Playbook saved/).waitFor()
  await page.goto(`/app/playbooks/${made.templateId}`)
  await page.getByRole('button', { name: 'Change log' }).click()
  const log = page.getByRole('list', { name: 'Changes' })
  await log.getByText('Step “Call them” changed: activity type').waitFor()
  await log.getByText(/created this playbook/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a playbook is applied to the selected accounts of the list, and several running ones are completed and reopened', async () => {
  const { page } = visitor
  const names = ['Litware', 'Proseware']
  for (const name of names) await client.post('/core/accounts', { globalFields: { name } })
  const { data: made } = await client.post<{ data: { templateId: number } }>('/playbook/playbook-templates', {
    name: 'Check-in',
    level: 'account',
    steps: [{ key: 'call', title: 'Call {{record.name}}' }],
  })
  await client.post(`/playbook/playbook-templates/${made.templateId}/active`, undefined)

  await page.goto('/app/accounts/list')
  for (const name of names) {
    const row = page.getByRole('row').filter({ hasText: name })
    await row.hover()
    await row.getByRole('checkbox').check()
  }
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByRole('combobox', { name: 'Playbook' }).click()
  await page.getByRole('option', { name: 'Check-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const drawer = page.getByRole('dialog', { name: 'Apply Check-in to 2 accounts' })
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('2 records will get the playbook').waitFor()
  await drawer.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByText('Check-in applied to 2 records').waitFor()

  await page.goto(`/app/playbooks?tab=instances&playbook=${made.templateId}`)
  const rows = page.getByRole('list', { name: 'Running playbooks' }).getByRole('listitem')
  await rows.nth(1).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('group', { name: 'Selected playbooks' }).getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByText('2 playbooks completed').waitFor()
  await page.getByText('No matching playbooks').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rows.nth(1).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await page.getByText('No matching playbooks').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.nth(1).waitFor()
})

test('a step has a formatted description, whose placeholders are filled in the task', async () => {
  const { page } = visitor
  const [name, title] = [unique('Handover'), unique('Meet them')]
  const { data: made } = await client.post<{ data: { templateId: number } }>('/playbook/playbook-templates', {
    name,
    level: 'account',
    steps: [{ key: 'meet', title }],
  })
  await page.goto(`/app/playbooks/${made.templateId}`)
  await page.getByRole('button', { name: 'Add description' }).click()
  const steps = page.getByRole('region', { name: 'Steps' })
  const editor = steps.getByRole('textbox', { name: 'Description' })
  await editor.pressSequentially('Ask ')
  await page.keyboard.press('ControlOrMeta+b')
  await editor.pressSequentially('{{record.name}}')
  await editor.locator('strong').getByText('{{record.name}}').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save playbook' }).click()
  await page.getByRole('list', { name: 'Playbooks' }).getByText(name).waitFor()
  await page.goto(`/app/playbooks/${made.templateId}`)
  await page.getByRole('button', { name: 'Edit description' }).waitFor()
  await page.locator('strong').getByText('{{record.name}}').waitFor()

  const template = `/playbook/playbook-templates/${made.templateId}`
  await client.post(`${template}/active`)
  await client.post(`${template}/apply`, { entities: [accountId] })
  const { data } = await client.get<{ data: { taskId: number }[] }>(`/tasks?query=${title}`)
  await page.goto(`/app/tasks?task=${data[0]?.taskId}`)
  const drawer = page.getByRole('dialog', { name: 'Task' })
  await drawer.locator('strong').getByText('Northwind').waitFor()
})
