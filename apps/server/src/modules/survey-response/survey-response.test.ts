import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SurveySplit } from '@steward/contracts/survey/response'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl, tokenOf } from '../survey-management/survey.fixture.ts'

let app: TestApp
let manager: Client
let accountId: number

const visitor = (n: number) => `visitor-of-the-test-${n}`

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
  accountId = await create(manager, 'accounts', { name: 'Northwind', owners: [manager.actor.userId] })
})
afterAll(() => app.stop())

let serial = 0
const newContact = () => {
  serial += 1
  return create(manager, 'contacts', { name: `Ann ${serial}`, email: `ann${serial}@example.com`, accountId })
}

const linkOf = async (surveyId: number, contactId: number): Promise<string> =>
  tokenOf(good(await manager.post(`${surveysUrl}/${surveyId}/link`, { contactId })).data.address)

const send = (token: string, answers: object, more: object = {}): Promise<Answer> =>
  app.anonymous.post(`survey-ask/${token}/answer`, { answers, ...more })

const responses = async (surveyId: number, query = '') =>
  good(await manager.get(`${surveysUrl}/${surveyId}/responses${query}`))

const statBar = async (surveyId: number, query = '') =>
  good(await manager.get(`${surveysUrl}/${surveyId}/stat-bar${query}`)).data

const openLinkOf = async (surveyId: number): Promise<string | null> =>
  good(await manager.get(`${surveysUrl}/${surveyId}`)).data.openLink

const filters = (value: object) => `?filters=${encodeURIComponent(JSON.stringify(value))}`

describe('a personal link', () => {
  it('shows the survey without a sign-in, stores one answer, and lets it be changed', async () => {
    const { surveyId } = await liveSurvey(manager)
    const contactId = await newContact()
    const token = await linkOf(surveyId, contactId)
    expect(await linkOf(surveyId, contactId)).toBe(token)
    const shown = good(await app.anonymous.get(`survey-ask/${token}`)).data
    expect(shown).toMatchObject({
      company: 'Test company',
      type: 'nps',
      version: 1,
      answers: null,
      isOpenLink: false,
    })
    expect((await responses(surveyId)).data).toEqual([])

    expect(good(await send(token, { score: 9, comment: 'Good' })).data.thanks.title).toEqual({
      en: 'Thank you',
    })
    good(await send(token, { score: 3, comment: 'Too slow' }))
    const { data } = await responses(surveyId)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      score: 3,
      group: 'detractor',
      comment: 'Too slow',
      channel: 'link',
      isComplete: true,
      contact: { id: contactId },
      account: { id: accountId, name: 'Northwind' },
    })
    expect(data[0].changedAt).not.toBeNull()
    expect(good(await app.anonymous.get(`survey-ask/${token}`)).data.answers).toEqual({
      score: 3,
      comment: 'Too slow',
    })
    expect(await statBar(surveyId)).toMatchObject({
      asked: 1,
      answered: 1,
      responseRate: 100,
      complete: 1,
      partial: 0,
      score: -100,
      distribution: [{ score: 3, responses: 1 }],
      groups: { promoters: 0, passives: 0, detractors: 1 },
      tooFew: true,
      interval: null,
    })
  })

  it('keeps an answer that is not complete apart, and a complete one from being replaced by it', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await linkOf(surveyId, await newContact())
    good(await send(token, { score: 7 }, { isComplete: false }))
    expect(await statBar(surveyId)).toMatchObject({ complete: 0, partial: 1, score: null, responses: 0 })
    good(await send(token, { score: 8 }))
    good(await send(token, { score: 1 }, { isComplete: false }))
    expect(await statBar(surveyId)).toMatchObject({ complete: 1, partial: 0, score: 0 })
    expect((await responses(surveyId)).data[0].score).toBe(8)
  })

  it('stores one answer of many that come at the same time', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await linkOf(surveyId, await newContact())
    const answers = await Promise.all(Array.from({ length: 10 }, (_, score) => send(token, { score })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await statBar(surveyId)).toMatchObject({ complete: 1, answered: 1 })
    expect((await statBar(surveyId)).distribution).toHaveLength(1)
  })
})

describe('an open link', () => {
  it('takes an answer of each browser, which may change its own', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    const token = tokenOf(openLink)
    expect(good(await app.anonymous.get(`survey-ask/${token}`)).data.isOpenLink).toBe(true)
    expect((await send(token, { score: 9 })).body.fields).toHaveProperty('visitor')
    good(await send(token, { score: 9 }, { visitor: visitor(1) }))
    good(await send(token, { score: 10 }, { visitor: visitor(2) }))
    good(await send(token, { score: 2 }, { visitor: visitor(1) }))
    expect(await statBar(surveyId)).toMatchObject({ complete: 2, score: 0 })
    expect((await responses(surveyId)).data.map(({ contact }: { contact: unknown }) => contact)).toEqual([
      null,
      null,
    ])
  })

  it('is closed where the survey has none', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    good(await manager.put(`${surveysUrl}/${surveyId}`, { channels: { mail: true } }))
    good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    expect((await app.anonymous.get(`survey-ask/${tokenOf(openLink)}`)).status).toBe(404)
  })

  it('takes at most 30 answers from an address within ten minutes', async () => {
    const { openLink } = await liveSurvey(manager)
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      statuses.push((await send(tokenOf(openLink), { score: 5 }, { visitor: visitor(100 + at) })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a stranger', () => {
  it('gets nothing with a token that was changed, or made up', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await linkOf(surveyId, await newContact())
    const [kind, tenant, id, signature] = token.split('.') as [string, string, string, string]
    for (const other of [
      `o.${tenant}.${surveyId}.${signature}`,
      `${kind}.${Number(tenant) + 1}.${id}.${signature}`,
      `${kind}.${tenant}.${Number(id) + 1}.${signature}`,
      'a.1.1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      '%00',
    ]) {
      expect((await app.anonymous.get(`survey-ask/${other}`)).status, other).toBe(404)
      expect((await send(other, { score: 1 })).status, other).toBe(404)
    }
    expect((await responses(surveyId)).data).toEqual([])
  })

  it('cannot answer a survey that was paused, has ended, or was deleted', async () => {
    const endsOn = app.clock.now().toISOString().slice(0, 10)
    const { surveyId } = await liveSurvey(manager, { timing: { endsOn } })
    const token = await linkOf(surveyId, await newContact())
    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: true }))
    expect(await send(token, { score: 1 })).toMatchObject({ status: 409, body: { reason: 'survey.paused' } })
    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: false }))
    good(await send(token, { score: 1 }))
    app.clock.advance(2 * 24 * 3600_000)
    expect(await send(token, { score: 9 })).toMatchObject({ status: 409, body: { reason: 'survey.closed' } })
    expect((await responses(surveyId)).data[0].score).toBe(1)
    good(await manager.delete(`${surveysUrl}/${surveyId}`))
    expect((await send(token, { score: 9 })).status).toBe(404)
    expect((await app.anonymous.get(`survey-ask/${token}`)).status).toBe(404)
  })

  it('cannot ask for a link to the contact of another company', async () => {
    const { surveyId } = await liveSurvey(manager)
    const foreigner = await app.foreigner()
    const foreign = await create(foreigner, 'contacts', { name: 'Bob', email: 'bob@example.com' })
    expect((await manager.post(`${surveysUrl}/${surveyId}/link`, { contactId: foreign })).status).toBe(404)
  })

  it('is refused what is too long, of a wrong shape, or out of range', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await linkOf(surveyId, await newContact())
    expect((await send(token, { score: 1, comment: 'x'.repeat(1_000_000) })).status).toBe(413)
    expect((await send(token, { score: 1, comment: 'x'.repeat(5001) })).status).toBe(400)
    expect((await send(token, { score: 11 })).body.fields).toEqual({
      'answers.score': 'Send a number from 0 to 10.',
    })
    expect((await send(token, { comment: 'No score' })).body.fields).toEqual({
      'answers.score': 'Answer this question.',
    })
    expect((await send(token, [1, 2])).status).toBe(400)
    expect((await responses(surveyId)).data).toEqual([])
  })

  it('can write markup, which stays text', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await linkOf(surveyId, await newContact())
    const comment = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    good(await send(token, { score: 1, comment }))
    expect((await responses(surveyId)).data[0].comment).toBe(comment)
  })

  it('can send JSON as text from a page of another origin', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await linkOf(surveyId, await newContact())
    const answer = await app.application.app.inject({
      method: 'POST',
      url: `/api/survey-ask/${token}/answer`,
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example.com' },
      payload: JSON.stringify({ answers: { score: 6 } }),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect((await responses(surveyId)).data).toHaveLength(1)
  })
})

describe('a survey that is edited while people answer', () => {
  it('asks each the version that they were asked, and stores it with the answer', async () => {
    const { surveyId } = await liveSurvey(manager)
    const early = await linkOf(surveyId, await newContact())
    const { draft } = good(await manager.get(`${surveysUrl}/${surveyId}`)).data
    const seats = { key: 'seats', type: 'number', text: { en: 'How many seats?' }, isRequired: true }
    good(await manager.put(`${surveysUrl}/${surveyId}`, { questions: [...draft.questions, seats] }))
    good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    const late = await linkOf(surveyId, await newContact())
    good(await send(early, { score: 9 }))
    expect((await send(late, { score: 9 })).body.fields).toEqual({ 'answers.seats': 'Answer this question.' })
    good(await send(late, { score: 8, seats: 4 }))
    const versions = (await responses(surveyId)).data.map(({ version }: { version: number }) => version)
    expect(versions).toEqual([2, 1])
  })
})

describe('responses', () => {
  it('come in pages by key, and as filters say', async () => {
    const { surveyId } = await liveSurvey(manager)
    const contactIds: number[] = []
    for (const score of [0, 6, 7, 9, 10]) {
      const contactId = await newContact()
      contactIds.push(contactId)
      good(await send(await linkOf(surveyId, contactId), { score, ...(score === 6 && { comment: 'Hm' }) }))
    }
    const scoresIn = ({ data }: { data: { score: number }[] }) => data.map(({ score }) => score)
    const first = await responses(surveyId, '?limit=2')
    expect(scoresIn(first)).toEqual([10, 9])
    const second = await responses(surveyId, `?limit=2&startAtKey=${first.lastFetchedKey}`)
    expect(scoresIn(second)).toEqual([7, 6])
    const third = await responses(surveyId, `?limit=2&startAtKey=${second.lastFetchedKey}`)
    expect(scoresIn(third)).toEqual([0])
    expect(third.lastFetchedKey).toBeNull()

    expect(scoresIn(await responses(surveyId, filters({ group: 'detractor' })))).toEqual([6, 0])
    expect(scoresIn(await responses(surveyId, filters({ hasComment: true })))).toEqual([6])
    expect(scoresIn(await responses(surveyId, filters({ scoreFrom: 7, scoreTo: 9 })))).toEqual([9, 7])
    expect(scoresIn(await responses(surveyId, filters({ recordId: contactIds[3] })))).toEqual([9])
    expect(scoresIn(await responses(surveyId, filters({ recordId: accountId, channel: 'mail' })))).toEqual([])
    expect(await statBar(surveyId, filters({ group: 'promoter' }))).toMatchObject({
      score: 100,
      complete: 2,
      asked: null,
    })
    expect(await statBar(surveyId)).toMatchObject({ score: 0, complete: 5 })
    const trend = good(await manager.get(`${surveysUrl}/${surveyId}/trend?period=month`)).data
    expect(trend.at(-1)).toMatchObject({ responses: 5, score: 0 })

    expect((await manager.get(`${surveysUrl}/${surveyId}/responses?startAtKey=nonsense`)).status).toBe(400)
    expect((await manager.get(`${surveysUrl}/${surveyId}/responses?filters=%7B`)).status).toBe(400)
    expect((await manager.get(`${surveysUrl}/${surveyId}/responses${filters({ other: 1 })}`)).status).toBe(
      400,
    )
  })

  it('are split by the value of a field, and the parts add up to the whole', async () => {
    const { surveyId } = await liveSurvey(manager)
    const stages = good(await manager.get('core/lifecycles?level=account')).data
    const [first, second] = stages as { lifecycleStageId: number; displayName: string }[]
    const inStage = (stage: typeof first, at: number) =>
      create(manager, 'accounts', { name: `In stage ${at}`, lifecycleStage: stage?.lifecycleStageId })
    const accounts = [await inStage(first, 1), await inStage(second, 2)]
    for (const [at, score] of [10, 9, 3, 0].entries()) {
      serial += 1
      const fields = { name: `S ${serial}`, email: `s${serial}@example.com`, accountId: accounts[at % 2] }
      good(await send(await linkOf(surveyId, await create(manager, 'contacts', fields)), { score }))
    }
    good(await send(tokenOf(await openLinkOf(surveyId)), { score: 7 }, { visitor: visitor(900) }))
    const split = async (field: string, level: string): Promise<SurveySplit[]> =>
      good(await manager.get(`${surveysUrl}/${surveyId}/split?field=${field}&level=${level}`)).data
    const byStage = (await split('lifecycleStage', 'account')).map((one) => [
      one.label,
      one.responses,
      one.score,
    ])
    expect(byStage).toHaveLength(3)
    expect(byStage).toEqual(
      expect.arrayContaining([
        [first?.displayName, 2, 0],
        [second?.displayName, 2, 0],
        ['No value', 1, 0],
      ]),
    )
    const byAccount = await split('account', 'contact')
    expect(byAccount.map(({ label }) => label)).toEqual(expect.arrayContaining(['In stage 1', 'In stage 2']))
    expect(byAccount.reduce((sum, one) => sum + one.responses, 0)).toBe(5)
    const refused = await manager.get(`${surveysUrl}/${surveyId}/split?field=nothing`)
    expect(refused.body.fields).toHaveProperty('field')
  })

  it('are exported with the answers in words', async () => {
    const { surveyId } = await liveSurvey(manager)
    good(await send(await linkOf(surveyId, await newContact()), { score: 9, comment: '=1+1, "quoted"' }))
    const exported = await manager.get(`${surveysUrl}/${surveyId}/responses/export`)
    expect(exported.status).toBe(200)
    const [header, line, ...rest] = String(exported.body).split('\r\n')
    expect(header).toMatch(/^Response,Answered at \(UTC\),Score,Group,Contact,Account,.*,How likely are you/)
    expect(line).toMatch(/,9,promoter,Ann \d+,Northwind,link,,1,Yes,9,"'=1\+1, ""quoted"""$/)
    expect(rest).toEqual([''])
  })

  it('of contacts that a Normal User does not see stay hidden from them', async () => {
    const { surveyId } = await liveSurvey(manager)
    good(await send(await linkOf(surveyId, await newContact()), { score: 4 }))
    const normal = await app.as('normalUser')
    expect(good(await normal.get(`${surveysUrl}/${surveyId}/responses`)).data).toEqual([])
    expect(good(await normal.get(`${surveysUrl}/${surveyId}/stat-bar`)).data).toMatchObject({
      complete: 0,
      asked: null,
    })
  })
})

describe('an answer of a contact', () => {
  const timelineOf = async (level: string, id: number) =>
    good(await manager.get(`core/timeline?level=${level}&parentIdentifier=${id}&kinds=survey`)).data
  const poll = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })

  it('is on the timelines of contact and account, notifies the owner, is on Today, and goes with the response', async () => {
    const owner = await app.newUser('manager')
    const account = await create(manager, 'accounts', { name: 'Contoso', owners: [owner.actor.userId] })
    const contactId = await create(manager, 'contacts', {
      name: 'Eve',
      email: 'eve@example.com',
      accountId: account,
    })
    const { surveyId, name } = await liveSurvey(manager)
    const token = await linkOf(surveyId, contactId)
    good(await send(token, { score: 2, comment: 'Nothing works' }))
    await poll(async () => (await timelineOf('account', account)).length).toBe(1)
    const [item] = await timelineOf('contact', contactId)
    expect(item).toMatchObject({
      kind: 'survey',
      title: `NPS 2: ${name}`,
      author: null,
      mayEdit: false,
      details: { surveyId, score: 2, type: 'nps' },
    })
    expect(item.details.answers.at(-1)).toMatchObject({ answer: 'Nothing works' })
    const { data } = good(await owner.get('notification/notification?mode=1&size=15'))
    expect(JSON.stringify(data)).toContain('Eve answered the survey')

    const today = good(await owner.get('today')).data
    const [card] = today.cards
    expect(card.record).toMatchObject({ id: account })
    expect(card.reasons[0]).toMatchObject({ source: 'survey', text: `Eve gave “${name}” a 2 today` })

    good(await send(token, { score: 9 }))
    await poll(async () => (await timelineOf('account', account))[0]?.details.score).toBe(9)
    expect(await timelineOf('account', account)).toHaveLength(1)

    const [{ responseId }] = (await responses(surveyId)).data
    good(await manager.delete(`${surveysUrl}/${surveyId}/responses/${responseId}`))
    expect(await timelineOf('account', account)).toEqual([])
    expect(await statBar(surveyId)).toMatchObject({ complete: 0 })
    expect((await manager.delete(`${surveysUrl}/${surveyId}/responses/${responseId}`)).status).toBe(404)
  })
})
