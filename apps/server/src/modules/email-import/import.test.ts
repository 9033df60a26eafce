import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailMessage } from '@steward/contracts/email'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import {
  eml,
  importMails,
  importOne,
  messagesOf,
  pageOf,
  sendFiles,
  threadsOf,
} from '../email/email.fixture.ts'

let app: TestApp
let me: Client
let account: number
let contact: number
let page: string

beforeAll(async () => {
  app = await startTestApp()
  me = await app.newUser('manager', 'me@us.test')
  account = await create(me, 'accounts', { name: 'Northwind' })
  contact = await create(me, 'contacts', { name: 'Ada Byron', email: 'Ada@customer.test', account })
  page = `level=account&parentIdentifier=${account}`
})
afterAll(() => app.stop())

const first = async (threadId: number): Promise<MailMessage> =>
  (await messagesOf(me, threadId))[0] as MailMessage

describe('a mail that is imported', () => {
  it('lies with the contact whose address it names, and so with the records above', async () => {
    const mail = eml({ id: '<one@customer.test>', subject: 'By itself', from: 'ada@CUSTOMER.test' })
    const { threadId } = await importOne(app, me, '', mail)
    const found = await threadsOf(me, `level=account&entity=${account}&subject=by itself`)
    expect(found).toMatchObject([{ threadId, record: { id: contact }, state: 'received' }])
  })

  it('is kept once, however often it comes', async () => {
    const mail = eml({ id: '<twice@customer.test>', subject: 'Twice' })
    const { threadId, messageId } = await importOne(app, me, page, mail)
    const [again] = await importMails(app, me, page, mail)
    expect(again).toMatchObject({ outcome: 'duplicate', threadId, messageId })
    const both = await importMails(app, me, page, eml({ id: '<same@x.test>' }), eml({ id: '<same@x.test>' }))
    expect(both.map(({ outcome }) => outcome)).toEqual(['imported', 'duplicate'])
    const nameless = eml({ subject: 'No id' })
    const results = await importMails(app, me, page, nameless, nameless)
    expect(results.map(({ outcome }) => outcome)).toEqual(['imported', 'duplicate'])
    const items = good(await me.get(`core/timeline?${page}&kinds=email&query=twice`)).data
    expect(items).toHaveLength(1)
  })

  it('is kept once when it comes twice at the same moment', async () => {
    const mail = eml({ id: '<race@customer.test>', subject: 'Race' })
    const results = await Promise.all([1, 2, 3].map(() => importMails(app, me, page, mail)))
    expect(results.filter(([one]) => one?.outcome === 'imported')).toHaveLength(1)
    expect(await threadsOf(me, `level=account&entity=${account}&subject=race`)).toMatchObject([
      { messageCount: 1 },
    ])
  })

  it('is found by all its words after a comment, whatever ends its lines', async () => {
    const body = 'marmot\u2028gopher\u2029vole'
    const { threadId } = await importOne(app, me, page, eml({ id: '<ends@x.test>', subject: 'Ends', body }))
    const { itemId } = await first(threadId)
    good(await me.post(`core/timeline/${itemId}/comments`, { body: 'Seen' }))
    for (const word of ['marmot', 'gopher', 'vole', 'ada@customer.test', 'seen']) {
      const found = good(await me.get(`core/timeline/search?query=${word} ends`)).data
      expect([word, found.map((item: { itemId: number }) => item.itemId)]).toEqual([word, [itemId]])
    }
  })

  it('keeps its files and its pictures', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const body = [
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Look: <img src="cid:pic@x"><img src="https://tracker.test/p.gif"></p>',
      '--b',
      'Content-Type: image/png; name=pic.png',
      'Content-ID: <pic@x>',
      'Content-Transfer-Encoding: base64',
      '',
      png.toString('base64'),
      '--b--',
    ].join('\r\n')
    const mail = eml({ id: '<pic@x.test>', type: 'multipart/related; boundary=b', body, subject: 'Pictures' })
    const { threadId } = await importOne(app, me, page, mail)
    const message = await first(threadId)
    expect(message.files).toMatchObject([{ name: 'pic.png', mediaType: 'image/png' }])
    expect(message.html).toMatchObject({ hasPictures: true })
    const shut = await pageOf(app, message)
    expect(shut.text).toContain('src="data:image/png;base64,')
    expect(shut.text).not.toContain('tracker.test')
    expect(shut.policy).toContain("img-src 'self' data:;")
    const open = await pageOf(app, message, true)
    expect(open.text).toContain('src="https://tracker.test/p.gif"')
    expect(open.policy).toContain("img-src 'self' data: https: http:")
    const { url } = good(await me.post(`file-management/files/download/${message.files[0]?.fileId}`)).data
    expect((await app.application.app.inject({ method: 'GET', url })).rawPayload.equals(png)).toBe(true)
  })

  it('of one’s own is sent by oneself, and that of a colleague by nobody here', async () => {
    const colleague = await app.newUser('manager', 'boss@us.test')
    const mine = await importOne(
      app,
      me,
      page,
      eml({ id: '<mine@us.test>', from: 'Me@us.test', to: 'ada@customer.test' }),
    )
    const theirs = await importOne(
      app,
      me,
      page,
      eml({ id: '<boss@us.test>', from: 'boss@us.test', to: 'ada@customer.test' }),
    )
    expect((await first(mine.threadId)).author).toMatchObject({ id: me.actor.userId })
    expect(await first(theirs.threadId)).toMatchObject({ author: null, state: 'sent' })
    expect((await messagesOf(colleague, theirs.threadId))[0]?.author).toBeNull()
  })
})

describe('a hostile mail', () => {
  const shown: [string, Buffer, Partial<MailMessage>][] = [
    [
      'of 1970',
      eml({ id: '<h1@x>', date: 'Thu, 1 Jan 1970 00:00:00 +0000' }),
      { occurredAt: '1970-01-01T00:00:00.000Z' },
    ],
    [
      'in an unknown charset',
      eml({ id: '<h2@x>', type: 'text/plain; charset=martian-7', body: 'caf\u00e9' }),
      { state: 'received' },
    ],
    [
      'with a header in its subject',
      eml({ id: '<h3@x>', subject: '=?utf-8?Q?a=0D=0ABcc:_all@x.test?=' }),
      { subject: 'a Bcc: all@x.test' },
    ],
    [
      'with null characters',
      eml({ id: '<h4@x>', body: 'a\u0000b\ud800c', subject: 'n\u0000ull' }),
      { text: expect.stringContaining('ab') as unknown as string },
    ],
    [
      'that looks like a document of ours',
      eml({ id: '<h5@x>', body: '{"type":"doc","plainText":"x","content":7}' }),
      { text: '{"type":"doc","plainText":"x","content":7}\n' },
    ],
    ['with nobody but its sender', Buffer.from('From: ada@customer.test\r\n\r\nHi'), { to: [], subject: '' }],
  ]
  it.each(shown)('%s is kept', async (_, mail, expected) => {
    const { threadId } = await importOne(app, me, page, mail)
    expect(await first(threadId)).toMatchObject(expected)
    good(await me.get(`core/timeline?${page}&kinds=email`))
  })

  it('of the future is of today', async () => {
    const before = Date.now()
    const { threadId } = await importOne(
      app,
      me,
      page,
      eml({ id: '<f@x>', date: 'Sat, 1 Jan 3609 00:00:00 +0000' }),
    )
    expect(new Date((await first(threadId)).occurredAt).getTime()).toBeGreaterThanOrEqual(before)
  })

  const refused: [string, Buffer, string | RegExp][] = [
    ['that is empty', Buffer.alloc(0), 'The file is empty.'],
    ['that is none', Buffer.from('just some text'), /This is not an email|It has no sender/],
    ['of nobody', Buffer.from('Subject: Hi\r\nTo: a@x.test\r\n\r\nHi'), 'It has no sender.'],
    [
      'of Outlook',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      /Save it as \.eml/,
    ],
    [
      'of 500 files',
      eml({
        type: 'multipart/mixed; boundary=b',
        body: `${'--b\r\nContent-Type: application/x-thing\r\nContent-Disposition: attachment\r\n\r\nx\r\n'.repeat(500)}--b--`,
      }),
      'It brings 500 files. Emails can have at most 100.',
    ],
    [
      'whose parts lie in each other without an end',
      eml({
        type: 'multipart/mixed; boundary=b0',
        body: Array.from(
          { length: 200 },
          (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
        ).join(''),
      }),
      /too deeply/,
    ],
    ['with endless headers', eml({ more: `X-Long: ${'x'.repeat(400_000)}` }), /too long/],
    ['that is too large', eml({ body: 'x'.repeat(25 * 1024 * 1024) }), /25 MB or larger/],
  ]
  it.each(refused)('%s is refused with the reason', async (_, mail, reason) => {
    const results = await importMails(app, me, page, mail, eml({ id: `<ok-${Math.random()}@x>` }))
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'imported'])
    expect(results[0]?.reason).toMatch(reason)
  })

  it('of 500 parts of text is kept', async () => {
    const body = `${'--b\r\nContent-Type: text/plain\r\n\r\npart\r\n'.repeat(500)}--b--`
    const { threadId } = await importOne(
      app,
      me,
      page,
      eml({ id: '<p500@x>', type: 'multipart/mixed; boundary=b', body }),
    )
    expect((await first(threadId)).text).toContain('part')
  })

  it('with scripts has none of them left', async () => {
    const html = `<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)></svg>
      <a href="javascript:alert(4)">four</a><iframe srcdoc="<script>alert(5)</script>"></iframe>
      <p style="background:url(https://t.test/6);position:fixed">six</p><form action="https://t.test"><input></form>
      <meta http-equiv=refresh content="0;url=https://t.test"><base href="https://t.test/"><link rel=stylesheet href=//t.test>`
    const mail = eml({
      id: '<xss@x>',
      type: 'text/html',
      body: html,
      subject: '<img src=x onerror=alert(0)>',
    })
    const { threadId } = await importOne(app, me, page, mail)
    const { text } = await pageOf(app, await first(threadId), true)
    const body = text.slice(text.indexOf('<body>'))
    expect(body).not.toMatch(
      /script|alert\(|onerror|iframe|url\(|position|<form|<input|<meta|<base|<link|t\.test/i,
    )
    expect(body).toContain('six')
  })

  it.each([
    ['pictures without an address', 'x'.repeat(200_000) + '<img>x'.repeat(16_000)],
    ['a long text and pictures', 'x'.repeat(700_000) + '<img>x'.repeat(50_000)],
    ['brackets', '<'.repeat(1_500_000)],
    ['ends of what never began', '<i></b>'.repeat(200_000)],
  ])('with HTML of nothing but %s is soon read', async (name, html) => {
    const mail = eml({ id: `<${name.replaceAll(' ', '-')}@x>`, type: 'text/html', body: html, subject: name })
    const begun = performance.now()
    const { threadId } = await importOne(app, me, page, mail)
    expect(performance.now() - begun).toBeLessThan(3000)
    expect((await first(threadId)).html).toBeNull()
  })

  it('with a picture that has no address to show keeps what is around it', async () => {
    const body = '<p>before <img src="x.png" alt="a chart"><img src="data:text/html;base64,eA=="> after</p>'
    const { threadId } = await importOne(app, me, page, eml({ id: '<noimg@x>', type: 'text/html', body }))
    const message = await first(threadId)
    expect(message.text).toBe('before after')
    expect((await pageOf(app, message)).text).toContain('<p>before <img alt="a chart" /><img /> after</p>')
  })
})

describe('the mails that others published to test with', () => {
  const folder = join(import.meta.dirname, '../../../fixtures/email')
  const paths = globSync('**/*.eml', { cwd: folder }).toSorted()

  it('are all kept, or refused with a reason', async () => {
    expect(paths).toHaveLength(86)
    const refused: Record<string, string> = {}
    for (const path of paths) {
      const [result] = await importMails(app, me, page, readFileSync(join(folder, path)))
      if (result?.outcome === 'refused') refused[path] = result.reason ?? ''
    }
    expect(refused).toEqual({ 'error_emails/bad_encoded_subject.eml': 'It has no sender.' })
    const { totalItemCount, data } = good(
      await me.get(`email-v3/threads?level=account&entity=${account}&pageSize=100&subject=hello`),
    )
    expect(totalItemCount).toBe(data.length)
    for (const { threadId } of data) good(await me.get(`email-v3/threads/${threadId}`))
  })

  it('are read in the character set that they are written in', async () => {
    for (const subject of ['まみむめも', 'Säying Hello']) {
      expect(
        await threadsOf(me, `level=account&entity=${account}&subject=${encodeURIComponent(subject)}`),
      ).not.toEqual([])
    }
  })
})

describe('an import', () => {
  it('without a record keeps only mails of known people', async () => {
    const [result] = await importMails(app, me, '', eml({ id: '<who@x>', from: 'who@nowhere.test' }))
    expect(result).toMatchObject({
      outcome: 'refused',
      reason: 'None of its addresses belongs to a contact. Import it on the page of a record.',
    })
  })

  it('on a record out of sight is refused', async () => {
    const mail = { name: 'a.eml', bytes: eml() }
    const foreigner = await app.foreigner()
    const answer = await sendFiles(app, foreigner, `email-v3/messages/import?${page}`, [mail])
    expect(answer.status).toBe(404)
    const half = await sendFiles(app, me, 'email-v3/messages/import?level=account', [mail])
    expect(half.body.fields).toEqual({ parentIdentifier: 'Specify a record by its level and id.' })
    const none = await sendFiles(app, me, `email-v3/messages/import?${page}`, [])
    expect(none.status).toBe(400)
  })
})
