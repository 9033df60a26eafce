// Makes the pictures of scenarios in the handbook: `node e2e/screenshots/scenarios.ts`. With a folder, the narrow ones
// too, into it: `node e2e/screenshots/scenarios.ts /tmp/screens`.
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi, type Client } from '../client.ts'
import { createRecord } from '../customers.ts'
import { save } from '../picture.ts'
import { startServer } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)
const scenarios = '/scenario-management/scenarios'

const happy = { field: 'system:pulse', operator: 'isSetTo', value: [4, 5] }
const recent = { field: 'createdAt', operator: 'inLast', value: 30 }

const care = (name: string) => ({
  formData: { name, level: 'account', reentry: { rule: 'limited', times: 1, days: 90 } },
  nodes: [
    {
      key: 'start',
      type: 'runNow',
      settings: { selection: { filter: '' } },
      next: { next: 'ask' },
    },
    {
      key: 'ask',
      type: 'branches',
      settings: {
        branches: [
          { key: 'happy', name: 'Happy', rule: happy },
          { key: 'new', name: 'New', rule: recent },
        ],
      },
      next: { happy: 'thank', new: 'wait', else: 'rest' },
    },
    {
      key: 'thank',
      type: 'createTask',
      settings: { title: 'Ask {{record.name}} for a reference', dueInDays: 5 },
      next: { next: 'end' },
    },
    {
      key: 'wait',
      type: 'wait',
      settings: { mode: 'period', amount: 2, period: 'calendarWeek' },
      next: { next: 'call' },
    },
    {
      key: 'call',
      type: 'createTask',
      settings: { title: 'Check in with {{record.name}}', dueInDays: 2 },
      next: { next: 'end' },
    },
    { key: 'rest', type: 'end' },
    { key: 'end', type: 'end' },
  ],
})

/** Asks the owner, and writes to the contacts of what they approve. */
const asking = {
  formData: { name: 'Offer a discount', level: 'account' },
  nodes: [
    { key: 'start', type: 'runNow', settings: { selection: { filter: '' } }, next: { next: 'ask' } },
    {
      key: 'ask',
      type: 'askApproval',
      settings: {
        question: 'Offer {{record.name}} a discount?',
        approver: { rule: 'primaryOwner' },
        amount: 3,
        period: 'day',
      },
      next: { approved: 'task', rejected: 'end', timeout: 'end' },
    },
    { key: 'task', type: 'createTask', settings: { title: 'Send the offer' }, next: { next: 'end' } },
    { key: 'end', type: 'end' },
  ],
}

const writing = {
  formData: { name: 'Welcome a new contact', level: 'contact' },
  nodes: [
    { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'mail' } },
    {
      key: 'mail',
      type: 'sendEmail',
      settings: {
        subject: 'Welcome, {{contact.name}}',
        body: 'I am {{owner.name}}, and I look after {{account.name}}. When do you have half an hour?',
      },
      next: { next: 'end' },
    },
    { key: 'end', type: 'end' },
  ],
}

/** Waits for an answer, or calls. */
const patient = (name: string, amount: number) => ({
  formData: { name, level: 'account' },
  nodes: [
    { key: 'start', type: 'runNow', settings: { selection: { filter: '' } }, next: { next: 'wait' } },
    {
      key: 'wait',
      type: 'wait',
      settings: { mode: 'event', event: { type: 'note_added' }, amount, period: 'day' },
      next: { happened: 'heard', timeout: 'call' },
    },
    {
      key: 'call',
      type: 'createTask',
      settings: { title: 'Call {{record.name}}', dueInDays: 2 },
      next: { next: 'end' },
    },
    { key: 'heard', type: 'end' },
    { key: 'end', type: 'end' },
  ],
})

interface Shown {
  waiting: number
  writing: number
  draft: number
  active: number
}

/** Waits until each account is at the wait. */
async function untilWaiting(client: Client, scenarioId: number): Promise<void> {
  type Node = { key: string; executions: { summary: { in_progress: number } } }
  for (;;) {
    const { data } = await client.get<{ data: { nodes: Node[] } }>(`${scenarios}/${scenarioId}`)
    const wait = data.nodes.find(({ key }) => key === 'wait')
    if (wait?.executions.summary.in_progress === 4) return
    await setTimeout(100)
  }
}

async function fill(client: Client): Promise<Shown> {
  for (const [at, name] of ['Northwind Traders', 'Fabrikam', 'Contoso', 'Adventure Works'].entries()) {
    const { accountId } = await createRecord(client, 'accounts', { name })
    if (at < 2) await client.post(`/core/accounts/${accountId}`, { data: { 'system:pulse': 5 } })
  }
  const make = async (name: string): Promise<number> =>
    (await client.post<{ data: { scenarioId: number } }>(scenarios, care(name))).data.scenarioId
  const draft = await make('Care for happy and new customers')
  const active = await make('Second call')
  await client.patch(`${scenarios}/${active}/activate`, {})
  await client.post(`${scenarios}/${draft}/rehearsal`, {})
  const add = async (body: object): Promise<number> =>
    (await client.post<{ data: { scenarioId: number } }>(scenarios, body)).data.scenarioId
  await client.patch(`${scenarios}/${await add(asking)}/activate`, {})
  const waiting = await add(patient('Wait for a note', 14))
  await client.patch(`${scenarios}/${waiting}/activate`, {})
  await untilWaiting(client, waiting)
  await client.patch(`${scenarios}/${waiting}/deactivate`, {})
  await client.put(`${scenarios}/${waiting}`, patient('Wait for a note', 7))
  return { draft, active, waiting, writing: await add(writing) }
}

async function takeAll(
  page: Page,
  { draft, active, waiting, writing: mail }: Shown,
  take: (name: string) => Promise<void>,
) {
  await page.goto('/app/scenarios')
  await page.getByRole('link', { name: 'Second call' }).waitFor()
  await take('scenarios')
  await page.goto(`/app/scenarios/${draft}`)
  await page.getByText('Branches', { exact: true }).first().click()
  await page.getByText('Matches 2 accounts now').waitFor()
  await take('scenario')
  await page.goto(`/app/scenarios/${draft}/rehearsal`)
  await page.getByRole('list', { name: 'Rehearsed actions' }).waitFor()
  await take('scenario-rehearsal')
  await page.goto(`/app/scenarios/${active}`)
  await page.getByText('2 in progress').waitFor()
  await page.getByText('Wait', { exact: true }).first().click()
  await page.getByRole('button', { name: /^In progress/ }).click()
  await page.getByRole('link', { name: 'Show path of Contoso' }).waitFor()
  await take('scenario-runs')
  await page.getByRole('link', { name: 'Show path of Contoso' }).click()
  await page
    .getByText(/Waiting until/)
    .first()
    .waitFor()
  await take('scenario-path')
  await page.goto(`/app/scenarios/${mail}`)
  await page.getByText('Send Email', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Subject' }).waitFor()
  await take('scenario-email')
  await page.goto(`/app/scenarios/${waiting}`)
  await page.getByText('Wait', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'At most' }).waitFor()
  await page.getByText('Checking…').waitFor({ state: 'hidden' })
  await take('scenario-wait')
  await page.getByRole('button', { name: /^In progress/ }).click()
  await page.getByRole('button', { name: 'Move records…' }).click()
  await page.getByText('4 records can move to version 2.').waitFor()
  await take('scenario-moves')
  await page.goto('/app/scenarios/limits')
  await page.getByRole('button', { name: 'Save limits' }).waitFor()
  await take('scenario-limits')
  await page.goto('/app/approvals')
  await page.getByText('Offer Northwind Traders a discount?').waitFor()
  await take('scenario-approvals')
}

const server = await startServer()
const browser = await launchBrowser()
try {
  const shown = await fill(await signInByApi(server))
  const looks = (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme }))
  for (const look of looks) {
    const suffix = look.colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, look)
    await takeAll(page, shown, (name) => save(page, `${name}${suffix}`))
    if (!into) continue
    const narrow = { ...look, viewport: { width: 390, height: 844 } }
    const phone = await visitAs(browser, server, undefined, narrow)
    await takeAll(phone.page, shown, (name) => save(phone.page, `${name}-390${suffix}`, into))
  }
} finally {
  await browser.close()
  await server.stop()
}
