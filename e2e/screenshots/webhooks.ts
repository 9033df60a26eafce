// Makes the pictures of webhooks in the handbook, in all widths: `node e2e/screenshots/webhooks.ts`. With a folder, into it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi, type Client } from '../client.ts'
import { createRecord } from '../customers.ts'
import { save } from '../picture.ts'
import { startServer } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)
const port = 8085
const webhooks = '/webhook-management/webhooks'

/** Answers by path: one endpoint is out of order for its first calls. */
let failures = 3
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    const isBroken = request.url === '/hooks/warehouse' && failures-- > 0
    response.writeHead(isBroken ? 503 : 200, { 'content-type': 'application/json', server: 'nginx' })
    response.end(isBroken ? '{"error":"Maintenance until 10:00"}' : '{"received":true}')
  })
})
receiver.listen(port, '127.0.0.1')
await once(receiver, 'listening')

interface Shown {
  webhookId: number
  endpoint: string
}

const endpoint = (path: string) => `http://localhost:${port}/hooks/${path}`

async function fill(client: Client): Promise<Shown> {
  const add = async (path: string, form: object): Promise<number> => {
    const made = await client.post<{ data: { webhookId: number } }>(webhooks, {
      endpoint: endpoint(path),
      ...form,
    })
    return made.data.webhookId
  }
  const billing = await add('billing', {
    events: ['account.created', 'account.updated', 'account.churned', 'note.created'],
    authentication: { type: 'token', token: 'a-token' },
    headers: [{ name: 'X-Environment', value: 'production' }],
    condition: { level: 2, rule: { and: [{ field: 'name', operator: 'set' }] } },
  })
  await add('warehouse', { events: ['contact.created', 'contact.updated', 'import.finished'], batches: true })
  await add('crm', { events: ['opportunity.created', 'risk.created'], status: 0 })
  for (const name of ['Northwind Traders', 'Fabrikam', 'Contoso', 'Adventure Works', 'Tailspin Toys']) {
    const { accountId } = await createRecord(client, 'accounts', { name })
    await client.post(`/core/accounts/${accountId}`, { data: { about: 'Renewed for two years' } })
    await createRecord(client, 'contacts', {
      name: `Nora of ${name}`,
      email: `nora@${name.split(' ')[0]}.example`,
    })
  }
  return { webhookId: billing, endpoint: endpoint('billing') }
}

async function takeAll(
  page: Page,
  { webhookId, endpoint: shown }: Shown,
  take: (name: string) => Promise<void>,
) {
  await page.goto('/app/settings/webhooks')
  await page.getByRole('link', { name: shown }).first().waitFor()
  await take('webhooks')
  await page.goto(`/app/settings/webhooks/${webhookId}/edit`)
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Sample data was sent').waitFor()
  await page.getByRole('button', { name: 'Count events of the last 24 hours' }).click()
  await page.getByText(/would have been sent/).waitFor()
  await page.getByRole('heading', { name: 'Edit Webhook' }).waitFor()
  await take('webhook-form')
  await page.goto(`/app/settings/webhooks/${webhookId}`)
  const first = page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('button', { name: /Created/ })
    .first()
  await first.waitFor()
  await take('webhook-activity')
  await first.click()
  await page.getByRole('heading', { name: /^Attempt 1/ }).waitFor()
  await take('webhook-delivery')
}

const server = await startServer({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on' } })
const browser = await launchBrowser()
try {
  const shown = await fill(await signInByApi(server))
  const looks = (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme }))
  for (const look of looks) {
    const suffix = look.colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, look)
    await takeAll(page, shown, (name) => save(page, `${name}${suffix}`, into))
    const narrow = { ...look, viewport: { width: 390, height: 844 } }
    const phone = await visitAs(browser, server, undefined, narrow)
    await takeAll(phone.page, shown, (name) => save(phone.page, `${name}-390${suffix}`, into))
  }
} finally {
  await browser.close()
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
}
