import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { startMailServer, type MailServer } from '../messenger/messenger.fixture.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import { eml, importMails, importOne, messagesOf, send, threadsOf, upload } from '../email/email.fixture.ts'

let server: MailServer
let app: TestApp
let me: Client
let admin: Client
let organization: number
let account: number
let other: number
let contact: number

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ SMTP_URL: server.url })
  admin = await app.as('administrator')
  me = await app.newUser('manager', 'me@us.test')
  organization = await create(admin, 'organizations', { name: 'Holding' })
  account = await create(admin, 'accounts', { name: 'Northwind', organization })
  other = await create(admin, 'accounts', { name: 'Elsewhere' })
  contact = await create(admin, 'contacts', { name: 'Ada', email: 'ada@customer.test', account })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

const onAccount = () => `level=account&entity=${account}`
const page = () => `level=account&parentIdentifier=${account}`
const idsOf = (threads: readonly { threadId: number }[]) => threads.map(({ threadId }) => threadId)

const write = (client: Client, more: Record<string, unknown> = {}) =>
  send(client, {
    level: 'account',
    parentIdentifier: account,
    subject: 'Hello',
    body: 'Text',
    to: ['ada@customer.test'],
    ...more,
  })

/** What someone finds of a mail by every way there is. */
async function waysOf(client: Client, threadId: number, word: string, fileId?: number): Promise<string[]> {
  const found: string[] = []
  const note = (way: string, is: boolean) => void (is && found.push(way))
  note('list', idsOf(await threadsOf(client, `${onAccount()}&pageSize=100`)).includes(threadId))
  note('list of all', idsOf(await threadsOf(client, 'pageSize=100')).includes(threadId))
  note('thread', (await client.get(`email-v3/threads/${threadId}`)).status === 200)
  note('messages', (await client.get(`email-v3/threads/${threadId}/messages`)).status === 200)
  const timeline = good(await client.get(`core/timeline?${page()}&kinds=email&pageSize=100`)).data
  note(
    'timeline',
    timeline.some((item: { details: { threadId: number } }) => item.details.threadId === threadId),
  )
  const searched = good(await client.get(`core/timeline/search?query=${word}`)).data
  note('search', searched.length > 0)
  const change = await client.patch(`email-v3/threads/${threadId}/linking`, { link: {} })
  note('linking', change.status === 200)
  if (fileId !== undefined) {
    note('file', (await client.post(`file-management/files/download/${fileId}`)).status === 200)
  }
  return found
}

const everyWay = ['list', 'list of all', 'thread', 'messages', 'timeline', 'search', 'linking', 'file']

async function confidential(privacy: string, word: string, more: object = {}) {
  const fileId = await upload(app, me, `${word}.txt`, word)
  const { threadId } = await write(me, {
    privacy,
    subject: word,
    body: `About ${word}`,
    fileIds: [fileId],
    ...more,
  })
  return { threadId, word, fileId }
}

describe('who reads a thread', () => {
  it('everyone: who sees its record, and nobody of another company', async () => {
    const { threadId, word, fileId } = await confidential('everyone', 'zebra')
    expect(await waysOf(admin, threadId, word, fileId)).toEqual(everyWay)
    const outsider = await app.newUser('normalUser')
    expect((await outsider.get(`email-v3/threads/${threadId}`)).status).toBe(404)
    expect(idsOf(await threadsOf(outsider, 'pageSize=100'))).toEqual([])
    const foreigner = await app.foreigner()
    expect((await foreigner.get(`email-v3/threads/${threadId}`)).status).toBe(404)
    expect(idsOf(await threadsOf(foreigner, ''))).toEqual([])
  })

  it('participants: whoever wrote or received it, and no administrator', async () => {
    const received = await app.newUser('manager', 'cc@us.test')
    const { threadId, word, fileId } = await confidential('participants', 'walrus', { cc: ['CC@us.test'] })
    expect(await waysOf(me, threadId, word, fileId)).toEqual(everyWay)
    expect(await waysOf(received, threadId, word, fileId)).toEqual(everyWay)
    expect(await waysOf(admin, threadId, word, fileId)).toEqual([])
    const answer = await admin.patch(`email-v3/users/${admin.actor.userId}/email-threads/${threadId}`, {
      to: ['ada@customer.test'],
      body: 'Me too',
    })
    expect(answer).toMatchObject({ status: 404, body: { reason: 'email.thread.unknown' } })
  })

  it('team: the owners of its record as well', async () => {
    const owner = await app.newUser('manager')
    await edit(admin, 'accounts', account, { owners: [owner.actor.userId] })
    const { threadId, word, fileId } = await confidential('team', 'ocelot')
    expect(await waysOf(owner, threadId, word, fileId)).toEqual(everyWay)
    // Who owns the organization owns the contact that it went to.
    expect(await waysOf(admin, threadId, word, fileId)).toEqual(everyWay)
    expect(await waysOf(await app.newUser('administrator'), threadId, word, fileId)).toEqual([])
    await edit(admin, 'accounts', account, { owners: [admin.actor.userId] })
  })

  it('is not widened by who brings an answer to it', async () => {
    const first = eml({ id: '<secret@x>', subject: 'Lynx' })
    const [kept] = await importMails(app, me, `${page()}&privacy=participants`, first)
    const stranger = await app.newUser('manager')
    const answer = eml({
      id: '<answer@x>',
      inReplyTo: '<secret@x>',
      references: '<secret@x>',
      subject: 'Re: Lynx',
    })
    const theirs = await importOne(app, stranger, page(), answer)
    expect(theirs.threadId).not.toBe(kept?.threadId)
    expect((await stranger.get(`email-v3/threads/${kept?.threadId}`)).status).toBe(404)
    // Whether the mail is there already is not said either: they get a copy of their own.
    const copy = await importOne(app, stranger, page(), first)
    expect(copy.threadId).toBe(theirs.threadId)
    const [again] = await importMails(app, stranger, page(), first)
    expect(again).toMatchObject({ outcome: 'duplicate', messageId: copy.messageId })
    expect(await messagesOf(me, kept?.threadId ?? 0)).toHaveLength(1)
  })

  it('hidden copies are told to the author alone', async () => {
    const { threadId } = await write(me, { bcc: ['secret@elsewhere.test'], subject: 'Copies' })
    expect((await messagesOf(me, threadId))[0]?.bcc).toHaveLength(1)
    const seen = await admin.get(`email-v3/threads/${threadId}`)
    expect(JSON.stringify(seen.body)).not.toContain('secret@elsewhere.test')
    const search = good(await admin.get('core/timeline/search?query=secret@elsewhere.test')).data
    expect(search).toEqual([])
  })

  it('a viewer reads, and writes nothing', async () => {
    const viewer = await app.as('viewer')
    const { threadId } = await write(me)
    expect(good(await viewer.get(`email-v3/threads/${threadId}`)).data.mayEdit).toBe(false)
    for (const answer of [
      await viewer.post(`email-v3/users/${viewer.actor.userId}/email-threads`, {}),
      await viewer.patch(`email-v3/threads/${threadId}/status`, { status: 10 }),
      await viewer.patch(`email-v3/threads/${threadId}/linking`, {}),
    ]) {
      expect(answer.status).toBe(403)
    }
  })
})

const mails = () => [
  eml({
    id: '<l1@x>',
    subject: 'Invoice 100%',
    from: 'Cy <cy@list.test>',
    cc: 'dd@list.test',
    date: 'Fri, 13 Mar 2026 23:59:59 +0000',
  }),
  eml({
    id: '<l2@x>',
    subject: 'Invoice two',
    from: 'Ed <ed@list.test>',
    date: 'Sat, 14 Mar 2026 00:00:00 +0000',
  }),
  eml({
    id: '<l3@x>',
    subject: 'Re: Invoice two',
    inReplyTo: '<l2@x>',
    to: 'ed@list.test',
    date: 'Sun, 15 Mar 2026 00:00:00 +0000',
  }),
]

describe('a list of threads', () => {
  beforeAll(async () => {
    const results = await importMails(app, me, page(), ...mails())
    expect(results.map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'imported'])
  })

  it.each([
    ['subject=100%25', ['Invoice 100%']],
    ['from=CY%40list', ['Invoice 100%']],
    ['from=ed', ['Invoice two']],
    ['to=ed%40list.test', ['Invoice two']],
    ['cc=dd', ['Invoice 100%']],
    ['cc=cy', []],
    // One message has to fit all of it.
    ['from=ed&to=ed', []],
    ['date[equals]=2026-03-14', ['Invoice two']],
    ['date[equals]=2026-03-13', ['Invoice 100%']],
    ['date[greater]=2026-03-13', ['Invoice two']],
    ['date[greater]=2026-03-15', []],
    ['date[greaterEqual]=2026-03-13', ['Invoice two', 'Invoice 100%']],
    ['date[lesser]=2026-03-14', ['Invoice 100%']],
    ['date[lesserEqual]=2026-03-14', ['Invoice two', 'Invoice 100%']],
    ['date[between]=2026-03-12,2026-03-13', ['Invoice 100%']],
    ['dateFrom=2026-03-14&dateTo=2026-03-14', ['Invoice two']],
    ['emailStatus=hidden', []],
    ['emailStatus=all', ['Invoice two', 'Invoice 100%']],
  ])('narrowed to %s has %j', async (query, expected) => {
    const asked = query.startsWith('subject') ? query : `subject=invoice&${query}`
    expect((await threadsOf(me, `${onAccount()}&${asked}`)).map(({ subject }) => subject)).toEqual(expected)
  })

  it('comes in pages, on the pages above as well', async () => {
    for (const place of [onAccount(), `level=1&entity=${organization}`]) {
      const one = good(await me.get(`email-v3/threads?${place}&subject=invoice&pageSize=1`))
      const two = good(await me.get(`email-v3/threads?${place}&subject=invoice&pageSize=1&page=2`))
      const three = good(await me.get(`email-v3/threads?${place}&subject=invoice&pageSize=1&page=3`))
      expect([one, two, three].map(({ totalItemCount }) => totalItemCount)).toEqual([2, 2, 2])
      expect([one, two].map(({ data }) => data[0].subject)).toEqual(['Invoice two', 'Invoice 100%'])
      expect(three.data).toEqual([])
    }
    expect(await threadsOf(me, `level=account&entity=${other}`)).toEqual([])
  })

  it.each([
    ['date[equals]=yesterday', 'date[equals]'],
    ['date[between]=2026-03-12', 'date[between]'],
    ['emailStatus=gone', 'emailStatus'],
    ['pageSize=1000', 'pageSize'],
  ])('asked with %s is refused at that', async (query, field) => {
    const { status, body } = await me.get(`email-v3/threads?${onAccount()}&${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.fields).some((name) => name.startsWith(field))).toBe(true)
  })

  it('of a record that is not there is told so', async () => {
    expect((await me.get('email-v3/threads?level=account&entity=999999')).status).toBe(404)
    expect((await me.get(`email-v3/threads?level=contact&entity=${account}`)).status).toBe(404)
    expect((await me.get('email-v3/threads?level=account')).status).toBe(400)
    expect((await me.get('email-v3/threads/999999')).status).toBe(404)
  })
})

const link = (threadId: number, body: object) => me.patch(`email-v3/threads/${threadId}/linking`, body)

describe('linking', () => {
  it('puts a thread and all its mails on further pages, and takes them off', async () => {
    const { threadId } = await write(me, { subject: 'Linked' })
    const onOther = async () => ({
      threads: idsOf(await threadsOf(me, `level=account&entity=${other}`)).includes(threadId),
      items: good(await me.get(`core/timeline?level=account&parentIdentifier=${other}`)).data.length,
    })
    expect(await onOther()).toEqual({ threads: false, items: 0 })
    const { linking } = good(await link(threadId, { link: { accounts: [other] } })).data
    expect(linking.accounts).toMatchObject([{ name: 'Elsewhere' }, { name: 'Northwind' }])
    expect(await onOther()).toEqual({ threads: true, items: 1 })
    good(await link(threadId, { unlink: { accounts: [other] } }))
    expect(await onOther()).toEqual({ threads: false, items: 0 })
  })

  it('moves the thread when its first record is taken off, and leaves one at least', async () => {
    const { threadId } = await write(me, { subject: 'Moved' })
    const moved = good(
      await link(threadId, { unlink: { accounts: [account] }, link: { accounts: [other] } }),
    ).data
    expect(moved.linking.accounts).toMatchObject([{ name: 'Elsewhere' }])
    expect(moved.record).not.toMatchObject({ id: account })
    const last = await link(threadId, { unlink: { accounts: [other], contacts: [contact] } })
    expect(last.body.fields).toEqual({
      unlink: 'A thread needs at least one record. Link another one first.',
    })
    const answered = await send(me, {
      to: ['x@y.test'],
      body: 'On',
      inReplyTo: (await messagesOf(me, threadId))[0]?.messageId,
      mode: 'reply',
    })
    expect(answered.threadId).toBe(threadId)
  })

  it('is done by many at once without waiting for each other in vain', async () => {
    const { threadId } = await write(me, { subject: 'Crowd' })
    const acts = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? link(threadId, { link: { accounts: [other] } }) : write(me, { subject: `Crowd ${at}` }),
    )
    const answers = await Promise.all(acts)
    expect(answers.map((answer) => ('status' in answer ? answer.status : 200))).toEqual(
      answers.map(() => 200),
    )
  })

  it('to what is not in sight is refused at its field', async () => {
    const { threadId } = await write(me)
    const { status, body } = await link(threadId, { link: { contacts: [account] } })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['linkedEntities.contacts'])
  })
})

describe('a hidden thread', () => {
  it('leaves lists and timelines, and comes back whole', async () => {
    const { threadId } = await write(me, { subject: 'Heron' })
    const set = (status: number) => me.patch(`email-v3/threads/${threadId}/status`, { status })
    expect(good(await set(10)).data.status).toBe(10)
    expect(await waysOf(me, threadId, 'heron')).toEqual(['thread', 'messages', 'linking'])
    expect(idsOf(await threadsOf(me, `${onAccount()}&emailStatus=10`))).toContain(threadId)
    good(await set(0))
    expect(await waysOf(me, threadId, 'heron')).toEqual(everyWay.slice(0, -1))
    expect((await set(5)).body.fields).toEqual({ status: 'The status must be 0 (active) or 10 (hidden).' })
  })

  it('shows again when somebody answers, or when its author restores it', async () => {
    const { threadId } = await write(me, { subject: 'Egret' })
    good(await me.patch(`email-v3/threads/${threadId}/status`, { status: 10 }))
    await send(me, {
      to: ['x@y.test'],
      body: 'On',
      inReplyTo: (await messagesOf(me, threadId))[0]?.messageId,
      mode: 'reply',
    })
    const [thread] = await threadsOf(me, `${onAccount()}&subject=egret`)
    expect(thread).toMatchObject({ threadId, messageCount: 2 })
    good(await me.patch(`email-v3/threads/${threadId}/status`, { status: 10 }))
    good(await me.post(`core/timeline/${(await messagesOf(me, threadId))[0]?.itemId}/restore`))
    expect(await waysOf(me, threadId, 'egret')).toEqual(everyWay.slice(0, -1))
  })
})
