import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { startServer } from './server.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

startJourneys(() => startServer({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on' } }))

let status = 200
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status, { 'x-from': 'receiver' }).end('{"ok":true}'))
})
let endpoint: string
let visitor: Visitor | undefined

beforeEach(() => {
  status = 200
})
beforeAll(async () => {
  await new Promise<void>((listening) => void receiver.listen(0, '127.0.0.1', listening))
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterEach(async () => {
  if (visitor) await leave(visitor)
  visitor = undefined
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

async function openNew(page: Page): Promise<void> {
  await page.goto('/app/settings/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  await page.getByRole('heading', { name: 'Add Webhook' }).waitFor()
}

async function fill(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(endpoint)
  await page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox', { name: 'Created' }).check()
}

test('an administrator adds a webhook, tests it, and sees what it sent', async () => {
  visitor = await visitAs(browser, server)
  const { page } = visitor
  await openNew(page)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText('Enter the URL of the endpoint.').waitFor()
  await page.getByText('Choose at least one event.').waitFor()
  await fill(page)

  status = 503
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Failed to send Sample Data to the Endpoint URL').waitFor()
  await page.getByText('Status 503', { exact: true }).waitFor()
  status = 200
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Sample data was sent').waitFor()
  await page.getByText('x-from').waitFor()

  await page.getByRole('button', { name: 'Count events of the last 24 hours' }).click()
  await page.getByText(/would have been sent/).waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page
    .getByRole('dialog', { name: 'Copy the secret' })
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Webhook Details' }).waitFor()
  await page.getByText('No deliveries yet').waitFor()

  await createRecord(client, 'accounts', { name: 'Told of' })
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('button', { name: 'Accounts: Created' })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Accounts: Created' })
  await drawer.getByRole('heading', { name: /^Attempt 1/ }).waitFor()
  await drawer.getByRole('region', { name: 'Request body' }).getByText('Told of').waitFor()
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Replaying 1 delivery').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Replay', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page
    .getByRole('dialog', { name: 'Copy the new secret' })
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText(/^Signs too until/).waitFor()
})

test('an administrator changes, copies, deactivates and deletes a webhook', async () => {
  const input = { endpoint: `${endpoint}/2`, events: ['contact.created'] }
  const { data } = await client.post<{ data: { webhookId: number } }>('/webhook-management/webhooks', input)
  visitor = await visitAs(browser, server)
  const { page } = visitor
  await page.goto(`/app/settings/webhooks/${data.webhookId}/edit`)
  await page.getByRole('heading', { name: 'Edit Webhook' }).waitFor()
  await page.getByText('Only records that meet a condition').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Webhook updated').waitFor()
  await page.getByText('Condition', { exact: true }).waitFor()

  await page.goto('/app/settings/webhooks')
  await page.getByRole('switch', { name: `Active: ${endpoint}/2` }).click()
  await page.getByText('Webhook deactivated').waitFor()
  await page.getByRole('switch', { name: `Active: ${endpoint}/2` }).click()
  await page.getByText('Webhook activated').waitFor()
  await page.getByRole('button', { name: `Actions for ${endpoint}/2` }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Duplicate Webhook' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Actions for ${endpoint}/2` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Webhook deleted').waitFor()
})

/** Whether nothing of a page lies beyond its right edge. */
const fitsWindow = `[...document.querySelectorAll('[data-print=page]')].every((one) => one.scrollWidth <= one.clientWidth)`

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const looks = windows.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

describe.each(looks)('$viewport.width px, $colorScheme', (look) => {
  test('the screens have no faults that keep people out', async () => {
    const input = {
      endpoint: `${endpoint}/3`,
      events: ['contact.created'],
      headers: [{ name: 'X-A', value: 'b' }],
    }
    const { data } = await client.post<{ data: { webhookId: number } }>('/webhook-management/webhooks', input)
    await createRecord(client, 'contacts', { name: 'Nora', email: 'nora@example.com' })
    visitor = await visitAs(browser, server, undefined, look)
    const { page } = visitor
    const check = async (name: string) => {
      const folder = process.env.SCREENS_FOLDER
      const file = `${folder}/${name}-${look.viewport.width}-${look.colorScheme}.png`
      if (folder) await page.screenshot({ path: file })
      expect.soft(await seriousFaults(page), name).toEqual([])
      expect.soft(await page.evaluate(fitsWindow), name).toBe(true)
    }
    await page.goto(`/app/settings/webhooks/${data.webhookId}`)
    await page.getByRole('button', { name: 'Contacts: Created' }).waitFor()
    await check('details')
    await page.getByRole('button', { name: 'Contacts: Created' }).click()
    await page.getByRole('heading', { name: /^Attempt 1/ }).waitFor()
    await check('delivery')
    await page.goto('/app/settings/webhooks')
    await page
      .getByRole('link', { name: `${endpoint}/3` })
      .first()
      .waitFor()
    await check('list')
    await page.goto(`/app/settings/webhooks/${data.webhookId}/edit`)
    await page.getByText('Only some fields').click()
    await page.getByText('Only records that meet a condition').click()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Sample data was sent').waitFor()
    await check('edit')
    await client.delete(`/webhook-management/webhooks/${data.webhookId}`)
  })
})
