import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { eml, importMails, importOne } from '../email/email.fixture.ts'

let app: TestApp
let me: Client
let page: string

beforeAll(async () => {
  app = await startTestApp()
  me = await app.newUser('manager', 'me@us.test')
  const account = await create(me, 'accounts', { name: 'Northwind' })
  await create(me, 'contacts', { name: 'Ada Byron', email: 'ada@customer.test', account })
  page = `level=account&parentIdentifier=${account}`
})
afterAll(() => app.stop())

describe('a mail that is imported', () => {
  it('joins its thread in whatever order the mails come', async () => {
    const mails = [
      eml({ id: '<o3@x.test>', references: '<o1@x.test> <o2@x.test>', subject: 'Re: Order' }),
      eml({ id: '<o1@x.test>', subject: 'Order', date: 'Mon, 2 Mar 2026 08:00:00 +0000' }),
      eml({ id: '<o2@x.test>', inReplyTo: '<o1@x.test>', subject: 'Re: Order' }),
    ]
    const results = await importMails(app, me, page, ...mails)
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(1)
  })

  it('without ids joins by its subject only where all of its people are', async () => {
    const { threadId } = await importOne(app, me, page, eml({ id: '<s1@x.test>', subject: 'Subject alone' }))
    const answer = { subject: 'Re: Subject alone', from: 'somebody@us.test', to: 'ada@customer.test' }
    const known = await importOne(app, me, page, eml(answer))
    const stranger = await importOne(app, me, page, eml({ ...answer, from: 'eve@x.test' }))
    expect(known.threadId).toBe(threadId)
    expect(stranger.threadId).not.toBe(threadId)
  })

  it('without ids joins no thread that went on only years later', async () => {
    const late = eml({ id: '<y1@x.test>', subject: 'Yearly', date: 'Thu, 2 Mar 2023 10:00:00 +0000' })
    const { threadId } = await importOne(app, me, page, late)
    const answer = { subject: 'Re: Yearly', from: 'somebody@us.test', to: 'ada@customer.test' }
    const dated = (date: string) => importOne(app, me, page, eml({ ...answer, date }))
    expect((await dated('Fri, 3 Mar 2023 10:00:00 +0000')).threadId).toBe(threadId)
    expect((await dated('Fri, 2 Mar 2018 10:00:00 +0000')).threadId).not.toBe(threadId)
    expect((await dated('Thu, 2 Mar 2023 09:59:59 +0000')).threadId).not.toBe(threadId)
    expect((await dated('Sun, 1 Oct 2023 10:00:00 +0000')).threadId).not.toBe(threadId)
  })

  it.each([
    ['everyone', 'participants', false],
    ['everyone', 'team', false],
    ['team', 'participants', false],
    ['team', 'team', true],
    ['participants', 'team', true],
    ['participants', 'everyone', true],
  ])('without ids, joins a thread for %s when it is for %s: %s', async (ofThread, own, joins) => {
    const subject = `Privacy of ${ofThread} and ${own}`
    const begun = eml({ id: `<${ofThread}-${own}@x.test>`, subject })
    const { threadId } = await importOne(app, me, `${page}&privacy=${ofThread}`, begun)
    const answer = eml({ subject: `Re: ${subject}`, from: 'somebody@us.test', to: 'ada@customer.test' })
    const found = await importOne(app, me, `${page}&privacy=${own}`, answer)
    expect(found.threadId === threadId).toBe(joins)
  })

  it('brings its contact where there is room for one more record', async () => {
    const stranger = { from: 'eve@x.test', subject: 'Full' }
    const { threadId } = await importOne(app, me, page, eml({ ...stranger, id: '<full@x.test>' }))
    const others: number[] = []
    for (let nth = 1; nth <= 48; nth += 1) others.push(await create(me, 'accounts', { name: `Other ${nth}` }))
    good(await me.patch(`email-v3/threads/${threadId}/linking`, { link: { accounts: others } }))
    await importOne(app, me, page, eml({ id: '<fuller@x.test>', inReplyTo: '<full@x.test>' }))
    const { linking } = good(await me.get(`email-v3/threads/${threadId}`)).data
    expect(linking.accounts).toHaveLength(49)
    expect(linking.contacts).toMatchObject([{ name: 'Ada Byron' }])
  })

  it('joins by its ids whatever privacy was asked for', async () => {
    const { threadId } = await importOne(app, me, page, eml({ id: '<open@x.test>', subject: 'Open' }))
    const answer = eml({ id: '<shut@x.test>', inReplyTo: '<open@x.test>', subject: 'Re: Open' })
    expect((await importOne(app, me, `${page}&privacy=participants`, answer)).threadId).toBe(threadId)
  })
})
