import { expect, test } from 'vitest'
import { seriousFaultsInThemes } from './axe.ts'
import { createField } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { leave, visit } from './visitor.ts'

openJourneys()

const root = '/success-plan/success-plan'

interface Made {
  successPlanId: number
  itemId: number
  shareId: number
  taskIds: number[]
  address: string
}

const make = async (path: string, body: object): Promise<Made> =>
  (await client.post<{ data: Made }>(path, body)).data

const createAccount = async (customFields: object = {}): Promise<number> => {
  const body = { globalFields: { name: unique('Northwind') }, customFields }
  return (await client.post<{ data: { accountId: number } }>('/core/accounts', body)).data.accountId
}

test('a KPI whose field was deleted is shown as broken, keeps its value, and goes on by hand', async () => {
  const field = await createField(client, 'account', unique('Live stores'), 'number')
  const entityId = await createAccount({ [field]: 40 })
  const plan = await make(root, { level: 'account', entityId, name: 'Live in all stores' })
  const targetDetails = {
    targetType: 'numeric',
    targetCriteria: 'is greater than',
    startValue: 0,
    targetValue: 80,
  }
  const form = { kpiName: 'Stores live', sourceField: field, targetDetails }
  await make(`${root}/${plan.successPlanId}/kpi`, form)
  await page.goto(`/app/success-plans/${plan.successPlanId}`)
  const kpi = page.getByRole('listitem', { name: 'KPI: Stores live' })
  await kpi.getByText('50%').waitFor()

  const { data } = await client.get<{ data: { name: string; customColumnId: number }[] }>(
    '/core/fields?level=account',
  )
  await client.delete(`/core/fields/${data.find(({ name }) => name === field)!.customColumnId}`)
  await page.reload()
  await kpi.getByText('Broken source').waitFor()
  await kpi.getByText('The field that it followed was deleted; this is its last value').waitFor()
  await kpi.getByText('Now 40').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])

  const drawer = page.getByRole('dialog')
  const edit = async (label: string, value: string) => {
    await kpi.getByRole('button', { name: 'More actions for Stores live' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await drawer.getByText('The field that it followed was deleted. Choose another one').waitFor()
    await drawer.getByRole('textbox', { name: label }).fill(value)
    await drawer.getByRole('button', { name: 'Save KPI' }).click()
  }
  await edit('Target', '100')
  await kpi.getByText('40%').waitFor()
  await kpi.getByText('Broken source').waitFor()
  await edit('Current value', '60')
  await kpi.getByText('60%').waitFor()
  expect(await kpi.getByText('Broken source').count()).toBe(0)
})

test('a customer who has the page of a link open is told that it ended, and changes nothing', async () => {
  const entityId = await createAccount()
  const plan = await make(root, { level: 'account', entityId, name: 'Rollout' })
  const at = `${root}/${plan.successPlanId}`
  const { itemId } = await make(`${at}/milestone`, { name: 'Go live' })
  const { taskIds } = await make(`${at}/milestone/${itemId}/task`, { title: 'Send the logo' })
  const shown = { itemIds: [itemId], taskIds }
  const form = { label: 'For Ada', expiresOn: '2099-12-31', mayCheck: true, mayComment: true, shown }
  const customer = await visit(browser, server, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const isOver = customer.page.getByRole('heading', { name: 'Link not valid' })
  const open = async () => {
    const link = await make(`${at}/share`, form)
    await customer.page.goto(new URL(link.address).pathname)
    await customer.page.getByRole('heading', { name: 'Rollout' }).waitFor()
    return () => client.put(`${at}/share/${link.shareId}/revoke`)
  }
  const endOne = await open()
  await endOne()
  await customer.page.getByRole('button', { name: 'Complete Send the logo' }).click()
  await isOver.waitFor()
  expect(await seriousFaultsInThemes(customer.page)).toEqual([])
  const endOther = await open()
  await customer.page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await customer.page.getByRole('textbox', { name: 'Comment' }).fill('Too late')
  await endOther()
  await customer.page.getByRole('button', { name: 'Send comment' }).click()
  await isOver.waitFor()
  await leave(customer)

  const task = await client.get<{ data: { status: string } }>(`/tasks/${taskIds[0]}`)
  expect(task.data.status).toBe('OPEN')
  await page.goto(`/app/success-plans/${plan.successPlanId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog').getByText('Revoked').first().waitFor()
  expect(await page.getByText('Too late').count()).toBe(0)
})

const openForm = () => page.getByRole('button', { name: 'Edit', exact: true }).click()

test('two people edit a plan: what each changed stays, and the same field is not overwritten', async () => {
  const entityId = await createAccount()
  const plan = await make(root, { level: 'account', entityId, name: 'Rollout' })
  const at = `${root}/${plan.successPlanId}`
  await page.goto(`/app/success-plans/${plan.successPlanId}`)
  const drawer = page.getByRole('dialog')
  const name = drawer.getByRole('textbox', { name: 'Name' })
  const save = () => drawer.getByRole('button', { name: 'Save plan' }).click()
  await openForm()
  await name.waitFor()
  await client.put(at, { dueDate: '2099-01-31' })
  await name.fill('Rollout in spring')
  await save()
  await page.getByRole('heading', { name: 'Rollout in spring' }).waitFor()
  await page.getByText('due Jan 31, 2099').waitFor()

  await openForm()
  await name.waitFor()
  await client.put(at, { name: 'Rollout in autumn' })
  await name.fill('Rollout in summer')
  await save()
  await drawer.getByText('Someone else changed this since you opened it: Name.').waitFor()
  expect(await name.inputValue()).toBe('Rollout in summer')
})
