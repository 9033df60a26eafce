// Makes the pictures of tasks in the handbook, of both widths: `node e2e/screenshots/tasks.ts`. With a folder, those of
// a viewer too, all into it: `node e2e/screenshots/tasks.ts /tmp/screens`.
import { addDays } from '@steward/conditions'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi, type Client } from '../client.ts'
import { createRecord } from '../customers.ts'
import { addPerson } from '../people.ts'
import { save } from '../picture.ts'
import { startServer } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)

/** Tasks around the present day of the server; answers it with one of them. */
async function fill(client: Client): Promise<{ today: string; taskId: number }> {
  const { today } = await client.get<{ today: string }>('/tasks')
  const accounts: (number | undefined)[] = []
  for (const name of ['Northwind Traders', 'Fabrikam', 'Contoso']) {
    accounts.push((await createRecord(client, 'accounts', { name })).accountId)
  }
  const add = async (title: string, inDays: number | null, form: object = {}): Promise<number> => {
    const dueDate = inDays === null ? null : addDays(today, inDays)
    const made = await client.post<{ data: { taskId: number } }>('/tasks', { title, dueDate, ...form })
    return made.data.taskId
  }
  await add('Answer the question about invoices', -2, { accountId: accounts[1], priority: 'URGENT' })
  await add('Send the summary of the workshop', 0, { accountId: accounts[0], status: 'IN_PROGRESS' })
  const taskId = await add('Prepare the quarterly review', 1, {
    accountId: accounts[0],
    priority: 'HIGH',
    estimateMinutes: 90,
    checklist: [
      { text: 'Ask for the numbers', isDone: true },
      { text: 'Update the slides' },
      { text: 'Book the room' },
    ],
    recurrence: { rule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', dayOff: 'after' },
  })
  await add('Check the usage report', 2, { accountId: accounts[2], recurrence: { rule: 'FREQ=WEEKLY' } })
  await add('Plan the training with Ada', 4, { accountId: accounts[2], status: 'PLANNED' })
  await add('Review the renewal terms', 6, { accountId: accounts[1], priority: 'HIGH' })
  await add('Introduce the new contact', 9, { accountId: accounts[0], status: 'PLANNED' })
  await add('Collect ideas for the user group', null, { priority: 'LOW' })
  const done = await add('Confirm the kick-off', -1, { accountId: accounts[2] })
  await client.post('/tasks/complete', { taskIds: [done] })
  await client.post(`/tasks/${taskId}/comments`, { body: 'Ada sends the numbers on Thursday.' })
  await client.post(`/tasks/${taskId}/comments`, { body: 'They are in the folder. The slides are next.' })
  await client.post('/task-views', { name: 'Urgent at all accounts', isPrivate: false })
  return { today, taskId }
}

async function takeAll(page: Page, taskId: number, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/app/tasks?mine=false&group=account')
  await page.getByRole('region', { name: 'Northwind Traders' }).waitFor()
  await take('tasks')
  await page.goto('/app/tasks?mine=false&mode=board')
  await page.getByRole('button', { name: 'Send the summary of the workshop' }).waitFor()
  await page.getByRole('button', { name: 'Confirm the kick-off' }).waitFor()
  await take('task-board')
  await page.goto('/app/tasks?mine=false&mode=calendar&completed=true')
  await page.getByRole('button', { name: 'Send the summary of the workshop' }).first().waitFor()
  await take('task-calendar')
  await page.goto(`/app/tasks?mine=false&task=${taskId}`)
  const drawer = page.getByRole('dialog', { name: 'Task' })
  await drawer.getByText(/^Repeats every 3 months/).waitFor()
  await take('task')
  const comment = drawer.getByRole('article').last()
  await comment.scrollIntoViewIfNeeded()
  await take('task-comments')
  const urgent = { field: 'priority', operator: 'isSetTo', value: [4] }
  const about = { field: 'account.name', operator: 'set' }
  const filter = encodeURIComponent(JSON.stringify({ and: [urgent, about] }))
  await page.goto(`/app/tasks?mine=false&filter=${filter}`)
  await page.getByRole('listitem', { name: 'Answer the question about invoices' }).waitFor()
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: /^Filters/ }).click()
  await page
    .getByRole('button', { name: /^Account › Name/ })
    .first()
    .waitFor()
  await take('task-filter')
}

const server = await startServer({})
const browser = await launchBrowser()
try {
  const client = await signInByApi(server)
  const { taskId } = await fill(client)
  const viewer = { email: 'vera@example.com', firstName: 'Vera', lastName: 'Lind', roleId: 4 } as const
  if (into) await addPerson(server, viewer)
  for (const colorScheme of ['light', 'dark'] as const) {
    const suffix = colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, { colorScheme })
    await takeAll(page, taskId, (name) => save(page, `${name}${suffix}`, into))
    const phone = await visitAs(browser, server, undefined, {
      colorScheme,
      viewport: { width: 390, height: 844 },
    })
    await takeAll(phone.page, taskId, (name) => save(phone.page, `${name}-390${suffix}`, into))
    if (!into) continue
    const reader = await visitAs(browser, server, viewer.email, { colorScheme })
    await takeAll(reader.page, taskId, (name) => save(reader.page, `${name}-viewer${suffix}`, into))
  }
} finally {
  await browser.close()
  await server.stop()
}
