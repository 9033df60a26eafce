import { once, type Call } from '../load.ts'
import { measurePair, type Row } from '../measure.ts'
import type { Stage } from '../stage.ts'

const works = {
  answer: 'survey: one answer by an open link',
  page: 'survey: the first 100 responses',
  statBar: 'survey: the stat bar',
  audience: 'survey: who would be asked, by the rule that keeps others out',
} as const

const days = 730

interface MadeSurvey {
  data: { surveyId: number; openLink: string }
}

async function makeSurvey({ steward }: Stage): Promise<{ surveyId: number; token: string }> {
  const channels = { openLink: true, mail: true }
  const form = { name: 'Relationship survey', type: 'nps', channels, audience }
  const made = (await once(steward, {
    method: 'POST',
    path: '/api/survey-management/surveys',
    body: form,
  })) as MadeSurvey
  const { surveyId } = made.data
  const path = `/api/survey-management/surveys/${surveyId}/publish`
  const published = (await once(steward, { method: 'POST', path })) as MadeSurvey
  return { surveyId, token: new URL(published.data.openLink).pathname.split('/').at(-1) ?? '' }
}

/** Responses of contacts, over two years, with their counts as answers write them; and the same in one typed table. */
async function fillResponses({ client, setup }: Stage, surveyId: number, count: number): Promise<void> {
  const values = [setup.tenantId, surveyId, count]
  await client.query(
    `with contacts as (select array_agg(record_id) as ids from (
       select record_id from record where tenant_id = $1 and level = 3 limit 100000) c),
     put as (
       insert into survey_response (tenant_id, survey_id, version, channel, visitor, record_id, score, is_complete, language,
         answers, comment, answered_at, counted)
       select $1, $2, 1, 3, 'bench-' || i, c.ids[1 + i % array_length(c.ids, 1)], i % 11, true, 'en',
         jsonb_build_object('score', i % 11, 'comment', 'Comment ' || i), 'Comment ' || i,
         now() - (i::bigint * 7919 % (${days} * 86400)) * interval '1 second', i % 11
       from contacts c, generate_series(1, $3::int) i
       returning survey_id, (answered_at at time zone 'UTC')::date as day, counted)
     insert into survey_count (tenant_id, survey_id, day, score, responses)
     select $1, survey_id, day, counted, count(*) from put group by survey_id, day, counted`,
    values,
  )
  await client.query(`
    create table ideal.survey_response (tenant_id int, survey_id int, response_id bigint generated always as identity,
      visitor text, score smallint, comment text, answers jsonb, contact_id bigint, answered_at timestamptz,
      primary key (tenant_id, response_id));
    insert into ideal.survey_response (tenant_id, survey_id, visitor, score, comment, answers, contact_id, answered_at)
      select tenant_id, survey_id, visitor, score, comment, answers, record_id, answered_at from survey_response;
    create index on ideal.survey_response (tenant_id, survey_id, answered_at desc, response_id desc);
    create unique index on ideal.survey_response (tenant_id, survey_id, visitor);
    create table ideal.survey_count (tenant_id int, survey_id int, day date, score smallint, responses int,
      primary key (tenant_id, survey_id, day, score));
    insert into ideal.survey_count select tenant_id, survey_id, day, score, responses from survey_count`)
  for (const table of ['survey_response', 'survey_count', 'ideal.survey_response', 'ideal.survey_count'])
    await client.query(`vacuum (analyze) ${table}`)
}

const audience = { rule: { field: 'name', operator: 'contains', value: 'a' }, percent: 50, repeatDays: 90 }

/** People who were asked before or want no surveys, some of both; and what decides about them in typed tables. */
async function fillAudience({ client, setup }: Stage, surveyId: number): Promise<void> {
  const values = [setup.tenantId, surveyId]
  await client.query(
    `insert into survey_ask (tenant_id, survey_id, version, channel, record_id, offered_at, asked_at)
     select $1, $2, 1, 2, record_id, x.at, x.at from record, lateral (
       select now() - (record_id % 200) * interval '1 day' as at) x
     where tenant_id = $1 and level = 3 and record_id % 5 = 0`,
    values,
  )
  await client.query(
    `insert into survey_opt_out (tenant_id, record_id, at)
     select $1, record_id, now() from record where tenant_id = $1 and level = 3 and record_id % 50 = 1`,
    [setup.tenantId],
  )
  await client.query(`
    create table ideal.survey_contact as select tenant_id, record_id as contact_id, name, email, archived
      from record where level = 3;
    create unique index on ideal.survey_contact (tenant_id, contact_id);
    create table ideal.survey_ask as select tenant_id, record_id as contact_id, survey_id, asked_at from survey_ask;
    create index on ideal.survey_ask (tenant_id, contact_id, asked_at);
    create table ideal.survey_opt_out as select tenant_id, record_id as contact_id from survey_opt_out;
    create unique index on ideal.survey_opt_out (tenant_id, contact_id)`)
  const tables = ['survey_ask', 'survey_opt_out']
  for (const table of ['ideal.survey_contact', ...tables, ...tables.map((name) => `ideal.${name}`)])
    await client.query(`vacuum (analyze) ${table}`)
}

/** The first gate that keeps a contact out, by the same order. */
const idealGate = `case when c.archived then 'archived'
  when exists (select from ideal.survey_opt_out o where o.tenant_id = c.tenant_id and o.contact_id = c.contact_id)
    then 'unsubscribed'
  when c.email is null then 'noAddress'
  when c.name not ilike '%a%' then 'audience'
  when ('x' || substr(md5($2::int || ':' || c.contact_id), 1, 8))::bit(32)::bigint >= 2147483648 then 'sample'
  when exists (select from ideal.survey_ask a where a.tenant_id = c.tenant_id and a.contact_id = c.contact_id
    and a.survey_id = $2::int and a.asked_at > now() - interval '90 days') then 'asked'
  when exists (select from ideal.survey_ask a where a.tenant_id = c.tenant_id and a.contact_id = c.contact_id
    and a.asked_at > now() - interval '30 days') then 'quietPeriod' end`

const floors = {
  answer: `insert into ideal.survey_response (tenant_id, survey_id, visitor, score, comment, answers, answered_at)
    values ($1, $2, $3, 9, 'Your team answers within the hour.',
      '{"score": 9, "comment": "Your team answers within the hour."}', now()) returning response_id`,
  page: `select r.response_id, r.score, r.comment, r.answers, r.contact_id, c.name as contact, c.account_id,
      a.name as account, r.answered_at
    from (select * from ideal.survey_response where tenant_id = $1 and survey_id = $2
      order by answered_at desc, response_id desc limit 100) r
    left join ideal.contact c on c.tenant_id = $1 and c.contact_id = r.contact_id
    left join ideal.account a on a.tenant_id = $1 and a.account_id = c.account_id
    order by r.answered_at desc, r.response_id desc`,
  statBar: `select score, sum(responses)::int as responses from ideal.survey_count
    where tenant_id = $1 and survey_id = $2 group by score order by score`,
  audience: `select ${idealGate} as gate, count(*)::int as contacts from ideal.survey_contact c
    where c.tenant_id = $1 group by 1`,
} as const

const get = (path: string): Call => ({ method: 'GET', path })

const visitor = (n: number): string => `a-browser-of-the-bench-${n}`

/** People answer from addresses of their own. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

/** A survey with a million responses, at full scale: answering it, and looking at it. */
export async function benchSurveys(
  stage: Stage,
  factor: number,
  seconds: number,
  only: RegExp,
): Promise<Row[]> {
  if (!Object.values(works).some((work) => only.test(work))) return []
  const { surveyId, token } = await makeSurvey(stage)
  await fillResponses(stage, surveyId, Math.round(1_000_000 * factor))
  await fillAudience(stage, surveyId)
  const floor = await stage.startFloor([
    { name: 'answer', parameters: ['tenant', 'survey', 'visitor'], text: floors.answer },
    { name: 'page', parameters: ['tenant', 'survey'], text: floors.page },
    { name: 'bar', parameters: ['tenant', 'survey'], text: floors.statBar },
    { name: 'audience', parameters: ['tenant', 'survey'], text: floors.audience },
  ])
  const of = `tenant=${stage.setup.tenantId}&survey=${surveyId}`
  const url = `/api/survey-management/surveys/${surveyId}`
  const answers = { score: 9, comment: 'Your team answers within the hour.' }
  const pairs = [
    { work: works.page, bound: 2, floor: () => get(`/page?${of}`), steward: () => get(`${url}/responses`) },
    { work: works.statBar, bound: 2, floor: () => get(`/bar?${of}`), steward: () => get(`${url}/stat-bar`) },
    {
      work: works.audience,
      bound: 2,
      floor: () => get(`/audience?${of}`),
      steward: () => get(`${url}/audience?channel=mail`),
    },
    {
      work: works.answer,
      bound: 4,
      floor: (n: number) => get(`/answer?${of}&visitor=${visitor(n)}`),
      steward: (n: number): Call => ({
        method: 'POST',
        path: `/api/survey-ask/${token}/answer`,
        headers: { 'x-forwarded-for': addressOf(n) },
        body: { answers, visitor: visitor(n) },
      }),
    },
  ]
  const rows: Row[] = []
  for (const pair of pairs) {
    if (only.test(pair.work)) rows.push(await measurePair(stage, floor, pair, seconds))
  }
  return rows
}
