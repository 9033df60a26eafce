import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

const dayAt = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

let visitor: Visitor

startJourneys()

async function account(name: string): Promise<number> {
  const made = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name },
  })
  return made.data.accountId
}

const task = (accountId: number, title: string, dueDate: string, priority = 'NORMAL') =>
  client.post('/tasks', { title, level: 'account', parentIdentifier: accountId, dueDate, priority })

beforeAll(async () => {
  const [late, soon, risky] = [
    await account('Late Ltd'),
    await account('Soon Inc'),
    await account('Risky AG'),
  ]
  await task(late, 'Send the renewal offer', dayAt(-9), 'URGENT')
  await task(late, 'Book the review', dayAt(-1))
  await task(soon, 'Confirm the agenda', dayAt(0))
  await client.post('/core/pipelines', {
    globalFields: { name: 'Champion left', pipelineType: 2, accountId: risky },
  })
})

beforeEach(async () => {
  visitor = await visitAs(browser, server)
})
afterEach(() => leave(visitor))

const cards = () =>
  visitor.page.getByRole('region', { name: 'What deserves the next hour' }).locator('[data-card]')

test('a morning: see what comes first and why, complete it, snooze the next, and take both back', async () => {
  const { page } = visitor
  await page.goto('/app')
  await page.getByRole('link', { name: 'Today' }).click()
  const first = cards().first()
  await first.getByRole('link', { name: 'Late Ltd' }).waitFor()
  await first.getByText('“Send the renewal offer” was due 9 days ago').waitFor()

  expect(await seriousFaults(page)).toEqual([])
  // Reasons add up to the points, and cards come in the order of their points.
  const shown = await cards().evaluateAll((all) =>
    all.map((card) => ({
      points: Number(card.querySelector('[aria-label$=" points"]')?.textContent),
      reasons: [...card.querySelectorAll('ul li > span:last-child')].map((one) => Number(one.textContent)),
    })),
  )
  expect(shown.length).toBeGreaterThanOrEqual(3)
  for (const { points, reasons } of shown) {
    expect(reasons.reduce((sum, one) => sum + one, 0)).toBeCloseTo(points, 5)
  }
  expect(shown.map(({ points }) => points)).toEqual(
    shown.map(({ points }) => points).toSorted((a, b) => b - a),
  )

  await first.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByText('Task completed').waitFor()
  await page.getByText('“Send the renewal offer”').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Send the renewal offer” was due 9 days ago').waitFor()

  await page.getByRole('button', { name: 'Snooze Late Ltd' }).click()
  await page.getByRole('menuitem', { name: 'Until tomorrow' }).click()
  await page.getByText('Card snoozed').waitFor()
  await page.getByRole('link', { name: 'Late Ltd' }).waitFor({ state: 'detached' })
  await page.getByText('1 snoozed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await cards().first().getByRole('link', { name: 'Late Ltd' }).waitFor()
})

test('a risk without a task leads to the risk', async () => {
  const { page } = visitor
  await page.goto('/app/today')
  const card = cards().filter({ hasText: 'Risky AG' })
  await card.getByRole('link', { name: 'Open the risk' }).click()
  await page.getByRole('heading', { name: 'Champion left' }).waitFor()
})

test('an administrator sees another order before publishing it', async () => {
  const { page } = visitor
  await page.goto('/app/settings/today')
  const order = page.getByRole('list', { name: 'Order with these weights' })
  await order.getByText('Late Ltd').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Tasks' }).fill('0')
  await order.getByText('Late Ltd').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish weights' }).click()
  await page.getByText('Weights published').waitFor()
  await page.goto('/app/today')
  await cards().filter({ hasText: 'Risky AG' }).waitFor()
  expect(await cards().filter({ hasText: 'Late Ltd' }).count()).toBe(0)
  await page.goto('/app/settings/today')
  await page.getByRole('button', { name: 'Use the defaults' }).click()
  await page.getByRole('button', { name: 'Publish weights' }).click()
  await page.getByText('Weights published').waitFor()
})

test('an administrator looks at the day of a member of the team, and returns to their own', async () => {
  const { page } = visitor
  await addPerson(server, { email: 'new@us.test', firstName: 'Nora', lastName: 'New', roleId: 1 })
  await page.goto('/app/today')
  await page.getByRole('combobox', { name: 'Whose day' }).click()
  await page.getByRole('option', { name: 'Nora New' }).click()
  await page.getByText('Nora New doesn’t own any accounts yet').waitFor()
  await page.getByRole('heading', { name: 'Book', exact: true }).waitFor()
  await page.goto('/app/today')
  await cards().first().getByRole('link', { name: 'Late Ltd' }).waitFor()
})

test('the tasks of the day are beside the list, those with a time in its order first', async () => {
  const { data } = await client.get<{ data: { day: string } }>('/today')
  const due = (title: string, dueTime: string) => client.post('/tasks', { title, dueDate: data.day, dueTime })
  await due('Call the sponsor', '14:30')
  await due('Prepare the call', '08:15')
  const { page } = visitor
  await page.goto('/app/today')
  const aside = page.getByRole('complementary', { name: 'Around the day' })
  await aside.getByRole('link', { name: 'Call the sponsor' }).waitFor()
  const rows = await aside.getByRole('listitem').allInnerTexts()
  expect(rows.slice(0, 3).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    '8:15 AM Prepare the call',
    '2:30 PM Call the sponsor',
    expect.stringMatching(/^Confirm the agenda/),
  ])
  expect(await seriousFaults(page)).toEqual([])
})

test('without accounts of their own, a viewer sees those with the lowest scores, and opens the day of an owner', async () => {
  const viewer = {
    email: 'vera.viewer@example.com',
    firstName: 'Vera',
    lastName: 'Viewer',
    roleId: 4,
  } as const
  await addPerson(server, viewer)
  const { accountId: weak } = await createRecord(client, 'accounts', { name: 'Weak GmbH', 'system:pulse': 1 })
  await expect
    .poll(
      async () =>
        (await client.get<{ data: { globalFields: { health: number | null } } }>(`/core/accounts/${weak}`))
          .data.globalFields.health,
      { timeout: 60_000 },
    )
    .not.toBeNull()
  const { page, context } = await visitAs(browser, server, viewer.email)
  await page.goto('/app/today')
  await page.getByRole('heading', { name: 'Accounts that need attention' }).waitFor()
  await page.getByRole('link', { name: 'Weak GmbH' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page
    .getByRole('link', { name: /^The day of / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Due today', exact: true }).waitFor()
  await context.close()
})
