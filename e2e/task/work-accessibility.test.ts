import { addDays } from '@steward/conditions'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Screen } from '../screens/administration.ts'
import { seriousFaultsInThemes } from '../axe.ts'
import { createRecord } from '../customers.ts'
import { browser, client, server, startJourneys } from '../journey.ts'
import { visitAs } from '../visitor.ts'
import { playbookScreens, type PlaybookObjects } from './playbook-screens.ts'
import { taskScreens, type TaskObjects } from './task-screens.ts'

startJourneys()

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const templates = '/playbook/playbook-templates'
/** More than a page. */
const manyTemplates = 200

async function expectNoFaults(screens: readonly Screen[], viewport: (typeof windows)[number]): Promise<void> {
  const { page, context, complaints } = await visitAs(browser, server, undefined, { viewport })
  for (const screen of screens) {
    await screen.open(page)
    expect.soft(await seriousFaultsInThemes(page), screen.name).toEqual([])
  }
  expect(complaints).toEqual([])
  await context.close()
}

const empty: Screen[] = [
  {
    name: 'no tasks',
    async open(page) {
      await page.goto('/app/tasks')
      await page.getByText('No tasks', { exact: true }).waitFor()
    },
  },
  {
    name: 'no playbooks',
    async open(page) {
      await page.goto('/app/playbooks')
      await page.getByText('No playbooks yet').waitFor()
    },
  },
  {
    name: 'Today without data',
    async open(page) {
      await page.goto('/app/today')
      await page.getByText('No task is due today.').waitFor()
    },
  },
]

test.each(windows)('before there is anything, $width px', (viewport) => expectNoFaults(empty, viewport))

async function addTasks(today: string, accountId: number | undefined): Promise<TaskObjects> {
  const title = 'Prepare the review'
  const about = { level: 'account', parentIdentifier: accountId }
  const { data } = await client.post<{ data: { taskId: number } }>('/tasks', {
    title,
    dueDate: today,
    priority: 'HIGH',
    checklist: [{ text: 'Ask for the numbers' }],
    ...about,
  })
  await client.post('/tasks', {
    title: 'Send the offer',
    dueDate: addDays(today, -3),
    priority: 'URGENT',
    ...about,
  })
  await client.post(`/tasks/${data.taskId}/comments`, { body: 'The numbers are there.' })
  const view = 'Everyone'
  await client.post('/task-views', { name: view, view: { mine: false } })
  return { taskId: data.taskId, title, view }
}

async function addPlaybook(accountIds: readonly number[]): Promise<PlaybookObjects> {
  const [name, step, segment] = ['Yearly review', 'Call them', 'Everyone']
  const effect = { measure: 'health', field: null, days: 90, holdOutPercent: 0 }
  const steps = [{ key: 'call', title: step, description: 'Ask **{{record.name}}** how it goes.' }]
  const form = { name, level: 'account', effect, steps }
  const { data } = await client.post<{ data: { templateId: number } }>(templates, form)
  const { templateId } = data
  await client.post(`${templates}/${templateId}/active`)
  const applied = await client.post<{ data: { instanceIds: number[] } }>(`${templates}/${templateId}/apply`, {
    entities: accountIds.slice(0, 1),
  })
  const logic = { field: 'name', operator: 'set' }
  await client.post('/segment', { name: segment, segmentLevel: 'account', isPrivate: false, logic })
  return { templateId, name, instanceId: applied.data.instanceIds[0] ?? 0, step, segment }
}

describe('with tasks and playbooks', () => {
  let tasks: TaskObjects
  let playbook: PlaybookObjects

  beforeAll(async () => {
    const accountIds: number[] = []
    for (const name of ['Northwind', 'Fabrikam']) {
      accountIds.push((await createRecord(client, 'accounts', { name })).accountId as number)
    }
    const { today } = await client.get<{ today: string }>('/tasks')
    tasks = await addTasks(today, accountIds[0])
    playbook = await addPlaybook(accountIds)
  })

  test.each(windows)('the screens of tasks, $width px', { timeout: 400_000 }, (viewport) =>
    expectNoFaults(taskScreens(tasks), viewport),
  )

  test.each(windows)('the screens of playbooks and Today, $width px', { timeout: 400_000 }, (viewport) =>
    expectNoFaults(playbookScreens(playbook), viewport),
  )

  test('two hundred playbooks are listed page by page', async () => {
    const steps = [{ key: 'call', title: 'Call' }]
    for (let nth = 1; nth <= manyTemplates; nth += 1) {
      await client.post(templates, {
        name: `Playbook ${String(nth).padStart(3, '0')}`,
        level: 'account',
        steps,
      })
    }
    const { page, context } = await visitAs(browser, server)
    await page.goto('/app/playbooks')
    const rows = page.getByRole('list', { name: 'Playbooks' }).getByRole('listitem')
    await rows.first().waitFor()
    const more = page.getByRole('button', { name: 'Show more' })
    for (let shown = await rows.count(); shown <= manyTemplates;) {
      await more.click()
      await expect.poll(() => rows.count()).toBeGreaterThan(shown)
      shown = await rows.count()
    }
    await page.getByRole('link', { name: `Playbook ${manyTemplates}` }).waitFor()
    await expect.poll(() => more.count()).toBe(0)
    expect(await seriousFaultsInThemes(page)).toEqual([])
    await context.close()
  })
})
