import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { startReceiver, type Received, type Receiver } from './webhook.fixture.ts'

const url = 'webhook-management/webhooks'

let app: TestApp
let admin: Client
let receiver: Receiver

beforeAll(async () => {
  app = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on', LOG_LEVEL: 'fatal' })
  admin = await app.as('administrator')
  await app.application.startWorker()
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const { webhookId } of good(await admin.get(url)).data) good(await admin.delete(`${url}/${webhookId}`))
  await receiver.stop()
})
afterAll(() => app.stop())

interface Made {
  webhookId: number
  secret: string
}

async function addWebhook(fields: Record<string, unknown> = {}): Promise<Made> {
  const input = { endpoint: receiver.url, events: ['account.created', 'account.updated'], ...fields }
  return good(await admin.post(url, input)).data
}

describe('a webhook', () => {
  it('is created, read, changed, deactivated and deleted; its secret is shown once', async () => {
    const made = await addWebhook({
      authentication: { type: 'basic', username: 'steward', password: 'a hidden password' },
      headers: [{ name: 'X-Source', value: 'a hidden value' }],
    })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const [listed] = good(await admin.get(url)).data
    expect(listed).toMatchObject({ webhookId: made.webhookId, status: 1, method: 'POST', lastResult: null })
    expect(JSON.stringify(listed)).not.toMatch(/hidden|whsec_/)

    const input = {
      endpoint: `${receiver.url}/2`,
      events: ['contact.created'],
      authentication: { type: 'basic', username: 'other' },
      headers: [{ name: 'X-Source' }],
    }
    const changed = good(await admin.put(`${url}/${made.webhookId}`, input)).data
    expect(changed).toMatchObject({ endpoint: `${receiver.url}/2`, authentication: { username: 'other' } })

    expect(good(await admin.post(`${url}/${made.webhookId}/status`, { status: 0 })).data.status).toBe(0)
    good(await admin.delete(`${url}/${made.webhookId}`))
    expect((await admin.get(`${url}/${made.webhookId}`)).status).toBe(404)
    const { rows } = await app.application.platform.database.owner.query(
      `select action, summary, details::text from audit_entry where action like 'webhook.%' order by audit_id`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.deactivated',
      'webhook.deleted',
    ])
    expect(JSON.stringify(rows)).not.toMatch(/hidden|whsec_/)
  })

  it.each([
    [{ endpoint: 'not a url' }, 'endpoint'],
    [{ endpoint: 'https://user:secret@example.com/' }, 'endpoint'],
    [{ events: [] }, 'events'],
    [{ events: ['contact.churned'] }, 'events.0'],
    [{ events: ['opportunity.churned'] }, 'events.0'],
    [{ authentication: { type: 'basic', username: 'a' } }, 'authentication.password'],
    [{ authentication: { type: 'token' } }, 'authentication.token'],
    [{ headers: [{ name: 'X-Source' }] }, 'headers.0.value'],
    [{ headers: [{ name: 'webhook-id', value: 'a' }] }, 'headers.0.name'],
    [{ headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] }, 'headers.0.value'],
    [
      { condition: { level: 3, rule: { field: 'name', operator: 'contains', value: 'a' } } },
      'condition.level',
    ],
    [
      { condition: { level: 2, rule: { field: 'name', operator: 'rhymesWith', value: 'a' } } },
      'condition.rule.operator',
    ],
  ])('is refused with %j at %s', async (fields, path) => {
    const input = { endpoint: receiver.url, events: ['account.created'], ...fields }
    const { status, body } = await admin.post(url, input)
    expect({ status, paths: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, paths: [path] })
  })
})

const input = () => ({ endpoint: receiver.url, events: ['account.created'] })

describe('a test', () => {
  it('sends a sample by the same way, marked as a test', async () => {
    receiver.answer((response) => void response.writeHead(200, { 'x-a': 'b' }).end('Thanks'))
    const { data } = good(await admin.post(`${url}/test`, input()))
    expect(data).toMatchObject({
      result: 'Success',
      status: 200,
      responseBody: 'Thanks',
      responseHeaders: { 'x-a': 'b' },
    })
    const [call] = receiver.received as [Received]
    expect(JSON.parse(call.body)).toMatchObject({ type: 'account.created', test: true })
    expect(call.headers['webhook-signature']).toMatch(/^v1,/)
  })

  it.each([
    [500, 'Server Error'],
    [404, 'Client Error'],
    [302, 'Unknown'],
  ])('fails on the status %i, and shows the call', async (code, result) => {
    receiver.answer(
      (response) => void response.writeHead(code, { location: 'http://169.254.169.254/' }).end('No'),
    )
    const { status, body } = await admin.post(`${url}/test`, input())
    expect(status).toBe(409)
    expect(body.message).toBe('Failed to send Sample Data to the Endpoint URL')
    expect(body.fields).toMatchObject({ status: String(code), result, responseBody: 'No' })
  })
})
