import type { Message } from '@steward/contracts/messenger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import {
  attempt,
  code,
  invitation,
  newest,
  runTask,
  send,
  startMailServer,
  startSmsProvider,
  storedBody,
  type MailServer,
  type SmsProvider,
} from './messenger.fixture.ts'

const day = 24 * 3600 * 1000

describe('sending', () => {
  let mail: MailServer
  let sms: SmsProvider
  let test: TestApp
  let admin: Client

  beforeAll(async () => {
    mail = await startMailServer()
    sms = await startSmsProvider()
    test = await startTestApp({
      SMTP_URL: mail.url,
      MAIL_FROM: 'Steward <steward@acme.example.com>',
      SMS_URL: sms.url,
      SMS_ACCOUNT: 'AC1',
      SMS_TOKEN: 'token-of-sms',
      SMS_FROM: '+15550100',
    })
    admin = await test.as('administrator')
  })
  afterAll(async () => {
    await test.stop()
    await mail.stop()
    await sms.stop()
  })

  async function state(message: Message): Promise<Message> {
    return (await admin.get(`messenger/messages/${message.messageId}`)).body.data
  }

  it('mails text and HTML, and erases what was said', async () => {
    await send(test, invitation)
    const message = await newest(admin)
    expect(message).toMatchObject({ state: 'waiting', attempts: 0 })
    await attempt(test, message)
    const { from, to, source } = mail.mails.at(-1) ?? { from: '', to: [], source: '' }
    expect({ from, to }).toEqual({ from: 'steward@acme.example.com', to: ['new@example.com'] })
    expect(source).toContain('Subject: Test company invites you to Steward')
    expect(source).toContain('Content-Type: text/plain')
    expect(source).toContain('Content-Type: text/html')
    expect(source).toContain('Tem-porary-1')
    expect(await state(message)).toMatchObject({
      state: 'sent',
      attempts: 1,
      failure: null,
      sentAt: expect.any(String),
      text: null,
      html: null,
    })
    expect(await storedBody(test, message)).toBeNull()
    expect((await admin.get('messenger/messages')).body).toMatchObject({ email: 'smtp', sms: 'provider' })
  })

  it('sends a message that was sent no second time', async () => {
    await send(test, invitation)
    const message = await newest(admin)
    const before = mail.mails.length
    await attempt(test, message)
    await attempt(test, message)
    expect(mail.mails.length).toBe(before + 1)
  })

  it('gives a mail the same Message-ID at each attempt, and every mail its own', async () => {
    mail.refusal = 'Come back later'
    mail.attempts.length = 0
    await send(test, invitation)
    const message = await newest(admin)
    await attempt(test, message)
    mail.refusal = undefined
    await attempt(test, message)
    await send(test, invitation)
    await attempt(test, await newest(admin))
    const ids = mail.attempts.map((source) => /^Message-ID: (<\S+@acme\.example\.com>)/im.exec(source)?.[1])
    expect(ids).toEqual([expect.any(String), ids[0], expect.any(String)])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('posts a text message to the provider', async () => {
    await send(test, code)
    const message = await newest(admin)
    await attempt(test, message)
    const { headers, form } = sms.texts.at(-1) ?? { headers: {}, form: {} }
    expect(form).toEqual({
      To: '+4915112345678',
      From: '+15550100',
      Body: "4F7K2M is your sign-in code for Test company. It works for 10 minutes. Don't share it.",
    })
    expect(headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(headers.authorization).toBe(`Basic ${Buffer.from('AC1:token-of-sms').toString('base64')}`)
    expect(await state(message)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('notes what the provider answered, without secrets and without the message', async () => {
    const said = `No: ${code.template} AC1 token-of-sms\n "4F7K2M is your sign-in code for Test company. It works for 10 minutes. Don't share it."`
    sms.refusal = { status: 400, body: JSON.stringify({ code: 21211, message: said }) }
    await send(test, code)
    const message = await newest(admin)
    await attempt(test, message)
    expect((await state(message)).failure).toBe('The provider answered 400: No: sign-in-code AC1 ••• "•••"')
    sms.refusal = { status: 502, body: '<html>Bad gateway</html>' }
    await attempt(test, message)
    expect(await state(message)).toMatchObject({
      state: 'waiting',
      attempts: 2,
      failure: 'The provider answered 502',
    })
    sms.refusal = undefined
    await attempt(test, message)
    expect(await state(message)).toMatchObject({ state: 'sent', attempts: 3, failure: null })
  })

  it('gives up after ten attempts, until somebody asks for more', async () => {
    mail.refusal = 'Mailbox is full'
    await send(test, invitation)
    const message = await newest(admin)
    for (let at = 1; at <= 9; at += 1) await attempt(test, message)
    expect(await state(message)).toMatchObject({ state: 'waiting', attempts: 9 })
    const early = await admin.post(`messenger/messages/${message.messageId}/retry`)
    expect({ status: early.status, reason: early.body.reason }).toEqual({
      status: 409,
      reason: 'message.not_failed',
    })
    await attempt(test, message)
    expect(await state(message)).toMatchObject({
      state: 'failed',
      attempts: 10,
      failure: '451 Mailbox is full',
      text: expect.stringContaining('Tem-porary-1'),
    })
    mail.refusal = undefined
    const retried = await admin.post(`messenger/messages/${message.messageId}/retry`)
    expect(retried.status).toBe(200)
    expect(retried.body.data).toMatchObject({ state: 'waiting', attempts: 0 })
    await attempt(test, message)
    expect(await state(message)).toMatchObject({ state: 'sent', failure: null })
    const log = await admin.get('audit?action=message.retried')
    expect(log.body.data).toEqual([expect.objectContaining({ subjectId: String(message.messageId) })])
  })

  it('cannot send again what was erased', async () => {
    mail.refusal = 'Mailbox is full'
    await send(test, invitation)
    const message = await newest(admin)
    for (let at = 1; at <= 10; at += 1) await attempt(test, message)
    mail.refusal = undefined
    test.clock.advance(31 * day)
    await runTask(test, 'message:tidy', {})
    const { status, body } = await admin.post(`messenger/messages/${message.messageId}/retry`)
    expect({ status, reason: body.reason }).toEqual({ status: 409, reason: 'message.erased' })
  })

  it('gives up a message whose last attempt ended without an answer', async () => {
    await send(test, invitation)
    const message = await newest(admin)
    await test.application.platform.database.owner.query(
      'update message set attempts = 10 where message_id = $1',
      [message.messageId],
    )
    await runTask(test, 'message:tidy', {})
    expect(await state(message)).toMatchObject({
      state: 'failed',
      failure: 'The last attempt ended without an answer.',
    })
  })

  it('is done by the queue, again and again until it works', async () => {
    mail.refusal = 'Come back later'
    await send(test, invitation)
    const message = await newest(admin)
    await test.application.startWorker()
    await expect
      .poll(async () => (await state(message)).failure, { timeout: 20_000 })
      .toContain('Come back later')
    mail.refusal = undefined
    await expect
      .poll(async () => (await state(message)).state, { timeout: 30_000, interval: 300 })
      .toBe('sent')
  })
})

describe('a mail server that takes no login', () => {
  it('is named without its password', async () => {
    const mail = await startMailServer()
    const url = new URL(mail.url)
    url.password = 'wr%40ng-password'
    const test = await startTestApp({ SMTP_URL: url.href })
    try {
      const admin = await test.as('administrator')
      await send(test, invitation)
      const message = await newest(admin)
      await attempt(test, message)
      const { failure } = await newest(admin)
      expect(failure).toMatch(/^535 .*Wrong login •••/)
    } finally {
      await test.stop()
      await mail.stop()
    }
  })

  it('may be away', async () => {
    const mail = await startMailServer()
    await mail.stop()
    const test = await startTestApp({ SMTP_URL: mail.url })
    try {
      const admin = await test.as('administrator')
      await send(test, invitation)
      const message = await newest(admin)
      await attempt(test, message)
      expect(await newest(admin)).toMatchObject({
        state: 'waiting',
        attempts: 1,
        failure: expect.stringContaining('ECONNREFUSED'),
      })
    } finally {
      await test.stop()
    }
  })
})
