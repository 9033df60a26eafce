import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'svix'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'

/** A call as a receiver got it. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type Answering = (response: ServerResponse, received: Received) => void

/** An endpoint of another system, on this machine. */
export interface Receiver {
  url: string
  received: Received[]
  /** How it answers from now on; with 204 where nothing is said. */
  answer(how: Answering | undefined): void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let how: Answering | undefined
  const server = createServer((request, response) => {
    const take = async () => {
      const call = { path: request.url ?? '', headers: request.headers, body: await text(request) }
      received.push(call)
      if (how) how(response, call)
      else response.writeHead(204).end()
    }
    void take()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => void (how = next),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
}

/** What a call says, once its signature has been verified with the secret; the tests move the clock. */
export function verified({ body, headers }: Received, secret: string) {
  const at = Number(headers['webhook-timestamp']) * 1000
  const offset = at - Date.now()
  const now = Date.now
  Date.now = () => now() + offset
  try {
    // eslint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
    return new Webhook(secret).verify(body, headers as Record<string, string>) as any
  } finally {
    Date.now = now
  }
}

/** The ids of calls. */
export const idsOf = (calls: readonly Received[]) => calls.map(({ headers }) => headers['webhook-id'])

function bodyOf({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

export const webhooksPath = 'webhook-management/webhooks'

export interface MadeWebhook {
  webhookId: number
  secret: string
}

/** Adds a webhook that sends to a receiver. */
export async function addWebhook(
  client: Client,
  receiver: Receiver,
  fields: Record<string, unknown> = {},
): Promise<MadeWebhook> {
  const input = { endpoint: receiver.url, events: ['account.created', 'account.updated'], ...fields }
  return bodyOf(await client.post(webhooksPath, input)).data
}

/** A page of what a webhook sent. */
export async function deliveriesOf(client: Client, webhookId: number, query: Record<string, string> = {}) {
  return bodyOf(await client.get(`${webhooksPath}/${webhookId}/activity?${new URLSearchParams(query)}`))
}

export async function deleteWebhooks(client: Client): Promise<void> {
  for (const { webhookId } of bodyOf(await client.get(webhooksPath)).data) {
    bodyOf(await client.delete(`${webhooksPath}/${webhookId}`))
  }
}

export let app: TestApp
export let admin: Client
export let receiver: Receiver
export let account: number

/** Starts the application with an account for a test file; each test has a receiver, and leaves no webhook. */
export function openStage(): void {
  beforeAll(async () => {
    app = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on', LOG_LEVEL: 'fatal' })
    admin = await app.as('administrator')
    account = bodyOf(await admin.post('core/accounts', { globalFields: { name: 'Northwind' } })).data
      .accountId
    await app.application.startWorker()
  })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await deleteWebhooks(admin)
    await receiver.stop()
  })
  afterAll(() => app.stop())
}

/** Adds a webhook that sends to the receiver. */
export const add = (fields: Record<string, unknown>) => addWebhook(admin, receiver, fields)
