import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { startMailServer, type MailServer } from '../messenger/messenger.fixture.ts'
import { create, good } from '../record/record.fixture.ts'
import { deliver, eml, importOne, messagesOf, send } from '../email/email.fixture.ts'

let server: MailServer
let app: TestApp
let me: Client
let account: number

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Steward <steward@mail.test>' })
  me = await app.newUser('administrator', 'me@us.test')
  account = await create(me, 'accounts', { name: 'Northwind' })
  await create(me, 'contacts', { name: 'Ada Byron', email: 'ada@customer.test', account })
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

async function received(more: object = {}) {
  const id = `<in-${Math.random()}@customer.test>`
  const root = id.replace('in', 'root')
  const mail = eml({
    id,
    references: root,
    inReplyTo: root,
    cc: 'Bo <bo@customer.test>, me@us.test',
    body: 'How much is it?',
    subject: `Price ${id}`,
    ...more,
  })
  const kept = await importOne(app, me, `level=account&parentIdentifier=${account}`, mail)
  return { ...kept, id, root }
}

describe('an answer', () => {
  it('keeps the thread by its headers, and repeats the mail folded', async () => {
    const { threadId, messageId, id, root } = await received()
    const { mail, ...sent } = await sendOff({ inReplyTo: messageId, mode: 'reply', body: 'Ten a month.' })
    expect(sent.threadId).toBe(threadId)
    expect(headerOf(mail.source, 'In-Reply-To')).toBe(id)
    expect(headerOf(mail.source, 'References')).toBe(`${root} ${id}`)
    const kept = (await messagesOf(me, threadId)).at(-1)
    expect(kept).toMatchObject({ text: 'Ten a month.', signature: '' })
    expect(kept?.quoted).toContain('> How much is it?')
    // Paragraphs alone are shown as text.
    expect(kept?.html).toBeNull()
  })

  it('is found again by the .eml of what the customer answers', async () => {
    const { threadId, mail } = await sendOff({ subject: 'Round trip' })
    const sentId = headerOf(mail.source, 'Message-ID')
    const reply = eml({
      id: '<reply@customer.test>',
      inReplyTo: sentId,
      subject: 'Re: Round trip',
      to: 'me@us.test',
      date: new Date(Date.now() + 60_000).toUTCString(),
      body: 'Gladly!\r\n\r\nOn Mon, 2 Mar 2026, Me wrote:\r\n> Dear Ada',
    })
    const kept = await importOne(app, me, '', reply)
    expect(kept.threadId).toBe(threadId)
    const messages = await messagesOf(me, threadId)
    expect(messages.map(({ state }) => state)).toEqual(['sent', 'received'])
    expect(messages[1]).toMatchObject({ text: 'Gladly!\n\n', author: null })
    expect(messages[1]?.quoted).toContain('> Dear Ada')
  })

  it('by PATCH goes to the newest message of the thread', async () => {
    const { threadId, id } = await received()
    const path = `email-v3/users/${me.actor.userId}/email-threads/${threadId}`
    const { messageId } = good(await me.patch(path, { to: ['ada@customer.test'], body: 'Yes' })).data
    await deliver(app, messageId)
    expect(headerOf(server.mails[0]?.source ?? '', 'In-Reply-To')).toBe(id)
    const elsewhere = await received()
    const wrong = await me.patch(path, { to: ['a@x.test'], body: 'Yes', inReplyTo: elsewhere.messageId })
    expect(wrong.body.fields).toEqual({ inReplyTo: 'This email is not in the thread.' })
  })

  it('begins with the people that it goes to', async () => {
    const { messageId } = await received({ to: 'Me <ME@us.test>, cy@customer.test' })
    const draft = async (mode: string) =>
      good(await me.get(`email-v3/messages/${messageId}/answer?mode=${mode}`)).data
    expect(await draft('reply')).toMatchObject({ to: [{ address: 'ada@customer.test' }], cc: [] })
    expect(await draft('replyAll')).toMatchObject({
      to: [{ address: 'ada@customer.test' }],
      cc: [{ address: 'cy@customer.test' }, { address: 'bo@customer.test' }],
    })
    expect(await draft('forward')).toMatchObject({ to: [], cc: [], files: [] })
  })

  it('as a forward begins a thread, with the files of the mail', async () => {
    const boundary = 'b0undary'
    const body = [
      `--${boundary}`,
      'Content-Type: text/plain',
      '',
      'See the file.',
      `--${boundary}`,
      'Content-Type: text/plain; name=plan.txt',
      'Content-Disposition: attachment; filename=plan.txt',
      '',
      'the plan',
      `--${boundary}--`,
    ].join('\r\n')
    const { messageId, threadId } = await received({ type: `multipart/mixed; boundary=${boundary}`, body })
    const { files, subject } = good(await me.get(`email-v3/messages/${messageId}/answer?mode=forward`)).data
    expect(subject).toMatch(/^Fwd: Price/)
    expect(files).toMatchObject([{ name: 'plan.txt' }])
    const fileIds = files.map((file: { fileId: number }) => file.fileId)
    const { mail, ...sent } = await sendOff({
      to: ['cy@customer.test'],
      inReplyTo: messageId,
      mode: 'forward',
      subject,
      fileIds,
    })
    expect(sent.threadId).not.toBe(threadId)
    expect(headerOf(mail.source, 'In-Reply-To')).toBe('')
    expect(mail.source).toContain('Forwarded message')
    expect(mail.source).toContain('plan.txt')
  })
})
