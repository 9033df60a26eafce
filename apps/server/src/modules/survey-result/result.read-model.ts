import type { ResponseFilters } from '@steward/contracts/survey/response'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { responsesOf } from './result.policy.ts'
import type { AskedQuestion, Versions, WayCount } from './result.rules.ts'
import { answerSql, hasAnswerSql, isImportedSql, waySql } from './result.sql.ts'

/** Which responses, and what they were asked. */
export interface Asking {
  surveyId: number
  filters: ResponseFilters
  asked: readonly AskedQuestion[]
  versions: Versions
}

/** Belongs to the question at this index. */
interface Placed {
  at: number
}

export interface Counted {
  ways: WayCount[]
  answers: (Placed & { answered: number; imported: number })[]
  /** Of choices and scales: an option, or a step. */
  values: (Placed & { value: string; responses: number })[]
  numbers: (Placed & { average: number; median: number; isWhole: boolean })[]
  /** Of numbers, without a gap. */
  bars: (Placed & { from: number; to: number; responses: number })[]
}

const listSql = (columns: string, from: string): string =>
  `(select coalesce(json_agg(json_build_object(${columns})), '[]') from ${from})`

/**
 * Steps of 1, 2 or 5 times a power of ten that make about ten bars; whole numbers have no smaller step than 1, and numbers
 * that hardly differ are in one bar.
 */
const stepSql = `case when high - low < 0.000001 or (is_whole and high - low <= 10) then 1 else (
  select case when is_whole then greatest(1, nice) else nice end from (
    select power(10::numeric, floor(log((high - low) / 10))) as unit) u,
    lateral (select unit * case when (high - low) / 10 <= unit then 1 when (high - low) / 10 <= 2 * unit then 2
      when (high - low) / 10 <= 5 * unit then 5 else 10 end as nice) n) end`

/**
 * Counts ways and answers in one pass over the responses: a hash for each question. `offset 0` keeps PostgreSQL from
 * expecting as many groups as there are responses, for which it would sort them once for each question.
 */
export async function countAnswers(
  db: Db,
  actor: Actor,
  { surveyId, filters, asked, versions }: Asking,
): Promise<Counted> {
  const { values, param, where } = responsesOf(actor, surveyId, filters)
  const columns = asked.map((one, at) => `${answerSql(one, param)} as c${at}`)
  const names = asked.map((_, at) => `c${at}`)
  const at = `case ${names.map((name, place) => `when ${name} is not null then ${place}`).join(' ')} end`
  const placesOf = (kinds: readonly string[]): string =>
    `any(${param(asked.flatMap(({ kind }, place) => (kinds.includes(kind) ? [place] : [])))}::int[])`
  const text = `
    with counted as materialized (
      select ${at} as at, coalesce(${names.join(', ')}) as value, version, way, is_imported, count(*)::int as responses
      from (
        select r.version, ${waySql(versions, param)} as way, ${isImportedSql} as is_imported, ${columns.join(', ')}
        from survey_response r where ${where.join(' and ')} and r.is_complete offset 0) r
      group by grouping sets ((version, way, is_imported), ${names.map((name) => `(${name}, is_imported)`).join(', ')})),
    chosen as (
      select at, option, sum(responses)::int as responses
      from (select * from counted where at = ${placesOf(['choices'])} offset 0) c,
        jsonb_array_elements_text(c.value::jsonb) o(option)
      group by 1, 2),
    number as (
      select at, value::numeric as value, sum(responses) as responses from counted
      where at = ${placesOf(['number'])} group by 1, 2),
    placed as (
      select *, sum(responses) over (partition by at order by value) as upto, sum(responses) over (partition by at) as total
      from number),
    spans as (
      select at, min(value) as low, max(value) as high, sum(value * responses) / sum(responses) as average,
        bool_and(value = floor(value)) as is_whole,
        (min(value) filter (where upto * 2 >= total) + min(value) filter (where upto * 2 > total)) / 2 as median
      from placed group by at),
    stepped as (select *, ${stepSql} as step from spans),
    filled as (
      select n.at, floor(n.value / s.step) as place, sum(n.responses)::int as responses
      from number n join stepped s using (at) group by 1, 2),
    bars as (
      select s.at, p.place * s.step as "from", (p.place + 1) * s.step - is_whole::int as "to",
        coalesce(f.responses, 0) as responses
      from stepped s cross join lateral generate_series(floor(s.low / s.step), floor(s.high / s.step)) p(place)
      left join filled f on f.at = s.at and f.place = p.place)
    select
      ${listSql(`'version', version, 'way', way, 'isImported', is_imported, 'responses', responses`, 'counted where version is not null')} as ways,
      ${listSql(
        `'at', at, 'answered', answered, 'imported', imported`,
        `(
        select at, sum(responses)::int as answered, coalesce(sum(responses) filter (where is_imported), 0)::int as imported
        from counted where at is not null group by at) a`,
      )} as answers,
      ${listSql(
        `'at', at, 'value', value, 'responses', responses`,
        `(
        select at, value, sum(responses)::int as responses from counted
        where at = ${placesOf(['scale', 'choice', 'consent'])} group by 1, 2
        union all select at, option, responses from chosen) v`,
      )} as values,
      ${listSql(`'at', at, 'average', average, 'median', median, 'isWhole', is_whole`, 'stepped')} as numbers,
      ${listSql(`'at', at, 'from', "from", 'to', "to", 'responses', responses`, 'bars')} as bars`
  const [row] = await query<Counted>(db, text, values)
  return row as Counted
}

export interface LatestTextRow extends Placed {
  responseId: number
  text: string
  recordId: number | null
  recordName: string | null
  claimedName: string | null
  answeredAt: Date
}

/** The latest answers to each of these questions, the latest first. */
export async function readLatest(
  db: Db,
  actor: Actor,
  { surveyId, filters }: Asking,
  some: readonly (Placed & { one: AskedQuestion })[],
  limit: number,
): Promise<LatestTextRow[]> {
  if (some.length === 0) return []
  const { values, param, where } = responsesOf(actor, surveyId, filters)
  const parts = some.map(
    ({ at, one }) => `(
      select ${at} as at, r.*, r.answers ->> ${param(one.key)}::text as text from survey_response r
      where ${where.join(' and ')} and r.is_complete and ${hasAnswerSql(one, param)}
      order by r.answered_at desc, r.response_id desc limit ${limit})`,
  )
  return query(
    db,
    `select r.at, r.response_id as "responseId", r.text, case when c.level = 3 then c.record_id end as "recordId",
       c.name as "recordName", r.claimed_name as "claimedName", r.answered_at as "answeredAt"
     from (${parts.join(' union all ')}) r
     left join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id
     order by r.at, r.answered_at desc, r.response_id desc`,
    values,
  )
}
