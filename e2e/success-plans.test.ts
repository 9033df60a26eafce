import { beforeAll, expect, test } from 'vitest'
import { seriousFaultsInThemes } from './axe.ts'
import { browser, client, openJourneys, page, server } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visit, visitAs } from './visitor.ts'

let accountId: number

openJourneys()

beforeAll(async () => {
  const made = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name: 'Northwind' },
  })
  accountId = made.data.accountId
})

const root = '/success-plan/success-plan'

async function makePlan(name: string): Promise<number> {
  const body = { level: 'account', entityId: accountId, name, startDate: '2026-03-01', dueDate: '2026-06-30' }
  return (await client.post<{ data: { successPlanId: number } }>(root, body)).data.successPlanId
}

test('a plan is made on a record, filled, and completed with everything in it', async () => {
  await page.goto(`/app/accounts/${accountId}?tab=success-plans`)
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Live in all stores')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Start with the outcome').waitFor()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'KPI' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Stores live')
  await drawer.getByRole('textbox', { name: 'Target' }).fill('80')
  await drawer.getByRole('textbox', { name: 'Current value' }).fill('20')
  await drawer.getByRole('button', { name: 'Add KPI' }).click()
  const kpi = page.getByRole('listitem', { name: 'KPI: Stores live' })
  await kpi.getByText('25%').waitFor()
  await kpi.getByRole('button', { name: 'Values of Stores live over time' }).click()
  await kpi.getByText('1 value').waitFor()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Milestone' }).click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Train the stores')
  await drawer.getByRole('button', { name: 'Add milestone' }).click()
  const milestone = page.getByRole('listitem', { name: 'Milestone: Train the stores' })
  const input = milestone.getByRole('textbox', { name: 'Add a task to Train the stores' })
  await input.fill('Book the trainer')
  await input.press('Enter')
  await milestone.getByRole('link', { name: 'Book the trainer' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])

  await milestone.getByRole('button', { name: 'Move Train the stores up' }).click()
  await page.locator('ol > li').first().getByText('Train the stores').waitFor()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await drawer.getByText('Still open: 1 milestone, 1 task, 1 KPI.').waitFor()
  await drawer.getByText('Complete everything in it').click()
  await drawer.getByRole('button', { name: 'Complete plan' }).click()
  await milestone.getByRole('checkbox', { name: 'Complete Book the trainer', checked: true }).waitFor()

  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancel completion' }).click()
  await milestone.getByRole('checkbox', { name: 'Complete Book the trainer', checked: false }).waitFor()
})

test('all plans are listed and narrowed, and the open ones are on the overview of their record', async () => {
  await makePlan('Overdue rollout')
  await page.goto('/app/success-plans?find=Overdue')
  const list = page.getByRole('list', { name: 'Success plans' })
  await list.getByText('Behind').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await page.goto('/app/success-plans?show=dueThisMonth')
  await page.getByText('No matching plans').waitFor()
  await page.goto(`/app/accounts/${accountId}?tab=overview`)
  const card = page.getByRole('region', { name: 'Success plans' })
  await card.getByRole('link', { name: 'Overdue rollout' }).click()
  await page.getByRole('heading', { name: 'Overdue rollout' }).waitFor()
})

test('a description that is no document opens an empty editor', async () => {
  const id = await makePlan('Odd text')
  await client
    .put(`${root}/${id}`, { description: '{"type":"doc","content":[{"type":"nonsense"}]}' })
    .catch(() => null)
  await page.goto(`/app/success-plans/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Goal' }).waitFor()
})

test('the statuses of plans are renamed and extended', async () => {
  await page.goto('/app/settings/success-plan-lists')
  const list = page.getByRole('region', { name: 'Progress of KPIs' })
  await list.getByRole('button', { name: 'Rename At risk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Needs help')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Needs help', { exact: true }).first().waitFor()
  await list.getByRole('button', { name: 'Add to Progress of KPIs' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Paused')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Paused', { exact: true }).first().waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
})

test('a link opens a page without a sign-in, where the customer ticks a task', async () => {
  const id = await makePlan('Shared rollout')
  const at = `${root}/${id}`
  const { data } = await client.post<{ data: { itemId: number } }>(`${at}/milestone`, { name: 'Go live' })
  await client.post(`${at}/milestone/${data.itemId}/task`, { title: 'Send the logo' })
  await client.post(`${at}/item`, { kind: 'NOTE', name: 'Our own note' })
  await page.goto(`/app/success-plans/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'New link' }).click()
  await drawer.getByRole('textbox', { name: 'For whom' }).fill('For Ada')
  await drawer.getByRole('checkbox', { name: 'Go live' }).check()
  await drawer.getByRole('checkbox', { name: 'Send the logo' }).check()
  await drawer.getByText('Tasks on the page can be ticked').click()
  await drawer.getByRole('button', { name: 'Create link' }).click()
  const link = drawer.getByRole('listitem', { name: 'For Ada' })
  await link.getByText('Not opened yet').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  const address = new URL(await link.locator('code').innerText())

  const stranger = await visit(browser, server)
  await stranger.page.goto(address.pathname)
  await stranger.page.getByRole('heading', { name: 'Shared rollout' }).waitFor()
  expect(await stranger.page.getByText('Our own note').count()).toBe(0)
  expect(await seriousFaultsInThemes(stranger.page)).toEqual([])
  await stranger.page.getByRole('button', { name: 'Complete Send the logo' }).click()
  await stranger.page.getByRole('button', { name: 'Reopen Send the logo' }).waitFor()
  await leave(stranger)

  await page.reload()
  await page.getByRole('checkbox', { name: 'Complete Send the logo', checked: true }).waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  // Ticking a task loads the page again, which is still one view.
  await link.getByText('Opened once').waitFor()
  await link.getByRole('button', { name: 'Revoke For Ada' }).click()
  await link.getByText('Revoked').waitFor()
})

test('a plan becomes a template, which makes plans for other records', async () => {
  const id = await makePlan('Onboarding of Northwind')
  await client.post(`${root}/${id}/milestone`, { name: 'Go live', dueDate: '2026-03-31' })
  const { data } = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name: 'Contoso' },
  })
  await page.goto(`/app/success-plans/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Onboarding')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page
    .getByRole('list', { name: 'Templates' })
    .getByText('Onboarding', { exact: true })
    .first()
    .waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])

  await page.goto(`/app/accounts/${data.accountId}?tab=success-plans`)
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByRole('menuitem', { name: 'Onboarding' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('Onboarding of Contoso').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Create plans' }).click()
  await page.getByRole('link', { name: 'Onboarding of Contoso' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('No success plans yet').waitFor()
})

test('the color of the company is on shared pages', async () => {
  const id = await makePlan('Colored rollout')
  const share = await client.post<{ data: { address: string } }>(`${root}/${id}/share`, {
    label: 'For Ada',
    expiresOn: '2099-12-31',
    shown: {},
  })
  await page.goto('/app/settings/company')
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('green')
  await page.getByRole('button', { name: 'Save color' }).click()
  await page.getByText('Enter # and six digits').waitFor()
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#0b6e4f')
  await page.getByRole('button', { name: 'Save color' }).click()
  await page.getByText('Company color saved').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  const stranger = await visit(browser, server)
  await stranger.page.goto(new URL(share.data.address).pathname)
  const edge = "getComputedStyle(document.querySelector('main')).borderTopColor"
  expect(await stranger.page.evaluate(edge)).toBe('rgb(11, 110, 79)')
  await leave(stranger)
})

test('a phone shows the whole name of a plan, and has what there is no room for in the menu', async () => {
  const id = await makePlan('Live in all 80 stores')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/success-plans/${id}`)
  const name = page.getByRole('heading', { name: 'Live in all 80 stores' })
  await name.waitFor()
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share success plan' }).waitFor()
})

test('paper has the plan without its buttons and inputs', async () => {
  const id = await makePlan('On paper')
  await client.post(`${root}/${id}/milestone`, { name: 'Train the stores', statusId: 21 })
  await page.goto(`/app/success-plans/${id}`)
  const milestone = page.getByRole('listitem', { name: 'Milestone: Train the stores' })
  await milestone.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  expect(await milestone.isVisible()).toBe(true)
})

test('people who may not edit a plan see which of its tasks are done', async () => {
  const id = await makePlan('Read only')
  const { data } = await client.post<{ data: { itemId: number } }>(`${root}/${id}/milestone`, { name: 'Go' })
  for (const title of ['Done task', 'Open task']) {
    await client.post(`${root}/${id}/milestone/${data.itemId}/task`, { title })
  }
  await page.goto(`/app/success-plans/${id}`)
  await page.getByRole('checkbox', { name: 'Complete Done task' }).click()
  await page.getByRole('checkbox', { name: 'Complete Done task', checked: true }).waitFor()
  const email = 'viewer@example.com'
  await addPerson(server, { email, firstName: 'Vera', lastName: 'View', roleId: 4 })
  const viewer = await visitAs(browser, server, email)
  await viewer.page.goto(`/app/success-plans/${id}`)
  const color = (name: string) =>
    viewer.page.evaluate(
      `getComputedStyle(document.querySelector('[aria-label="${name}"]:disabled')).backgroundColor`,
    )
  await viewer.page.getByRole('checkbox', { name: 'Complete Done task', checked: true }).waitFor()
  expect(await color('Complete Done task')).not.toBe(await color('Complete Open task'))
  await leave(viewer)
})
