import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Message } from '@steward/contracts/messenger'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import type { Client, TestApp } from '../../../test/harness.ts'
import { attemptToSend } from '../../../test/outbox.ts'
import { transact } from '../../platform/db/database.ts'
import type { Outgoing } from './index.ts'
import { messageChannel } from './message.channel.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and parts, as they came. */
  source: string
}

/** A mail server that takes what its `answer` does not refuse. */
export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** The message of each attempt, refused or not. */
  attempts: string[]
  /** Refuses mails with this text until it is undefined. */
  refusal: string | undefined
  /** Whom it does not take mails for. */
  unknown: Set<string>
  stop(): Promise<void>
}

const login = { user: 'steward', password: 's3cret-of-mail' }

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const attempts: string[] = []
  const unknown = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === login.user && password === login.password) done(null, { user: username })
      else done(new Error(`Wrong login ${password}`))
    },
    onRcptTo({ address }, _session, done) {
      if (unknown.has(address)) done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      else done()
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString('utf8')
        attempts.push(source)
        if (mailServer.refusal !== undefined) {
          done(Object.assign(new Error(mailServer.refusal), { responseCode: 451 }))
          return
        }
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailServer: MailServer = {
    url: `smtp://${login.user}:${login.password}@127.0.0.1:${port}`,
    mails,
    attempts,
    refusal: undefined,
    unknown,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}

export interface ReceivedText {
  headers: IncomingHttpHeaders
  form: Record<string, string>
}

/** A provider of text messages. */
export interface SmsProvider {
  url: string
  texts: ReceivedText[]
  /** Answers this until it is undefined. */
  refusal: { status: number; body: string } | undefined
  stop(): Promise<void>
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const texts: ReceivedText[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')))
    if (provider.refusal) {
      response.writeHead(provider.refusal.status, { 'content-type': 'application/json' })
      response.end(provider.refusal.body)
      return
    }
    texts.push({ headers: request.headers, form })
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ sid: 'SM1', status: 'queued' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const provider: SmsProvider = {
    url: `http://127.0.0.1:${port}/2010-04-01/Accounts/AC1/Messages.json`,
    texts,
    refusal: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

const company = 'Test company'

export const invitation = {
  template: 'invitation',
  to: { email: 'new@example.com' },
  data: { username: 'new@example.com', temporaryPassword: 'Tem-porary-1', validMinutes: 60 },
  tenantName: company,
} satisfies Outgoing
export const code = {
  template: 'sign-in-code',
  to: { phone: '+4915112345678' },
  data: { code: '4F7K2M', validMinutes: 10 },
  tenantName: company,
} satisfies Outgoing

export const dbOf = (test: TestApp) => test.application.platform.database.tenant(test.tenantId)

/** Sends a message in a transaction of its own. */
export async function send(test: TestApp, message: Outgoing): Promise<void> {
  await transact(dbOf(test), (tx) => test.application.modules.messenger.send(tx, test.tenantId, message))
}

/** The newest message, as the outbox lists it. */
export async function newest(admin: Client): Promise<Message> {
  const { status, body } = await admin.get('messenger/messages?pageSize=1')
  expect(status).toBe(200)
  return body.data[0]
}

/** Runs a job by hand. */
export async function runTask(test: TestApp, name: string, payload: unknown): Promise<void> {
  const { modules, platform } = test.application
  const task = modules.modules.flatMap((part) => part.tasks?.[name] ?? [])[0]
  await task?.(payload, { signal: new AbortController().signal, log: platform.log })
}

/** Tries once to send a message. */
export async function attempt(test: TestApp, { messageId }: Message): Promise<void> {
  await attemptToSend(test, messageChannel, { messageId })
}

/** The stored content of a message. */
export async function storedBody(test: TestApp, { messageId }: Message): Promise<string | null> {
  const { rows } = await test.application.platform.database.owner.query<{ body: string | null }>(
    'select body from message where message_id = $1',
    [messageId],
  )
  return rows[0]?.body ?? null
}
