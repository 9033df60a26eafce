import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Answers } from '@steward/contracts/survey/answer'
import { query, type Db } from '../../platform/db/database.ts'
import { recordScopeSql, responseScopeSql } from './response.policy.ts'

export interface ValueCount {
  /** null: the person is not known, or there is no value. */
  value: string | null
  score: number
  responses: number
}

/** The record of each level, from the contact or account `c` that answered. */
const links: Readonly<Record<LevelId, string>> = {
  1: 'c.organization_id',
  2: 'case when c.level = 2 then c.record_id else c.account_id end',
  3: 'case when c.level = 3 then c.record_id end',
  4: 'null',
}

/** Complete responses with a score, by a value that SQL on the record `x` gives, of the contact or above it. */
export function countByValue(
  db: Db,
  actor: Actor,
  surveyId: number,
  { level, sql }: { level: LevelId; sql: string },
): Promise<ValueCount[]> {
  return query(
    db,
    `select (${sql})::text as value, r.counted as score, count(*)::int as responses
     from survey_response r
     left join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id
     left join record_fenced x on x.tenant_id = c.tenant_id and x.record_id = ${links[level]}
     where r.tenant_id = $1 and r.survey_id = $2 and r.counted >= 0 and ${responseScopeSql(actor, 'r')}
     group by 1, 2`,
    [actor.tenantId, surveyId],
  )
}

/** The names of records that the actor sees. */
export async function readNames(
  db: Db,
  actor: Actor,
  recordIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query<{ id: number; name: string }>(
    db,
    `select r.record_id as id, r.name from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${recordScopeSql(actor, 'r')}`,
    [actor.tenantId, recordIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The record $2 and the contacts below it. */
const ofRecord = `r.record_id in (
  select x.record_id from record_fenced x where x.tenant_id = $1 and x.level <= 3
    and (x.record_id = $2::bigint or x.account_id = $2 or x.organization_id = $2))`

export interface RecordCount {
  surveyId: number
  /** The first day of the quarter. */
  from: string
  score: number
  responses: number
  last: Date
}

/** Complete responses of a record and those below it, by survey, quarter and score; the earliest first. */
export function countOfRecord(db: Db, actor: Actor, recordId: number): Promise<RecordCount[]> {
  return query<RecordCount>(
    db,
    `select r.survey_id as "surveyId", date_trunc('quarter', r.answered_at at time zone 'UTC')::date::text as "from",
       r.counted as score, count(*)::int as responses, max(r.answered_at) as last
     from survey_response r where r.tenant_id = $1 and ${ofRecord} and r.is_complete and ${responseScopeSql(actor, 'r')}
     group by 1, 2, 3 order by 2, 1, 3`,
    [actor.tenantId, recordId],
  )
}

export interface RecordResponseRow {
  responseId: number
  surveyId: number
  version: number
  channel: number
  score: number | null
  answers: Answers
  answeredAt: Date
  level: LevelId
  recordId: number
  name: string
}

/** The latest complete responses of a record and those below it. */
export function listOfRecord(
  db: Db,
  actor: Actor,
  recordId: number,
  limit: number,
): Promise<RecordResponseRow[]> {
  return query<RecordResponseRow>(
    db,
    `select r.response_id as "responseId", r.survey_id as "surveyId", r.version, r.channel, r.score, r.answers,
       r.answered_at as "answeredAt", c.level, c.record_id as "recordId", c.name
     from survey_response r
     join survey s on s.tenant_id = r.tenant_id and s.survey_id = r.survey_id and s.deleted_at is null
     join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id
     where r.tenant_id = $1 and ${ofRecord} and r.is_complete and ${responseScopeSql(actor, 'r')}
     order by r.answered_at desc, r.response_id desc limit ${limit}`,
    [actor.tenantId, recordId],
  )
}
