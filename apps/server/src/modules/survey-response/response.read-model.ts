import { surveyChannels, type SurveyChannel } from '@steward/contracts/plain/survey'
import type { LevelId } from '@steward/contracts/level'
import type { Answers } from '@steward/contracts/survey/answer'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import type { Actor } from '../../platform/actor.ts'
import { query, queryTexts, type Db, type Tx } from '../../platform/db/database.ts'
import { askedOf, responseScopeSql } from './response.policy.ts'

export interface ListedResponse {
  responseId: number
  version: number
  channel: SurveyChannel
  language: string | null
  score: number | null
  isComplete: boolean
  answers: Answers
  comment: string | null
  recordId: number | null
  recordName: string | null
  accountId: number | null
  accountName: string | null
  claimedName: string | null
  answeredAt: Date
  changedAt: Date | null
  /** Microseconds since 1970 at which it was answered. */
  micros: number
}

/** Where a page begins: behind this response. */
export interface PageKey {
  micros: number
  responseId: number
}

const microsSql = '(extract(epoch from r.answered_at) * 1000000)::int8 as micros'

interface Listing {
  filters: ResponseFilters
  after: PageKey | null
  limit: number
}

/** The latest responses of a survey that the actor sees, from a key on; `more` are further columns. */
function listSql(actor: Actor, surveyId: number, { filters, after, limit }: Listing, more = '') {
  const { values, param, where } = askedOf(actor, surveyId, filters)
  if (after) {
    const at = `'epoch'::timestamptz + ${param(after.micros)}::bigint * interval '1 microsecond'`
    where.push(`(r.answered_at, r.response_id) < (${at}, ${param(after.responseId)}::bigint)`)
  }
  const text = `/*survey_response.list*/ select r.response_id as "responseId", r.version, r.channel, r.language, r.score,
       r.is_complete as "isComplete", r.answers, r.comment, case when c.level = 3 then c.record_id end as "recordId", c.name as "recordName",
       a.record_id as "accountId", a.name as "accountName", r.claimed_name as "claimedName",
       r.answered_at as "answeredAt", r.changed_at as "changedAt"${more}
     from (
       select * from survey_response r where ${where.join(' and ')}
       order by r.answered_at desc, r.response_id desc limit ${limit}) r
     left join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id
     left join record_fenced a on a.tenant_id = c.tenant_id
       and a.record_id = case when c.level = 2 then c.record_id else c.account_id end
     order by r.answered_at desc, r.response_id desc`
  return { text, values }
}

export async function listResponses(
  db: Db,
  actor: Actor,
  surveyId: number,
  listing: Listing,
): Promise<ListedResponse[]> {
  const { text, values } = listSql(actor, surveyId, listing, `, ${microsSql}`)
  const rows = await query<Omit<ListedResponse, 'channel'> & { channel: number }>(db, text, values)
  return rows.map((row) => ({ ...row, channel: surveyChannels[row.channel - 1] as SurveyChannel }))
}

/** The same as the database writes them: a page is sent as it was read. */
export function listResponseTexts(
  db: Db,
  actor: Actor,
  surveyId: number,
  listing: Listing,
): Promise<(string | null)[][]> {
  const { text, values } = listSql(actor, surveyId, listing)
  return queryTexts(db, text, values)
}

/** How many responses have each score; those without one, and partial ones, as they are counted. */
export type Counts = ReadonlyMap<number, number>

const mapOf = (rows: readonly { score: number; responses: number }[]): Counts =>
  new Map(rows.map(({ score, responses }) => [score, responses]))

/** Of all responses, from what is written with them. */
export async function readCounts(db: Db, tenantId: number, surveyId: number): Promise<Counts> {
  const rows = await query<{ score: number; responses: number }>(
    db,
    `/*survey_count.read*/ select score, sum(responses)::int as responses from survey_count
     where tenant_id = $1 and survey_id = $2 group by score having sum(responses) > 0 order by score`,
    [tenantId, surveyId],
  )
  return mapOf(rows)
}

/** Of the responses that filters leave, of those that the actor sees. */
export async function countResponses(
  db: Db,
  actor: Actor,
  surveyId: number,
  filters: ResponseFilters,
): Promise<Counts> {
  const { values, where } = askedOf(actor, surveyId, filters)
  const rows = await query<{ score: number; responses: number }>(
    db,
    `/*survey_response.count*/ select r.counted as score, count(*)::int as responses from survey_response r
     where ${where.join(' and ')} group by r.counted order by r.counted`,
    values,
  )
  return mapOf(rows)
}

/** The responses of surveys by score. */
export function countOfSurveys(
  db: Db,
  tenantId: number,
  surveyIds: readonly number[],
): Promise<{ surveyId: number; score: number; responses: number }[]> {
  return query(
    db,
    `/*survey_count.of*/ select survey_id as "surveyId", score, sum(responses)::int as responses from survey_count
     where tenant_id = $1 and survey_id = any($2::int[]) group by survey_id, score having sum(responses) > 0`,
    [tenantId, surveyIds],
  )
}

/** The same of the responses that the actor sees. */
export function countSeenOfSurveys(
  db: Db,
  actor: Actor,
  surveyIds: readonly number[],
): Promise<{ surveyId: number; score: number; responses: number }[]> {
  return query(
    db,
    `/*survey_response.count_of*/ select r.survey_id as "surveyId", r.counted as score, count(*)::int as responses
     from survey_response r where r.tenant_id = $1 and r.survey_id = any($2::int[]) and ${responseScopeSql(actor, 'r')}
     group by r.survey_id, r.counted`,
    [actor.tenantId, surveyIds],
  )
}

type Period = 'day' | 'week' | 'month' | 'quarter'
type PeriodCount = { from: string; score: number; responses: number }

/** The responses of each period by score, the earliest first. */
export function countByPeriod(
  db: Db,
  tenantId: number,
  surveyId: number,
  period: Period,
): Promise<PeriodCount[]> {
  return query(
    db,
    `/*survey_count.trend*/ select date_trunc($3, day)::date::text as "from", score, sum(responses)::int as responses
     from survey_count where tenant_id = $1 and survey_id = $2 and score >= 0
     group by 1, 2 having sum(responses) > 0 order by 1, 2`,
    [tenantId, surveyId, period],
  )
}

/** The same of the responses that the actor sees. */
export function countSeenByPeriod(
  db: Db,
  actor: Actor,
  surveyId: number,
  period: Period,
): Promise<PeriodCount[]> {
  const { values, param, where } = askedOf(actor, surveyId, {})
  return query(
    db,
    `/*survey_response.trend*/ select date_trunc(${param(period)}, r.answered_at at time zone 'UTC')::date::text as "from",
       r.counted as score, count(*)::int as responses
     from survey_response r where r.counted >= 0 and ${where.join(' and ')} group by 1, 2 order by 1, 2`,
    values,
  )
}

/** A response as it is put on timelines. */
export interface FoundResponse {
  responseId: number
  surveyId: number
  version: number
  recordId: number
  level: LevelId
  score: number | null
  answers: Answers
  comment: string | null
  answeredAt: Date
  itemId: number | null
}

/** Complete responses of contacts who are known, with their items on timelines. */
export function findResponses(
  db: Db | Tx,
  tenantId: number,
  responseIds: readonly number[],
): Promise<FoundResponse[]> {
  return query(
    db,
    `/*survey_response.find*/ select r.response_id as "responseId", r.survey_id as "surveyId", r.version,
       r.record_id as "recordId", c.level, r.score, r.answers, r.comment, r.answered_at as "answeredAt", i.item_id as "itemId"
     from survey_response r
     join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id
     left join survey_response_item i on i.tenant_id = r.tenant_id and i.response_id = r.response_id
     where r.tenant_id = $1 and r.response_id = any($2::bigint[]) and r.record_id is not null and r.is_complete
     order by r.response_id`,
    [tenantId, responseIds],
  )
}

/** The owners of contacts and accounts: those of the account, else of the organization. */
export async function readOwners(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await query<{ recordId: number; owners: number[] }>(
    db,
    `/*survey_response.owners*/ select c.record_id as "recordId", coalesce(nullif(a.owners, '{}'), o.owners, '{}') as owners
     from record_fenced c
     left join record_fenced a on a.tenant_id = c.tenant_id and a.record_id = c.account_id
     left join record_fenced o on o.tenant_id = c.tenant_id and o.record_id = c.organization_id
     where c.tenant_id = $1 and c.record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
  return new Map(rows.map(({ recordId, owners }) => [recordId, owners]))
}

/** Which of these records answered a survey. */
export async function findAnsweringRecords(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    `/*survey_response.dependents*/ select x.id from unnest($2::bigint[]) as x(id)
     where exists (select from survey_response r where r.tenant_id = $1 and r.record_id = x.id)`,
    [tenantId, recordIds],
  )
  return new Set(rows.map(({ id }) => id))
}
