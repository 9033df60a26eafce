import { planLimits } from '@steward/contracts/plain/success-plan'
import type { PlanComment } from '@steward/contracts/success-plan/share'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let accountId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  accountId = await create(admin, 'accounts', { name: 'Acme' })
})
// Comments of a minute are limited by address, so each test has one of its own.
let host = 1
afterEach(() => {
  host += 1
})
afterAll(() => app.stop())

const root = 'success-plan/success-plan'

interface Shared {
  at: string
  shareId: number
  /** The path of the page. */
  path: string
}

async function sharedPlan(owner: Client | null, name = 'Roll out'): Promise<Shared> {
  const ownerId = owner?.actor.userId ?? null
  const plan = { level: 'account', entityId: accountId, name, ownerId }
  const { successPlanId } = good(await admin.post(root, plan)).data
  const at = `${root}/${successPlanId}`
  const link = { label: 'For Ada', expiresOn: '2099-12-31', mayComment: true, shown: {} }
  const { shareId, address } = good(await admin.post(`${at}/share`, link)).data
  return { at, shareId, path: new URL(address).pathname.replace('/api/', '') }
}

const post = (path: string, type: string, payload: string) =>
  app.application.app.inject({
    method: 'POST',
    url: `/api/${path}/comment`,
    remoteAddress: `10.0.0.${host}`,
    headers: { accept: 'text/html', 'content-type': type },
    payload,
  })

/** What a browser sends from the form of the page. */
const send = (path: string, fields: Record<string, string>) =>
  post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString())

const pageOf = async (path: string): Promise<string> => (await app.anonymous.get(path)).body
const commentsOf = async (at: string): Promise<PlanComment[]> => good(await admin.get(`${at}/comment`)).data

/** What a user is notified of, latest first. */
const textsOf = async (client: Client): Promise<string[]> =>
  good(await client.get('notification/notification?mode=1&size=5')).data.notifications.map(
    ({ text }: { text: string }) => text,
  )

describe('a comment of a customer', () => {
  it('is on the page and in the plan, as the plain text that it is', async () => {
    const { at, path, shareId } = await sharedPlan(null)
    const sent = await send(path, { author: ' Ada  Okafor ', text: 'Line one\r\n<b>two</b> & {{x}}\u0000' })
    expect(sent.statusCode).toBe(303)
    expect(sent.headers.location).toBe(`/api/${path}#comments`)
    expect(await commentsOf(at)).toMatchObject([
      { author: 'Ada Okafor', text: 'Line one\n<b>two</b> & {{x}}', label: 'For Ada', shareId },
    ])
    expect(await pageOf(path)).toContain('Line one\n&lt;b&gt;two&lt;/b&gt; &amp; {{x}}')
  })

  it('is only on the page of its own link, and only while the link allows comments', async () => {
    const { at, path, shareId } = await sharedPlan(null)
    const other = good(
      await admin.post(`${at}/share`, {
        label: 'For Bo',
        expiresOn: '2099-12-31',
        mayComment: true,
        shown: {},
      }),
    ).data
    await send(path, { author: 'Ada', text: 'For our eyes only' })
    expect(await pageOf(path)).toContain('For our eyes only')
    expect(await pageOf(new URL(other.address).pathname.replace('/api/', ''))).not.toContain(
      'For our eyes only',
    )
    good(await admin.patch(`${at}/share/${shareId}`, { mayComment: false }))
    const page = await pageOf(path)
    expect(page).not.toContain('For our eyes only')
    expect(page).not.toContain('<textarea')
    expect((await send(path, { author: 'Ada', text: 'Again' })).statusCode).toBe(404)
    expect(await commentsOf(at)).toHaveLength(1)
  })

  it('notifies the owner of the plan, or who made the link', async () => {
    const owner = await app.newUser('manager')
    const { path, at } = await sharedPlan(owner, 'Go live')
    await send(path, { author: 'Ada', text: 'Hello' })
    expect(await textsOf(owner)).toEqual(['Ada commented on Go live'])
    await send(path, { author: 'Bo', text: 'Hello' })
    expect(await textsOf(owner)).toEqual(['2 comments by customers on Go live'])
    expect((await textsOf(admin)).filter((text) => text.includes('Go live'))).toEqual([])
    good(await admin.put(at, { ownerId: null }))
    await send(path, { author: 'Ada', text: 'Anyone?' })
    expect((await textsOf(admin))[0]).toBe('Ada commented on Go live')
  })

  it('is deleted by those who may edit the plan, with an entry in the audit log', async () => {
    const { at, path } = await sharedPlan(null)
    await send(path, { author: 'Ada', text: 'Buy now!' })
    const [comment] = await commentsOf(at)
    const [viewer, normal] = [await app.as('viewer'), await app.as('normalUser')]
    expect((await viewer.delete(`success-plan/comment/${comment?.commentId}`)).status).toBe(403)
    expect((await normal.delete(`success-plan/comment/${comment?.commentId}`)).status).toBe(404)
    expect((await normal.get(`${at}/comment`)).status).toBe(404)
    expect((await (await app.foreigner()).delete(`success-plan/comment/${comment?.commentId}`)).status).toBe(
      404,
    )
    good(await admin.delete(`success-plan/comment/${comment?.commentId}`))
    expect(await commentsOf(at)).toEqual([])
    expect(await pageOf(path)).not.toContain('Buy now!')
    const { data } = good(await admin.get('audit?action=success-plan.comment_deleted'))
    expect(data[0].summary).toContain('A comment by Ada was deleted')
  })
})

describe('a hostile stranger', () => {
  it.each([
    [{ author: '', text: 'Hello' }, 'Enter your name.'],
    [{ author: 'Ada', text: ' \r\n ' }, 'Enter a comment.'],
    [{ author: 'A'.repeat(101), text: 'Hello' }, 'at most 100 characters'],
    [{ author: 'Ada', text: 'x'.repeat(2001) }, 'at most 2,000 characters'],
    [{}, 'Enter a comment.'],
  ])('sees what is wrong with %j, and what was typed stays', async (fields, fault) => {
    const { at, path } = await sharedPlan(null)
    const answer = await send(path, fields as Record<string, string>)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain(fault)
    expect(answer.body).toContain('aria-invalid="true"')
    for (const typed of Object.values(fields)) expect(answer.body).toContain(typed.trim())
    expect(await commentsOf(at)).toEqual([])
  })

  it('puts no markup into the page, by names and texts that were refused or taken', async () => {
    const { path } = await sharedPlan(null)
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'</textarea>`
    const refused = await send(path, { author: `${evil}${'x'.repeat(100)}`, text: evil })
    await send(path, { author: evil, text: evil })
    for (const html of [refused.body, await pageOf(path)]) {
      expect(html).not.toContain('<script')
      expect(html).not.toContain('<img src=x')
      expect(html.match(/<\/textarea>/g)).toHaveLength(1)
    }
  })

  it('is refused what is too long, of another kind, or has a link that is not valid', async () => {
    const { at, path } = await sharedPlan(null)
    expect((await send(path, { author: 'Ada', text: 'x'.repeat(1_000_000) })).statusCode).toBe(413)
    const odd = await post(path, 'application/json', JSON.stringify({ author: ['Ada'], text: {} }))
    expect(odd.statusCode).toBe(400)
    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const address of [forged, 'shared-plan/1.1.x']) {
      const answer = await send(address, { author: 'Ada', text: 'Hello' })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This link is no longer valid')
    }
    expect(await commentsOf(at)).toEqual([])
  })

  it('writes ten comments a minute', async () => {
    const { path, at } = await sharedPlan(null)
    const statuses: number[] = []
    for (let nth = 0; nth < 12; nth += 1) {
      statuses.push((await send(path, { author: 'Ada', text: `${nth}` })).statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([303, 429]))
    expect((await commentsOf(at)).length).toBeLessThanOrEqual(10)
  })

  it('fills a link with no more comments than it has room for', async () => {
    const { path, at, shareId } = await sharedPlan(null)
    await app.application.platform.database.owner.query(
      `insert into shared_plan_comment (tenant_id, share_id, author, body, created_at)
       select $1, $2, 'Ada', 'Filler', now() from generate_series(1, $3)`,
      [app.tenantId, shareId, planLimits.comments],
    )
    const answer = await send(path, { author: 'Ada', text: 'One more' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('There is no room for more comments')
    expect(await commentsOf(at)).toHaveLength(planLimits.comments)
  })
})

describe('an answer of the team', () => {
  it('is on the page of the link with the mark of the company, which customers cannot write', async () => {
    const { at, shareId, path } = await sharedPlan(null)
    const company = 'Test company'
    await send(path, { author: `Eve <span class="team">${company}</span>`, text: 'Is it on?' })
    const answers = good(
      await admin.post(`${at}/share/${shareId}/comment`, { text: 'It is.\r\nSee you <there>.' }),
    )
    expect(answers.data[0].author).not.toContain('@')
    expect(answers.data[0]).toMatchObject({
      text: 'It is.\nSee you <there>.',
      user: { id: admin.actor.userId },
      shareId,
    })
    expect((await commentsOf(at)).map(({ user }) => user === null)).toEqual([false, true])
    const page = await pageOf(path)
    expect(page).toContain('See you &lt;there&gt;.')
    expect(page.split('<span class="team">')).toHaveLength(2)
    expect(page.indexOf('<span class="team">')).toBeGreaterThan(page.indexOf('Is it on?'))
  })

  it('is refused where it is empty, the link takes no comments, or is not one of the plan', async () => {
    const { at, shareId } = await sharedPlan(null)
    const other = await sharedPlan(null)
    const url = `${at}/share/${shareId}`
    expect((await admin.post(`${url}/comment`, { text: ' ' })).body.fields).toHaveProperty('text')
    expect((await admin.post(`${at}/share/${other.shareId}/comment`, { text: 'Hi' })).status).toBe(404)
    const viewer = await app.foreigner()
    expect((await viewer.post(`${url}/comment`, { text: 'Hi' })).status).toBe(404)
    good(await admin.put(`${url}/revoke`))
    expect(await admin.post(`${url}/comment`, { text: 'Hi' })).toMatchObject({
      status: 409,
      body: { reason: 'shared_plan.no_comments' },
    })
    expect(await commentsOf(at)).toEqual([])
  })
})
