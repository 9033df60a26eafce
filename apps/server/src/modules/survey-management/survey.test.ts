import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { draftSurvey, good, liveSurvey, surveysUrl } from './survey.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const put = (id: number, form: object) => manager.put(`${surveysUrl}/${id}`, form)
const publish = (id: number) => manager.post(`${surveysUrl}/${id}/publish`)
const versions = async (id: number) => good(await manager.get(`${surveysUrl}/${id}/versions`)).data

describe('a new survey', () => {
  it('is a draft with the usual questions of its type', async () => {
    const { surveyId, ...survey } = await draftSurvey(manager)
    expect(survey).toMatchObject({
      state: 'draft',
      paused: false,
      publishedVersion: null,
      hasUnpublishedChanges: true,
      languages: ['en'],
      openLink: null,
      figures: { asked: 0, answered: 0, responses: 0, score: null },
    })
    expect(survey.draft.questions.map(({ key, type }) => [key, type])).toEqual([
      ['score', 'score'],
      ['comment', 'longText'],
    ])
    const { data } = good(await manager.get(surveysUrl))
    expect(data.find((one: { surveyId: number }) => one.surveyId === surveyId)).toMatchObject({ type: 'nps' })
  })

  it('of the type custom has no questions, and can be published only with one', async () => {
    const { surveyId } = await draftSurvey(manager, { type: 'custom' })
    const refused = await publish(surveyId)
    expect(refused).toMatchObject({ status: 400, body: { fields: { questions: 'Add a question.' } } })
    const rating = { key: 'stars', type: 'rating', text: { en: 'How was it?' } }
    good(await put(surveyId, { questions: [rating] }))
    expect(good(await publish(surveyId)).data).toMatchObject({ state: 'live', publishedVersion: 1 })
  })

  it('is not for Normal Users to create', async () => {
    const normal = await app.as('normalUser')
    expect((await normal.post(surveysUrl, { name: 'Mine', type: 'nps' })).status).toBe(403)
    expect((await normal.get(surveysUrl)).status).toBe(200)
  })
})

describe('an edit', () => {
  it('changes the draft, and leaves what is asked until it is published', async () => {
    const { surveyId } = await liveSurvey(manager)
    const edited = good(await put(surveyId, { defaultLanguage: 'en', thanks: [] })).data
    expect(edited).toMatchObject({ publishedVersion: 1, hasUnpublishedChanges: true, revision: 2 })
    expect((await versions(surveyId))[0].content.thanks).toHaveLength(1)
    expect(good(await publish(surveyId)).data).toMatchObject({
      publishedVersion: 2,
      hasUnpublishedChanges: false,
    })
    expect((await versions(surveyId)).map(({ version }: { version: number }) => version)).toEqual([2, 1])
  })

  it('is refused where someone else edited the survey in between', async () => {
    const { surveyId, revision } = await draftSurvey(manager)
    good(await put(surveyId, { name: 'Another name', revision }))
    expect(await put(surveyId, { name: 'Mine', revision })).toMatchObject({
      status: 409,
      body: { reason: 'survey.changed' },
    })
  })

  it('that changes nothing is no revision, and publishing it no version', async () => {
    const { surveyId, revision, draft } = await liveSurvey(manager)
    expect(good(await put(surveyId, draft)).data.revision).toBe(revision)
    expect(good(await publish(surveyId)).data.publishedVersion).toBe(1)
  })

  it('with a rule that can never have been meant is refused at the rule', async () => {
    const { surveyId } = await draftSurvey(manager)
    const audience = { rule: { field: 'name', operator: 'greater', value: 3 } }
    const refused = await put(surveyId, { audience })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields)[0]).toMatch(/^audience\.rule/)
  })
})

describe('a published survey', () => {
  it('is paused and resumed; a draft is not', async () => {
    const { surveyId } = await liveSurvey(manager)
    const status = (id: number, paused: boolean) => manager.post(`${surveysUrl}/${id}/status`, { paused })
    expect(good(await status(surveyId, true)).data).toMatchObject({ state: 'paused', paused: true })
    expect(good(await status(surveyId, false)).data).toMatchObject({ state: 'live', paused: false })
    const draft = await draftSurvey(manager)
    expect(await status(draft.surveyId, true)).toMatchObject({
      status: 409,
      body: { reason: 'survey.draft' },
    })
  })

  it('is closed after its last day', async () => {
    const endsOn = app.clock.now().toISOString().slice(0, 10)
    const { surveyId, state } = await liveSurvey(manager, { timing: { endsOn } })
    expect(state).toBe('live')
    app.clock.advance(2 * 24 * 3600_000)
    expect(good(await manager.get(`${surveysUrl}/${surveyId}`)).data.state).toBe('closed')
  })

  it('is gone once it is deleted, and is unknown to other companies', async () => {
    const { surveyId } = await liveSurvey(manager)
    const foreigner = await app.foreigner()
    expect((await foreigner.get(`${surveysUrl}/${surveyId}`)).status).toBe(404)
    expect((await foreigner.delete(`${surveysUrl}/${surveyId}`)).status).toBe(404)
    good(await manager.delete(`${surveysUrl}/${surveyId}`))
    expect((await manager.get(`${surveysUrl}/${surveyId}`)).status).toBe(404)
    expect((await publish(surveyId)).status).toBe(404)
  })
})
