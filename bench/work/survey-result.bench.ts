import { once, type Call } from '../load.ts'
import { measurePair, type Row } from '../measure.ts'
import type { Stage } from '../stage.ts'

const work = 'survey: the answers to each of ten questions'

const en = (text: string) => ({ en: text })
const options = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `${prefix}${at}`, text: en(`Option ${at}`) }))

const questions = [
  {
    key: 'rating',
    type: 'rating',
    branches: [{ operator: 'atMost', value: 2, goTo: 'long' }],
  },
  { key: 'ease', type: 'rating', max: 10 },
  { key: 'seats', type: 'number' },
  { key: 'spend', type: 'number' },
  { key: 'role', type: 'singleChoice', options: options('o', 6) },
  { key: 'parts', type: 'multipleChoice', options: options('p', 8) },
  { key: 'plan', type: 'singleChoice', options: options('x', 4) },
  { key: 'short', type: 'shortText' },
  { key: 'long', type: 'longText' },
  { key: 'quote', type: 'consent' },
].map((question) => ({ ...question, text: en('A question of the bench') }))

async function makeSurvey({ steward }: Stage): Promise<number> {
  const url = '/api/survey-management/surveys'
  const form = { name: 'Product survey', type: 'custom', questions, channels: { openLink: true } }
  const { data } = (await once(steward, { method: 'POST', path: url, body: form })) as {
    data: { surveyId: number }
  }
  await once(steward, { method: 'POST', path: `${url}/${data.surveyId}/publish` })
  return data.surveyId
}

/** Responses, of which most answer most questions; and their answers in one typed table. */
async function fill({ client, setup }: Stage, surveyId: number, count: number): Promise<void> {
  const values = [setup.tenantId, surveyId, count]
  await client.query(
    `insert into survey_response (tenant_id, survey_id, version, channel, visitor, is_complete, answers, comment, answered_at,
       counted)
     select $1, $2, 1, 4, 'bench-result-' || i, true, jsonb_strip_nulls(jsonb_build_object('rating', 1 + i % 5,
       'ease', 1 + (i * 7) % 10, 'seats', case when i % 3 > 0 then i::bigint * 7919 % 997 end,
       'spend', (i::bigint * 104729 % 9973) / 100.0, 'role', 'o' || i % 6,
       'parts', (select jsonb_agg('p' || k) from generate_series(0, 7) k where i::bigint * 31 / (k + 1) % 3 = 0),
       'plan', case when i % 2 = 0 then 'x' || i % 4 end, 'short', 'Answer ' || i,
       'long', 'A comment about the product, number ' || i || repeat(' and more', i % 7), 'quote', i % 4 > 0)),
       'Answer ' || i, now() - i * interval '1 minute', -1
     from generate_series(1, $3::int) i`,
    values,
  )
  await client.query(`create table ideal.survey_answer as
    select tenant_id, survey_id, response_id, answers from survey_response where survey_id = ${surveyId}`)
  for (const table of ['survey_response', 'ideal.survey_answer'])
    await client.query(`vacuum (analyze) ${table}`)
}

/** Reads each answer once. */
const floorSql = `select count(*)::int as responses, count(a.value)::int as answers
  from ideal.survey_answer r, jsonb_each(r.answers) a where r.tenant_id = $1 and r.survey_id = $2`

const get = (path: string): Call => ({ method: 'GET', path })

/** A survey with 100,000 responses to ten questions, at full scale: its answers counted by question. */
export async function benchSurveyResults(
  stage: Stage,
  factor: number,
  seconds: number,
  only: RegExp,
): Promise<Row[]> {
  if (!only.test(work)) return []
  const surveyId = await makeSurvey(stage)
  await fill(stage, surveyId, Math.round(100_000 * factor))
  const floor = await stage.startFloor([
    { name: 'answers', parameters: ['tenant', 'survey'], text: floorSql },
  ])
  const pair = {
    work,
    bound: 2,
    floor: () => get(`/answers?tenant=${stage.setup.tenantId}&survey=${surveyId}`),
    steward: () => get(`/api/survey-management/surveys/${surveyId}/results`),
  }
  return [await measurePair(stage, floor, pair, seconds)]
}
