import type { RecordSurveys } from '@steward/contracts/survey/record'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'
import { createAnswering } from './response.fixture.ts'

let app: TestApp
let manager: Client
let answering: ReturnType<typeof createAnswering>

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  answering = createAnswering(app, manager)
})
afterAll(() => app.stop())

const url = 'survey-management/records'
const ofRecord = async (id: number, client = manager): Promise<RecordSurveys> =>
  good(await client.get(`${url}/${id}`)).data

const answer = async (surveyId: number, contactId: number, answers: object, isComplete = true) =>
  good(await answering.send(await answering.linkOf(surveyId, contactId), answers, { isComplete }))

it('shows the NPS of a record over time, each survey, and the latest responses with their comments', async () => {
  const organization = await create(manager, 'organizations', { name: 'Northwind group' })
  const accountId = await create(manager, 'accounts', { name: 'Northwind', organization })
  const other = await create(manager, 'accounts', { name: 'Contoso', organization })
  const [nps, second, csat] = [
    await liveSurvey(manager),
    await liveSurvey(manager),
    await liveSurvey(manager, { type: 'csat' }),
  ]
  const [ann, ben, cat] = [
    await answering.newContact(accountId),
    await answering.newContact(accountId),
    await answering.newContact(other),
  ]
  await answer(nps.surveyId, ann, { score: 10, comment: 'Great' })
  await answer(nps.surveyId, cat, { score: 2 })
  await answer(csat.surveyId, ann, { score: 4 })
  await answer(nps.surveyId, ben, { score: 3 }, false)
  app.clock.advance(100 * 86_400_000)
  await answer(second.surveyId, ben, { score: 0, comment: 'No <b>answer</b>' })

  const ofAccount = await ofRecord(accountId)
  expect(ofAccount.nps).toMatchObject({ score: 0, responses: 2, tooFew: true })
  expect(ofAccount.nps.trend.map(({ score, responses }) => [score, responses])).toEqual([
    [100, 1],
    [-100, 1],
  ])
  const figures = ofAccount.surveys.map(({ surveyId, score, complete }) => [surveyId, score, complete])
  expect(figures.toSorted()).toEqual(
    [
      [nps.surveyId, 100, 1],
      [csat.surveyId, 100, 1],
      [second.surveyId, -100, 1],
    ].toSorted(),
  )
  expect(ofAccount.responses.map(({ score }) => score)).toEqual([0, 4, 10])
  expect(ofAccount.responses[0]).toMatchObject({
    surveyName: second.name,
    type: 'nps',
    group: 'detractor',
    channel: 'link',
    contact: { level: 3, id: ben },
  })
  expect(ofAccount.responses[0]?.answers.at(-1)?.answer).toBe('No <b>answer</b>')

  expect((await ofRecord(organization)).nps).toMatchObject({ responses: 3, score: -33.33 })
  expect((await ofRecord(ann)).responses).toHaveLength(2)
  good(await manager.delete(`${surveysUrl}/${second.surveyId}`))
  expect((await ofRecord(accountId)).nps).toMatchObject({ score: 100, responses: 1 })
  expect((await ofRecord(accountId)).responses).toHaveLength(2)
})

it('is empty without responses, and 404 for a record that is not there, or out of sight', async () => {
  const accountId = await create(manager, 'accounts', { name: 'Fabrikam' })
  expect(await ofRecord(accountId)).toEqual({
    nps: { responses: 0, score: null, interval: null, tooFew: true, trend: [] },
    surveys: [],
    responses: [],
  })
  const foreigner = await app.foreigner()
  expect((await foreigner.get(`${url}/${accountId}`)).status).toBe(404)
  const normal = await app.as('normalUser')
  expect((await normal.get(`${url}/${accountId}`)).status).toBe(404)
  expect((await manager.get(`${url}/999999`)).status).toBe(404)
})
