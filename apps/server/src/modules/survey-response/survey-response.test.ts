import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl, tokenOf } from '../survey-management/survey.fixture.ts'
import { createAnswering, visitor } from './response.fixture.ts'

let app: TestApp
let manager: Client
let accountId: number
let answering: ReturnType<typeof createAnswering>

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  accountId = await create(manager, 'accounts', { name: 'Northwind', owners: [manager.actor.userId] })
  answering = createAnswering(app, manager)
})
afterAll(() => app.stop())

describe('a personal link', () => {
  it('shows the survey without a sign-in, stores one answer, and lets it be changed', async () => {
    const { surveyId } = await liveSurvey(manager)
    const contactId = await answering.newContact(accountId)
    const token = await answering.linkOf(surveyId, contactId)
    expect(await answering.linkOf(surveyId, contactId)).toBe(token)
    const shown = good(await app.anonymous.get(`survey-ask/${token}`)).data
    expect(shown).toMatchObject({
      company: 'Test company',
      type: 'nps',
      version: 1,
      answers: null,
      isOpenLink: false,
    })
    expect((await answering.responses(surveyId)).data).toEqual([])

    expect(good(await answering.send(token, { score: 9, comment: 'Good' })).data.thanks.title).toEqual({
      en: 'Thank you',
    })
    good(await answering.send(token, { score: 3, comment: 'Too slow' }))
    const { data } = await answering.responses(surveyId)
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
    expect(data[0]?.changedAt).not.toBeNull()
    expect(good(await app.anonymous.get(`survey-ask/${token}`)).data.answers).toEqual({
      score: 3,
      comment: 'Too slow',
    })
    expect(await answering.statBar(surveyId)).toMatchObject({
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
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    good(await answering.send(token, { score: 7 }, { isComplete: false }))
    expect(await answering.statBar(surveyId)).toMatchObject({
      complete: 0,
      partial: 1,
      score: null,
      responses: 0,
    })
    good(await answering.send(token, { score: 8 }))
    good(await answering.send(token, { score: 1 }, { isComplete: false }))
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 1, partial: 0, score: 0 })
    expect((await answering.responses(surveyId)).data[0]?.score).toBe(8)
  })

  it('stores one answer of many that come at the same time', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, score) => answering.send(token, { score })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 1, answered: 1 })
    expect((await answering.statBar(surveyId)).distribution).toHaveLength(1)
  })
})

describe('an open link', () => {
  it('takes an answer of each browser, which may change its own', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    const token = tokenOf(openLink)
    expect(good(await app.anonymous.get(`survey-ask/${token}`)).data.isOpenLink).toBe(true)
    expect((await answering.send(token, { score: 9 })).body.fields).toHaveProperty('visitor')
    good(await answering.send(token, { score: 9 }, { visitor: visitor(1) }))
    good(await answering.send(token, { score: 10 }, { visitor: visitor(2) }))
    good(await answering.send(token, { score: 2 }, { visitor: visitor(1) }))
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 2, score: 0 })
    expect((await answering.responses(surveyId)).data.map(({ contact }) => contact)).toEqual([null, null])
  })

  it('takes a changed answer with the version that it answers', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    const token = tokenOf(openLink)
    good(await answering.send(token, { score: 9, comment: 'Good' }, { visitor: visitor(1), version: 1 }))
    const { draft } = good(await manager.get(`${surveysUrl}/${surveyId}`)).data
    const [score] = draft.questions
    const reason = { key: 'reason', type: 'shortText', text: { en: 'Why?' } }
    good(await manager.put(`${surveysUrl}/${surveyId}`, { questions: [score, reason] }))
    good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    good(await answering.send(token, { score: 8, reason: 'Slow' }, { visitor: visitor(1), version: 2 }))
    const { data } = await answering.responses(surveyId)
    expect(data).toMatchObject([{ version: 2, answers: { score: 8, reason: 'Slow' }, comment: 'Slow' }])
    const csv = await manager.get(`${surveysUrl}/${surveyId}/responses/export`)
    expect(csv.body).toContain('Slow')
  })

  it('closes no version that someone asks for before it is there', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    const early = await answering.send(tokenOf(openLink), { score: 1 }, { visitor: visitor(1), version: 2 })
    expect(early.status).toBe(404)
    const publish = async (color: string) => {
      good(await manager.put(`${surveysUrl}/${surveyId}`, { look: { color } }))
      good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    }
    await publish('#0b6e4f')
    const contact = await answering.newContact(await create(manager, 'accounts', { name: 'Patient' }))
    const personal = await answering.linkOf(surveyId, contact)
    await publish('#111111')
    good(await answering.send(personal, { score: 9 }))
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
      statuses.push(
        (await answering.send(tokenOf(openLink), { score: 5 }, { visitor: visitor(100 + at) })).status,
      )
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a stranger', () => {
  it('gets nothing with a token that was changed, or made up', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    const [kind, tenant, id, signature] = token.split('.') as [string, string, string, string]
    for (const other of [
      `o.${tenant}.${surveyId}.${signature}`,
      `${kind}.${Number(tenant) + 1}.${id}.${signature}`,
      `${kind}.${tenant}.${Number(id) + 1}.${signature}`,
      'a.1.1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      '%00',
    ]) {
      expect((await app.anonymous.get(`survey-ask/${other}`)).status, other).toBe(404)
      expect((await answering.send(other, { score: 1 })).status, other).toBe(404)
    }
    expect((await answering.responses(surveyId)).data).toEqual([])
  })

  it('cannot answer a survey that was paused, has ended, or was deleted', async () => {
    const endsOn = app.clock.now().toISOString().slice(0, 10)
    const { surveyId } = await liveSurvey(manager, { timing: { endsOn } })
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: true }))
    expect(await answering.send(token, { score: 1 })).toMatchObject({
      status: 409,
      body: { reason: 'survey.paused' },
    })
    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: false }))
    good(await answering.send(token, { score: 1 }))
    app.clock.advance(2 * 24 * 3600_000)
    expect(await answering.send(token, { score: 9 })).toMatchObject({
      status: 409,
      body: { reason: 'survey.closed' },
    })
    expect((await answering.responses(surveyId)).data[0]?.score).toBe(1)
    good(await manager.delete(`${surveysUrl}/${surveyId}`))
    expect((await answering.send(token, { score: 9 })).status).toBe(404)
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
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    expect((await answering.send(token, { score: 1, comment: 'x'.repeat(1_000_000) })).status).toBe(413)
    expect((await answering.send(token, { score: 1, comment: 'x'.repeat(5001) })).status).toBe(400)
    expect((await answering.send(token, { score: 11 })).body.fields).toEqual({
      'answers.score': 'Send a number from 0 to 10.',
    })
    expect((await answering.send(token, { comment: 'No score' })).body.fields).toEqual({
      'answers.score': 'Answer this question.',
    })
    expect((await answering.send(token, [1, 2])).status).toBe(400)
    expect((await answering.responses(surveyId)).data).toEqual([])
  })

  it('can write markup, which stays text', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    const comment = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    good(await answering.send(token, { score: 1, comment }))
    expect((await answering.responses(surveyId)).data[0]?.comment).toBe(comment)
  })

  it('can send JSON as text from a page of another origin', async () => {
    const { surveyId } = await liveSurvey(manager)
    const token = await answering.linkOf(surveyId, await answering.newContact(accountId))
    const answer = await app.application.app.inject({
      method: 'POST',
      url: `/api/survey-ask/${token}/answer`,
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example.com' },
      payload: JSON.stringify({ answers: { score: 6 } }),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect((await answering.responses(surveyId)).data).toHaveLength(1)
  })
})

describe('a survey that is edited while people answer', () => {
  it('asks each the version that they were asked, and stores it with the answer', async () => {
    const { surveyId } = await liveSurvey(manager)
    const early = await answering.linkOf(surveyId, await answering.newContact(accountId))
    const { draft } = good(await manager.get(`${surveysUrl}/${surveyId}`)).data
    const seats = { key: 'seats', type: 'number', text: { en: 'How many seats?' }, isRequired: true }
    good(await manager.put(`${surveysUrl}/${surveyId}`, { questions: [...draft.questions, seats] }))
    good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    const late = await answering.linkOf(surveyId, await answering.newContact(accountId))
    good(await answering.send(early, { score: 9 }))
    expect((await answering.send(late, { score: 9 })).body.fields).toEqual({
      'answers.seats': 'Answer this question.',
    })
    good(await answering.send(late, { score: 8, seats: 4 }))
    const versions = (await answering.responses(surveyId)).data.map(({ version }) => version)
    expect(versions).toEqual([2, 1])
  })
})
