import type { Message } from '@steward/contracts/messenger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { code, dbOf, invitation, newest, runTask, send, storedBody } from './messenger.fixture.ts'

const day = 24 * 3600 * 1000

async function find(admin: Client, query: string): Promise<Message[]> {
  return (await admin.get(`messenger/messages?${query}`)).body.data
}

describe('the outbox', () => {
  let test: TestApp
  let admin: Client

  beforeAll(async () => {
    test = await startTestApp()
    admin = await test.as('administrator')
  })
  afterAll(() => test.stop())

  it('keeps what nothing is connected for', async () => {
    await send(test, invitation)
    await send(test, code)
    const { body } = await admin.get('messenger/messages')
    expect(body).toMatchObject({ email: 'outbox', sms: 'outbox', next: null })
    expect(body.data.slice(0, 2)).toEqual([
      expect.objectContaining({ channel: 'sms', template: 'sign-in-code', state: 'kept', subject: null }),
      expect.objectContaining({
        channel: 'email',
        template: 'invitation',
        recipient: 'new@example.com',
        subject: 'Test company invites you to Steward',
        state: 'kept',
        attempts: 0,
        failure: null,
        sentAt: null,
      }),
    ])
  })

  it('keeps nothing of a transaction that is rolled back', async () => {
    const before = await newest(admin)
    const failing = transact(dbOf(test), async (tx) => {
      await test.application.modules.messenger.send(tx, test.tenantId, invitation)
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    expect(await newest(admin)).toEqual(before)
  })

  it('shows what a message says, which is stored encrypted, and writes down who read it', async () => {
    await send(test, invitation)
    const message = await newest(admin)
    expect(await storedBody(test, message)).not.toContain('Tem-porary-1')
    const { body } = await admin.get(`messenger/messages/${message.messageId}`)
    expect(body.data).toMatchObject({ ...message, text: expect.stringContaining('Tem-porary-1') })
    expect(body.data.html).toContain('Tem-porary-1')
    const log = await admin.get('audit?action=message.read&pageSize=1')
    expect(log.body.data[0]).toMatchObject({
      actorId: admin.actor.userId,
      subjectKind: 'message',
      subjectId: String(message.messageId),
      subjectName: 'new@example.com',
      details: { template: 'invitation' },
    })
    expect(JSON.stringify(log.body)).not.toContain('Tem-porary-1')
  })

  it('says so when the key of a message is gone', async () => {
    await send(test, invitation)
    const { messageId } = await newest(admin)
    await test.application.platform.database.owner.query(
      `update message set body = '00000000' || substr(body, 9) where message_id = $1`,
      [messageId],
    )
    const { status, body } = await admin.get(`messenger/messages/${messageId}`)
    expect({ status, reason: body.reason }).toEqual({ status: 409, reason: 'message.unreadable' })
  })

  it('finds by state, channel and parts, and goes on page by page', async () => {
    await send(test, { ...invitation, to: { email: '100%_odd@example.com' } })
    expect(await find(admin, 'state=failed')).toEqual([])
    expect((await find(admin, 'channel=sms')).every(({ channel }) => channel === 'sms')).toBe(true)
    expect((await find(admin, 'query=100%25_')).map(({ recipient }) => recipient)).toEqual([
      '100%_odd@example.com',
    ])
    expect((await find(admin, 'query=INVITES')).length).toBeGreaterThan(1)
    const all = await find(admin, 'pageSize=200')
    const paged: Message[] = []
    for (let before: number | null | undefined; before !== null;) {
      const { body } = await admin.get(
        `messenger/messages?pageSize=2${before === undefined ? '' : `&before=${before}`}`,
      )
      paged.push(...body.data)
      before = body.next
    }
    expect(paged).toEqual(all)
  })

  it('erases what messages said after 30 days', async () => {
    await send(test, invitation)
    const message = await newest(admin)
    test.clock.advance(30 * day - 60_000)
    await runTask(test, 'message:tidy', {})
    expect(await storedBody(test, message)).not.toBeNull()
    test.clock.advance(120_000)
    await runTask(test, 'message:tidy', {})
    expect(await storedBody(test, message)).toBeNull()
    const { body } = await admin.get(`messenger/messages/${message.messageId}`)
    expect(body.data).toMatchObject({ state: 'kept', text: null, html: null })
  })

  it('is for those who administer, and for their own tenant', async () => {
    const { messageId } = await newest(admin)
    expect((await (await test.as('manager')).get('messenger/messages')).status).toBe(403)
    const foreigner = await test.foreigner()
    expect((await foreigner.get('messenger/messages')).body.data).toEqual([])
    expect((await foreigner.get(`messenger/messages/${messageId}`)).status).toBe(404)
    expect((await foreigner.post(`messenger/messages/${messageId}/retry`)).status).toBe(404)
  })
})
