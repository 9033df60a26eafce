import { expect } from 'vitest'
import { upload } from '../../src/modules/sheet/sheet.fixture.ts'
import type { Client, TestApp } from '../harness.ts'
import type { Make } from './own-logged.ts'

/**
 * A survey that is live, with a wave that was stopped and a response. More of them come up to the number of a contact,
 * which a call with two ids is given for both.
 */
export async function makeSurveys(app: TestApp, client: Client, made: Make, contact: string) {
  const url = 'survey-management/surveys'
  const form = {
    name: 'How are we doing?',
    type: 'nps',
    channels: { mail: true, openLink: true, inProduct: true },
  }
  const survey = await made(url, form, ({ data }) => data.surveyId)
  const { body } = await client.post(`${url}/${survey}/publish`)
  const token = new URL(body.data.openLink).pathname.split('/').at(-1)
  const answer = { answers: { score: 9 }, visitor: 'a-browser-of-the-test' }
  const sent = await app.anonymous.post(`survey-ask/${token}/answer`, answer)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const surveyWave = await made(`${url}/${survey}/waves`, {}, ({ data }) => data[0].waveId)
  await client.post(`${url}/${survey}/waves/${surveyWave}/stop`)
  const responses = await client.get(`${url}/${survey}/responses`)
  const uploadId = await upload(app, client, 'past.csv', 'Points\n9\n')
  const file = { uploadId, columns: [{ column: 0, target: 'score' }] }
  const surveyImport = await made(`${url}/${survey}/imports`, file, ({ data }) => data[0].importId)
  let latest = survey
  while (Number(latest) < Number(contact) && Number(contact) - Number(latest) < 10) {
    latest = await made(url, form, ({ data }) => data.surveyId)
  }
  return { survey, surveyWave, surveyImport, surveyResponse: String(responses.body.data[0].responseId) }
}
