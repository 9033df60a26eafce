// Makes the pictures of success plans in the handbook: `node e2e/screenshots/plans.ts`. With a folder, every screen in
// all widths into it: `node e2e/screenshots/plans.ts /tmp/screens`.
import { addDays } from '@steward/conditions'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi } from '../client.ts'
import { createRecord } from '../customers.ts'
import { addPerson } from '../people.ts'
import { save } from '../picture.ts'
import { type Server, startServer } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)
const root = '/success-plan/success-plan'

interface Filled {
  accountId: number
  planId: number
  templateId: number
  address: string
}

const written = (...paragraphs: string[]): string =>
  JSON.stringify({
    type: 'doc',
    content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  })

/** Entries of the lists of statuses and progress that every company begins with. */
const [inProgress, onTrack] = [2, 12]
const [milestoneNotStarted, milestoneInProgress] = [21, 22]
const kpiOnTrack = 32

/** Plans around the present day of the server, a template, and a link, in the name of the person who owns them. */
async function fill(server: Server): Promise<Filled> {
  const email = 'priya.shah@example.com'
  const ownerId = await addPerson(server, { email, firstName: 'Priya', lastName: 'Shah', roleId: 3 })
  const client = await signInByApi(server, email)
  const { today } = await client.get<{ today: string }>('/tasks')
  const day = (inDays: number): string => addDays(today, inDays)
  const accountIds: number[] = []
  for (const name of ['Northwind Traders', 'Fabrikam', 'Contoso']) {
    accountIds.push(Number((await createRecord(client, 'accounts', { name })).accountId))
  }
  const [accountId] = accountIds as [number]
  const plan = async (form: object): Promise<number> => {
    const made = await client.post<{ data: { successPlanId: number } }>(root, {
      level: 'account',
      ownerId,
      ...form,
    })
    return made.data.successPlanId
  }
  const planId = await plan({
    entityId: accountId,
    name: 'Live in all 80 stores',
    description: written(
      'Every store orders through the new portal by the summer, and calls to the desk halve.',
    ),
    startDate: day(-30),
    dueDate: day(60),
    statusId: inProgress,
    progressId: onTrack,
  })
  const part = async (kind: string, form: object): Promise<Record<string, number>> =>
    (await client.post<{ data: Record<string, number> }>(`${root}/${planId}/${kind}`, form)).data
  await part('kpi', {
    kpiName: 'Stores live',
    ownerId,
    targetDetails: {
      targetType: 'numeric',
      targetCriteria: 'is greater than',
      startValue: 0,
      targetValue: 80,
      currentKpiValue: 34,
    },
    dueDate: day(60),
    progressId: kpiOnTrack,
  })
  await part('kpi', {
    kpiName: 'Calls to the desk per week',
    ownerId,
    targetDetails: {
      targetType: 'numeric',
      targetCriteria: 'is less than',
      startValue: 240,
      targetValue: 120,
      currentKpiValue: 180,
    },
    dueDate: day(45),
    progressId: kpiOnTrack,
  })
  const spans = [
    ['Kick-off', -30, -20, ['Agree on the goals', 'Name the owners on both sides']],
    ['Train the first 40 stores', -20, 10, ['Book the trainer', 'Send the invitations', 'Collect feedback']],
    ['Roll out to the other stores', 10, 50, ['Plan the order of the stores']],
  ] as const
  const itemIds: number[] = []
  const taskIds: number[] = []
  for (const [name, from, to, titles] of spans) {
    const { itemId } = await part('milestone', {
      name,
      ownerId,
      startDate: day(from),
      dueDate: day(to),
      statusId: from < 0 ? milestoneInProgress : milestoneNotStarted,
    })
    itemIds.push(Number(itemId))
    for (const title of titles) {
      const task = await part(`milestone/${itemId}/task`, { title, dueDate: day(to) })
      taskIds.push(...((task['taskIds'] as unknown as number[]) ?? []))
    }
  }
  await client.post('/tasks/complete', { taskIds: [...new Set(taskIds)].slice(0, 2) })
  await part('item', {
    kind: 'NOTE',
    name: 'What we agreed',
    description: written('Weekly call on Tuesdays.'),
  })
  const shown = { description: true, dates: true, status: true, itemIds, taskIds: [...new Set(taskIds)] }
  const share = await client.post<{ data: { address: string; shareId: number } }>(`${root}/${planId}/share`, {
    label: 'For Ada Okafor',
    expiresOn: day(90),
    mayCheck: true,
    mayComment: true,
    shown,
  })
  const address = new URL(share.data.address).pathname
  await client.put('/company/appearance', { color: '#0b6e4f' })
  const comment = {
    author: 'Ada Okafor',
    text: 'The trainer is booked for the 12th. Can we add the Leeds stores?',
  }
  await fetch(`${server.url}${address}/comment`, { method: 'POST', body: new URLSearchParams(comment) })
  const { shareId } = share.data
  const answer = { text: 'Yes: Leeds is in the second wave now.' }
  await client.post(`${root}/${planId}/share/${shareId}/comment`, answer)
  const template = await client.post<{ data: { templateId: number } }>('/success-plan/template/from-plan', {
    successPlanId: planId,
    name: 'Rollout to stores',
  })
  await plan({
    entityId: accountIds[1],
    name: 'First value in 60 days',
    startDate: day(-90),
    dueDate: day(-10),
    statusId: inProgress,
  })
  await plan({
    entityId: accountIds[2],
    name: 'Expand to the warehouse team',
    startDate: day(0),
    dueDate: day(120),
  })
  return { accountId, planId, templateId: template.data.templateId, address }
}

/** Narrow screens have the button in a menu. */
async function openShares(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Live in all 80 stores' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).first().waitFor()
  const button = page.getByRole('button', { name: 'Share', exact: true })
  if (await button.isVisible()) return button.click()
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
}

async function takeAll(
  page: Page,
  { accountId, planId, templateId, address }: Filled,
  take: (name: string) => Promise<void>,
) {
  await page.goto('/app/success-plans')
  await page.getByRole('list', { name: 'Success plans' }).waitFor()
  await take('plans')
  await page.goto(`/app/success-plans/${planId}`)
  await page.getByRole('heading', { name: 'Live in all 80 stores' }).waitFor()
  await page.getByText('Weekly call on Tuesdays.').waitFor()
  await take('plan')
  await page.goto(address)
  await page.getByRole('heading', { name: 'Live in all 80 stores' }).waitFor()
  await take('plan-shared')
  await page.goto(`/app/success-plans/templates/${templateId}`)
  await page.getByRole('listitem', { name: 'Milestone 3' }).waitFor()
  await page.locator('[contenteditable=true]').first().waitFor()
  await take('plan-template-editor')
  if (!into) return
  await page.goto(`/app/success-plans/${planId}`)
  await page.getByRole('button', { name: 'Answer Ada Okafor' }).click()
  await page.getByRole('textbox', { name: 'Answer to Ada Okafor' }).scrollIntoViewIfNeeded()
  await take('plan-comments')
  await page.goto(`/app/success-plans/${planId}`)
  await openShares(page)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('For Ada Okafor').waitFor()
  await take('plan-share')
  await drawer.getByRole('button', { name: 'New link' }).click()
  await take('plan-share-form')
  await page.goto('/app/success-plans/templates')
  await page.getByText('Rollout to stores').waitFor()
  await take('plan-templates')
  await page.getByRole('button', { name: 'Use Rollout to stores' }).click()
  await take('plan-template-use')
  await page.goto('/app/settings/company')
  await page.getByRole('button', { name: 'Save color' }).waitFor()
  await take('company-color')
  await page.goto('/app/settings/success-plan-lists')
  await page.getByText('On track').first().waitFor()
  await take('plan-settings')
  await page.goto(`/app/accounts/${accountId}?tab=success-plans`)
  await page.getByText('Live in all 80 stores').first().waitFor()
  await take('plan-tab')
}

const server = await startServer({})
const browser = await launchBrowser()
try {
  const filled = await fill(server)
  for (const colorScheme of ['light', 'dark'] as const) {
    const suffix = colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, { colorScheme })
    await takeAll(page, filled, (name) => save(page, `${name}${suffix}`, into))
    const phone = await visitAs(browser, server, undefined, {
      colorScheme,
      viewport: { width: 390, height: 844 },
    })
    await takeAll(phone.page, filled, (name) => save(phone.page, `${name}-390${suffix}`, into))
  }
} finally {
  await browser.close()
  await server.stop()
}
