import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { runTask, startMailServer, type MailServer } from '../messenger/messenger.fixture.ts'
import { create, good } from '../record/record.fixture.ts'
import { deliver, messagesOf, pageOf, send, threadsOf, upload } from '../email/email.fixture.ts'

let server: MailServer
let app: TestApp
let me: Client
let account: number
let contact: number

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Steward <steward@mail.test>' })
  me = await app.newUser('administrator', 'me@us.test')
  account = await create(me, 'accounts', { name: 'Northwind' })
  contact = await create(me, 'contacts', { name: 'Ada Byron', email: 'ada@customer.test', account })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(() => {
  server.refusal = undefined
  server.mails.length = 0
  server.attempts.length = 0
})

const form = (more: Record<string, unknown> = {}) => ({
  level: 'account',
  parentIdentifier: account,
  subject: 'Your renewal',
  body: 'Dear Ada',
  to: ['Ada Byron <ada@customer.test>'],
  ...more,
})

const headerOf = (source: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, 'im').exec(source)?.[1]?.replaceAll(/\r?\n[ \t]/g, ' ') ?? ''

/** Sends, delivers, and answers what the server was given. */
async function sendOff(more: Record<string, unknown> = {}) {
  const sent = await send(me, form(more))
  expect(await deliver(app, sent.messageId)).toBe(true)
  return { ...sent, mail: server.mails.at(-1) as MailServer['mails'][number] }
}

describe('a new e-mail', () => {
  it('arrives in the name of its author, who gets the answers', async () => {
    const { mail, message, threadId } = await sendOff({
      body: JSON.stringify({
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: '<b>Dear</b>', marks: [{ type: 'bold' }] }] },
        ],
      }),
      cc: [{ name: 'Bo', address: 'bo@customer.test' }],
      bcc: ['secret@us.test'],
      integrationEmail: { anything: true },
    })
    expect(message).toBe('Email sent successfully')
    expect(mail.to).toEqual(['ada@customer.test', 'bo@customer.test', 'secret@us.test'])
    expect(headerOf(mail.source, 'From')).toMatch(/First\d+ Last\d+ <steward@mail.test>/)
    expect(headerOf(mail.source, 'Reply-To')).toContain('me@us.test')
    expect(headerOf(mail.source, 'Cc')).toBe('Bo <bo@customer.test>')
    expect(mail.source).not.toContain('secret@us.test')
    expect(mail.source).toContain('<strong>&lt;b&gt;Dear&lt;/b&gt;</strong>')
    const [kept] = await messagesOf(me, threadId)
    expect(kept).toMatchObject({
      state: 'sent',
      failure: null,
      subject: 'Your renewal',
      text: '<b>Dear</b>',
      quoted: '',
      from: { address: 'me@us.test' },
      bcc: [{ name: '', address: 'secret@us.test' }],
    })
  })

  it('lies with its record, and with the contact that it goes to', async () => {
    const { threadId } = await sendOff({ subject: 'Where it lies', bcc: ['x@customer.test'] })
    for (const query of [`level=account&entity=${account}`, `level=contacts&entity=${contact}`]) {
      const found = await threadsOf(me, `${query}&subject=where it`)
      expect(found.map((thread) => thread.threadId)).toEqual([threadId])
    }
    const { body } = await me.get(`email-v3/threads/${threadId}`)
    expect(body.data).toMatchObject({
      record: { id: account },
      linking: { accounts: [{ name: 'Northwind' }], contacts: [{ name: 'Ada Byron' }], pipelines: [] },
      messageCount: 1,
      status: 0,
    })
    const items = good(
      await me.get(`core/timeline?level=account&parentIdentifier=${account}&kinds=email`),
    ).data
    expect(items[0]).toMatchObject({
      kind: 'email',
      title: 'Where it lies',
      text: 'Dear Ada',
      details: { threadId, direction: 'sent' },
    })
  })

  it('takes files along', async () => {
    const fileId = await upload(app, me, 'Offer.txt', 'ten percent off')
    const { mail, threadId } = await sendOff({ fileIds: [fileId] })
    expect(mail.source).toContain('Offer.txt')
    expect(mail.source.replaceAll(/\s/g, '')).toContain(Buffer.from('ten percent off').toString('base64'))
    const [kept] = await messagesOf(me, threadId)
    expect(kept?.files).toMatchObject([{ fileId, name: 'Offer.txt' }])
  })

  const bad: [string, Record<string, unknown>, string, string][] = [
    ['to nobody', { to: [] }, 'to', 'Add at least one recipient.'],
    [
      'to no address',
      { to: ['ada at customer'] },
      'to.0',
      'Enter a valid email address, like ada@example.com.',
    ],
    [
      'to two addresses in one',
      { to: ['a@x.test,b@x.test'] },
      'to.0',
      'Enter a valid email address, like ada@example.com.',
    ],
    [
      'with a header in an address',
      { cc: ['ada@x.test\r\nBcc: all@x.test'] },
      'cc.0',
      'Enter a valid email address, like ada@example.com.',
    ],
    [
      'with a header in a name',
      { to: [{ name: 'Ada\r\nBcc: all@x.test', address: 'ada@x.test' }] },
      'to.0',
      'Enter a valid email address, like ada@example.com.',
    ],
    [
      'with a header in its subject',
      { subject: 'Hello\r\nBcc: all@x.test' },
      'subject',
      'The subject must be a single line.',
    ],
    ['that says nothing', { subject: '', body: ' ' }, 'body', 'Add a subject or some text.'],
    [
      'with a file of nobody',
      { fileIds: [999_999] },
      'fileIds',
      'One of the files was deleted. Attach it again.',
    ],
    ['of no record', { level: undefined }, 'level', 'Choose the record for this email.'],
    [
      'that answers nothing',
      { inReplyTo: 999_999, mode: 'reply' },
      'inReplyTo',
      "The email to reply to does not exist, or you can't see it.",
    ],
    [
      'in an unknown mode',
      { mode: 'shout' },
      'mode',
      'The mode must be one of new, reply, replyAll, forward.',
    ],
  ]

  it.each(bad)('%s is refused at its field', async (_, more, field, message) => {
    const answer = await me.post(`email-v3/users/${me.actor.userId}/email-threads`, form(more))
    expect({ status: answer.status, fields: answer.body.fields }).toEqual({
      status: 400,
      fields: { [field]: message },
    })
    expect(server.attempts).toEqual([])
  })

  it('to too many is refused before their addresses are read', async () => {
    const began = performance.now()
    const cc = Array.from({ length: 1000 }, () => `${' '.repeat(698)}x`)
    const answer = await me.post(`email-v3/users/${me.actor.userId}/email-threads`, form({ cc }))
    expect(answer.body.fields).toMatchObject({ cc: 'An email can have at most 100 recipients.' })
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('in another’s name is refused', async () => {
    const other = await app.newUser('manager')
    const answer = await other.post(`email-v3/users/${me.actor.userId}/email-threads`, form())
    expect(answer).toMatchObject({ status: 403, body: { reason: 'email.not_you' } })
  })
})

describe('an e-mail that cannot be sent', () => {
  it('waits and tells why, and goes out when the server takes it', async () => {
    server.refusal = 'Mailbox is busy'
    const { threadId, messageId } = await send(me, form({ subject: 'Busy' }))
    expect(await deliver(app, messageId)).toBe(false)
    const [waiting] = await messagesOf(me, threadId)
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 })
    expect(waiting?.failure).toContain('Mailbox is busy')
    server.refusal = undefined
    expect(await deliver(app, messageId)).toBe(true)
    expect((await messagesOf(me, threadId))[0]).toMatchObject({ state: 'sent', failure: null })
    const ids = server.attempts.map((source) => headerOf(source, 'Message-ID'))
    expect(new Set(ids).size).toBe(1)
    await deliver(app, messageId)
    expect(server.mails).toHaveLength(1)
  })

  it('to one of several goes out to the others, and tells who was left out', async () => {
    server.unknown.add('gone@customer.test')
    const to = ['ada@customer.test', 'gone@customer.test']
    const { threadId, messageId } = await send(me, form({ subject: 'For both', to }))
    expect(await deliver(app, messageId)).toBe(true)
    expect(server.mails.at(-1)?.to).toEqual(['ada@customer.test'])
    const [message] = await messagesOf(me, threadId)
    expect(message).toMatchObject({ state: 'sent', mayRetry: false })
    expect(message?.failure).toMatch(/^gone@customer\.test: .*No such mailbox/)
  })

  it('to nobody who is known fails at once', async () => {
    server.unknown.add('gone@customer.test')
    const { threadId, messageId } = await send(
      me,
      form({ subject: 'For nobody', to: ['gone@customer.test'] }),
    )
    expect(await deliver(app, messageId)).toBe(true)
    const [message] = await messagesOf(me, threadId)
    expect(message).toMatchObject({ state: 'failed', attempts: 1 })
    expect(message?.failure).toContain('No such mailbox')
  })

  it('fails after the last attempt, and is sent again by its author alone', async () => {
    server.refusal = 'Mailbox is busy'
    const { threadId, messageId } = await send(me, form({ subject: 'Failing' }))
    for (let attempt = 1; attempt < 10; attempt += 1) expect(await deliver(app, messageId)).toBe(false)
    expect(await deliver(app, messageId)).toBe(true)
    expect((await messagesOf(me, threadId))[0]).toMatchObject({
      state: 'failed',
      mayRetry: true,
      attempts: 10,
    })
    const other = await app.as('administrator')
    expect((await messagesOf(other, threadId))[0]).toMatchObject({ mayRetry: false })
    expect((await other.post(`email-v3/messages/${messageId}/retry`)).status).toBe(403)
    server.refusal = undefined
    good(await me.post(`email-v3/messages/${messageId}/retry`))
    await deliver(app, messageId)
    expect(server.mails).toHaveLength(1)
    const again = await me.post(`email-v3/messages/${messageId}/retry`)
    expect(again).toMatchObject({ status: 409, body: { reason: 'email.not_failed' } })
  })
})

describe('an e-mail whose last attempt ended without an answer', () => {
  it('is given up, and can be sent again by its author', async () => {
    const { threadId, messageId } = await send(me, form({ subject: 'Cut off' }))
    const { owner } = app.application.platform.database
    const cutOff = (attempts: number) =>
      owner.query('update email_message set attempts = $2 where message_id = $1', [messageId, attempts])
    await cutOff(9)
    await runTask(app, 'email:tidy', {})
    expect((await messagesOf(me, threadId))[0]).toMatchObject({ state: 'queued', mayRetry: false })
    await cutOff(10)
    await runTask(app, 'email:tidy', {})
    expect((await messagesOf(me, threadId))[0]).toMatchObject({
      state: 'failed',
      failure: 'The last attempt ended without an answer.',
      mayRetry: true,
    })
    good(await me.post(`email-v3/messages/${messageId}/retry`))
    expect(await deliver(app, messageId)).toBe(true)
  })
})

describe('the page of an e-mail', () => {
  it('shows what was written, without scripts, and our own pictures', async () => {
    const image = `/api/file-management/images/${'a'.repeat(32)}`
    const body = JSON.stringify({
      type: 'doc',
      content: [{ type: 'image', attrs: { src: image, alt: 'Plan' } }],
    })
    const { threadId, mail } = await sendOff({ body })
    expect(mail.source.replaceAll(/=\r?\n/g, '')).toMatch(
      new RegExp(`src=(?:3D)?"http://localhost:\\d+${image}"`),
    )
    const [message] = await messagesOf(me, threadId)
    const { status, text, policy } = await pageOf(app, message as NonNullable<typeof message>)
    expect(status).toBe(200)
    expect(text).toContain(`src="${image}"`)
    expect(policy).toContain('sandbox allow-same-origin allow-popups')
    expect(policy).not.toContain('allow-scripts')
    expect(policy).toContain("default-src 'none'")
  })

  it('is over after an hour, and is nobody’s to guess', async () => {
    const body = JSON.stringify({ type: 'doc', content: [{ type: 'horizontalRule' }] })
    const { threadId } = await sendOff({ body })
    const [message] = await messagesOf(me, threadId)
    const kept = message as NonNullable<typeof message>
    const changed = {
      ...kept,
      html: { ...kept.html, url: `${kept.html?.url.slice(0, -3)}abc` },
    } as typeof kept
    expect((await pageOf(app, changed)).status).toBe(404)
    app.clock.advance(3600 * 1000 + 1)
    expect((await pageOf(app, kept)).status).toBe(404)
  })
})
