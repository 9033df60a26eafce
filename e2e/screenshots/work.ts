// Makes the pictures of Today and playbooks in the handbook: `node e2e/screenshots/work.ts`. With a folder, those of
// dialogs, of phones and of viewers too, into it: `node e2e/screenshots/work.ts /tmp/screens`.
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi, type Client } from '../client.ts'
import { createRecord } from '../customers.ts'
import { addPerson } from '../people.ts'
import { save } from '../picture.ts'
import { startServer } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)
const templates = '/playbook/playbook-templates'

interface Shown {
  templateId: number
  instanceId: number
  segment: string
}

interface Starter {
  starter: string
  dateField: boolean
  name: string
  steps: { offset: { from: string } }[]
}

const accounts = [
  'Northwind Traders',
  'Fabrikam',
  'Contoso',
  'Adventure Works',
  'Tailspin Toys',
  'Wingtip',
  'Litware',
  'Proseware',
]

/** Creates the playbooks that Steward brings, with a measure; answers their ids by starter. */
async function createStarters(client: Client, field: string): Promise<Map<string, number>> {
  const { data } = await client.get<{ data: Starter[] }>('/playbook/starters')
  const made = new Map<string, number>()
  for (const { starter, dateField: _, ...input } of data) {
    const steps = input.steps.map((step) =>
      step.offset.from === 'field' ? { ...step, offset: { ...step.offset, field } } : step,
    )
    const effect = { measure: 'health', field: null, days: 90, holdOutPercent: 20 }
    const body = { ...input, steps, ...(starter === 'renewal' && { effect }) }
    const saved = await client.post<{ data: { templateId: number } }>(templates, body)
    made.set(starter, saved.data.templateId)
    if (starter !== 'champion-left') {
      await client.post(`${templates}/${saved.data.templateId}/active`, undefined)
    }
  }
  return made
}

async function fill(client: Client): Promise<Shown> {
  const { data: today } = await client.get<{ data: { day: string } }>('/today')
  const dayIn = (offset: number): string =>
    new Date(Date.parse(`${today.day}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
  const field = starterFieldNames.renewalDate
  const ids: number[] = []
  for (const [at, name] of accounts.entries()) {
    const record = await createRecord(client, 'accounts', { name }, { [field]: dayIn(130 + at * 9) })
    ids.push(record.accountId as number)
  }
  const task = (at: number, title: string, offset: number, priority: string, minutes: number) =>
    client.post('/tasks', {
      title,
      level: 'account',
      parentIdentifier: ids[at],
      dueDate: dayIn(offset),
      priority,
      estimateMinutes: minutes,
    })
  await task(0, 'Send the renewal offer', -9, 'URGENT', 45)
  await task(0, 'Book the quarterly review', -2, 'NORMAL', 15)
  await task(1, 'Answer the question about seats', -3, 'HIGH', 20)
  await task(2, 'Confirm the agenda', 0, 'NORMAL', 15)
  await task(3, 'Prepare the training', 0, 'HIGH', 60)
  await client.post('/core/pipelines', {
    globalFields: { name: 'Champion left', pipelineType: 2, accountId: ids[4] },
  })
  const segment = 'Renewing this year'
  const logic = { field, operator: 'set' }
  await client.post('/segment', { name: segment, segmentLevel: 'account', isPrivate: false, logic })
  const made = await createStarters(client, field)
  const apply = async (starter: string, some: number[], startDate: string) =>
    (
      await client.post<{ data: { instanceIds: number[] } }>(`${templates}/${made.get(starter)}/apply`, {
        entities: some,
        startDate,
      })
    ).data.instanceIds
  const [instanceId = 0] = await apply('onboarding', ids.slice(0, 3), dayIn(-20))
  await apply('quarterly-review', ids.slice(3, 7), dayIn(-40))
  await apply('renewal', ids.slice(2, 8), dayIn(0))
  const { data: instance } = await client.get<{ data: { steps: { taskId: number }[] } }>(
    `/playbook/playbook-instances/${instanceId}`,
  )
  const done = instance.steps.slice(0, 2).map(({ taskId }) => taskId)
  await client.post('/tasks/complete', { taskIds: done })
  return { templateId: made.get('renewal') ?? 0, instanceId, segment }
}

type Take = (name: string) => Promise<void>

/** The pictures of the handbook. */
async function takePages(page: Page, { templateId, instanceId, segment }: Shown, take: Take) {
  await page.goto('/app/today')
  await page.locator('[data-card]').first().waitFor()
  await page.getByRole('heading', { name: 'Your book' }).waitFor()
  await take('today')
  await page.goto('/app/playbooks')
  await page.getByRole('list', { name: 'Playbooks' }).getByRole('listitem').first().waitFor()
  await take('playbooks')
  await page.goto('/app/playbooks?tab=instances')
  await page.getByRole('list', { name: 'Running playbooks' }).getByRole('listitem').first().waitFor()
  await take('playbooks-running')
  await page.goto(`/app/playbooks/instances/${instanceId}`)
  await page.getByRole('region', { name: 'Steps' }).waitFor()
  await take('playbook-instance')
  await page.goto(`/app/playbooks/${templateId}`)
  await page.getByRole('region', { name: 'Timeline' }).getByRole('list', { name: 'Renewal date' }).waitFor()
  await take('playbook-editor')
  await page.goto('/app/playbooks')
  await page.getByRole('button', { name: 'Apply Quarterly review' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Segment' }).click()
  await page.getByRole('option', { name: segment }).click()
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('Busiest weeks').waitFor()
  await take('playbook-preview')
}

/** Drawers and dialogs that the handbook does not show. */
async function takeDialogs(page: Page, { instanceId }: Shown, take: Take) {
  const menu = async (name: string) => {
    await page.goto('/app/playbooks')
    await page.getByRole('button', { name: 'More actions for Renewal in 120 days' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await menu('Does it work?')
  await page.getByText('Not enough data yet').waitFor()
  await take('playbook-effect')
  await menu('Archive')
  await page.getByRole('dialog').waitFor()
  await take('playbook-archive')
  await page.goto(`/app/playbooks/instances/${instanceId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reschedule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).waitFor()
  await take('playbook-move')
  await page.goto('/app/playbooks?tab=instances')
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('group', { name: 'Selected playbooks' }).waitFor()
  await take('playbooks-selected')
}

/** What someone who can only read sees. */
async function takeAsViewer(page: Page, take: Take) {
  await page.goto('/app/playbooks?tab=instances')
  await page.getByRole('list', { name: 'Running playbooks' }).getByRole('listitem').first().waitFor()
  await take('viewer-running')
  await page.goto('/app/playbooks')
  await page.getByRole('list', { name: 'Playbooks' }).getByRole('listitem').first().waitFor()
  await take('viewer-playbooks')
  await page.goto('/app/today')
  await page.getByRole('heading', { name: 'Due today' }).waitFor()
  await take('viewer-today')
}

const server = await startServer()
const browser = await launchBrowser()
try {
  const client = await signInByApi(server)
  const shown = await fill(client)
  const email = 'vera@example.com'
  if (into) await addPerson(server, { email, firstName: 'Vera', lastName: 'Viewer', roleId: 4 })
  for (const colorScheme of ['light', 'dark'] as const) {
    const suffix = colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, { colorScheme })
    await takePages(page, shown, (name) => save(page, `${name}${suffix}`))
    const narrow = { colorScheme, viewport: { width: 390, height: 844 } }
    const { page: phone } = await visitAs(browser, server, undefined, narrow)
    await takePages(phone, shown, (name) => save(phone, `${name}-390${suffix}`, into))
    if (!into) continue
    await takeDialogs(page, shown, (name) => save(page, `${name}${suffix}`, into))
    await takeDialogs(phone, shown, (name) => save(phone, `${name}-390${suffix}`, into))
    for (const look of [{ colorScheme }, narrow]) {
      const { page: viewer } = await visitAs(browser, server, email, look)
      const width = 'viewport' in look ? '-390' : ''
      await takeAsViewer(viewer, (name) => save(viewer, `${name}${width}${suffix}`, into))
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
