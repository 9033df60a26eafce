import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'

const renewals = ['Fabrikam', 'Contoso', 'Tailspin']

openJourneys()

let day: string

/** A day by how far it is from the present one of the server. */
const dayIn = (offset: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)

async function account(name: string, customFields: object = {}): Promise<number> {
  return (await createRecord(client, 'accounts', { name }, { ...customFields })).accountId as number
}

const task = async (name: string, title: string, offset: number, priority: string) =>
  client.post('/tasks', {
    title,
    level: 'account',
    parentIdentifier: await account(name),
    dueDate: dayIn(offset),
    priority,
  })

/** The playbook that Steward brings for renewals, counting from a date field. */
async function activateRenewal(field: string): Promise<void> {
  const { data: starters } = await client.get<{ data: { starter: string; steps: { offset: object }[] }[] }>(
    '/playbook/starters',
  )
  const {
    starter: _,
    dateField: __,
    ...input
  } = starters.find((one) => one.starter === 'renewal') as {
    starter: string
    dateField?: boolean
    steps: { offset: object }[]
  }
  const steps = input.steps.map((step) => ({ ...step, offset: { ...step.offset, field } }))
  const { data } = await client.post<{ data: { templateId: number } }>('/playbook/playbook-templates', {
    ...input,
    steps,
  })
  await client.post(`/playbook/playbook-templates/${data.templateId}/active`, undefined)
}

beforeAll(async () => {
  day = (await client.get<{ data: { day: string } }>('/today')).data.day
  await task('Late Ltd', 'Send the renewal offer', -9, 'URGENT')
  await task('Soon Inc', 'Confirm the agenda', 0, 'NORMAL')
  const field = await createField(client, 'account', 'Renewal date', 'date')
  for (const [at, name] of renewals.entries()) {
    await account(name, { [field]: dayIn(130 + at) })
  }
  await activateRenewal(field)
  await client.post('/segment', {
    name: 'Renewing soon',
    segmentLevel: 'account',
    isPrivate: false,
    logic: { field, operator: 'set' },
  })
})

const cards = () => page.getByRole('region', { name: 'What deserves the next hour' }).locator('[data-card]')

const runningPlaybooks = async () =>
  (await client.get<{ totalItemCount: number }>('/playbook/playbook-instances?hideDone=true')).totalItemCount

test("a manager's morning: what comes first and why, done with an activity, the next put off, a playbook for a segment and back", async () => {
  await page.goto('/app')
  await page.getByRole('link', { name: 'Today' }).click()

  // The first card says why it is first.
  const first = cards().first()
  await first.getByRole('link', { name: 'Late Ltd' }).waitFor()
  const why = first.getByRole('list', { name: 'Why Late Ltd' })
  await why.getByText('“Send the renewal offer” was due 9 days ago').waitFor()
  expect(await first.getByLabel(/points$/).textContent()).toMatch(/^\d+\.\d$/)

  // It opens the account; back in the list, the task is completed with an activity on the timeline.
  await first.getByRole('link', { name: 'Late Ltd' }).click()
  await page.getByRole('heading', { name: 'Late Ltd' }).waitFor()
  await page.goBack()
  await cards().first().getByRole('button', { name: 'Complete and log activity' }).click()
  await page.getByRole('menuitem', { name: 'Call' }).click()
  await page.getByText('Task completed').waitFor()
  await page.getByRole('link', { name: 'Late Ltd' }).waitFor({ state: 'detached' })
  const { data: found } = await client.get<{ data: { accountId: number }[] }>('/core/accounts?query=Late')
  await page.goto(`/app/accounts/${found[0]?.accountId}?tab=timeline`)
  await page.getByRole('article', { name: /Send the renewal offer/ }).waitFor()

  // The second card is first now, and can wait until tomorrow.
  await page.goto('/app/today')
  await page.getByRole('button', { name: 'Snooze Soon Inc' }).click()
  await page.getByRole('menuitem', { name: 'Until tomorrow' }).click()
  await page.getByText('1 snoozed.').waitFor()

  // A playbook for a segment: the preview says what it comes to before anything is written.
  await page.goto('/app/playbooks')
  await page.getByRole('button', { name: 'Apply Renewal in 120 days' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Segment' }).click()
  await page.getByRole('option', { name: 'Renewing soon' }).click()
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('3 records will get the playbook').waitFor()
  for (const name of renewals) await drawer.getByText(`Assess the renewal of ${name}`).waitFor()
  await drawer.getByText('Busiest weeks').waitFor()
  expect(await runningPlaybooks()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Apply playbook' }).click()
  await page.getByText('Renewal in 120 days applied to 3 records').waitFor()
  expect(await runningPlaybooks()).toBe(3)

  // They are among the running ones, until one undo takes all of them back.
  await page.getByRole('tab', { name: 'Running' }).click()
  const running = page.getByRole('list', { name: 'Running playbooks' }).getByRole('listitem')
  await running.nth(2).waitFor()
  expect(await running.count()).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('No running playbooks').waitFor()
  expect(await runningPlaybooks()).toBe(0)
})
