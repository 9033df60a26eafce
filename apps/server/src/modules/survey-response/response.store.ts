import { surveyChannelId, type SurveyChannel } from '@steward/contracts/plain/survey'
import { surveyAnswered } from '@steward/contracts/event/survey.event'
import type { Answers } from '@steward/contracts/survey/answer'
import { causeJson } from '../../platform/db/cause.ts'
import { query, type Database, type Db, type Tx } from '../../platform/db/database.ts'
import { announceEvents } from '../../platform/db/event.announcement.ts'
import { countApartSql, countSql, foldSql, uncounted } from './count.rules.ts'

export interface NewResponse {
  surveyId: number
  version: number
  type: string
  channel: SurveyChannel
  askId: number | null
  visitor: string | null
  recordId: number | null
  claimedName: string | null
  score: number | null
  isComplete: boolean
  language: string | null
  answers: Answers
  comment: string | null
  at: Date
}

/** Notes with the ask `$5` when it was answered, and counts it. */
const markSql = `,
    marked as (
      update survey_ask a set answered_at = $14 from put
      where a.tenant_id = $1 and a.ask_id = $5 and a.answered_at is null returning a.survey_id),
    marks as (
      insert into survey_ask_count as c (tenant_id, survey_id, day, asked, answered)
      select $1, survey_id, ($14::timestamptz at time zone 'UTC')::date, 0, 1 from marked
      on conflict (tenant_id, survey_id, day) do update set answered = c.answered + 1)`

/**
 * Writes a response, or the one that this person gave before: with its counts, the mark on what was asked, and the event.
 * A partial answer does not replace a complete one.
 */
export async function putResponse(db: Db, tenantId: number, response: NewResponse): Promise<void> {
  const { surveyId, version, type, channel, askId, visitor, recordId, claimedName, score, isComplete, at } =
    response
  const key = askId === null ? '(tenant_id, survey_id, visitor)' : '(tenant_id, ask_id)'
  const counted = isComplete ? (score ?? uncounted.noScore) : uncounted.partial
  const event = {
    surveyId,
    type,
    channel,
    contactId: recordId,
    score,
    ...(JSON.parse(causeJson()) as object),
  }
  await query(
    db,
    `/*survey_response.put*/
    with put as (
      insert into survey_response as r (tenant_id, survey_id, version, channel, ask_id, visitor, record_id, claimed_name,
        score, is_complete, language, answers, comment, answered_at, counted)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict ${key} do update set version = excluded.version, score = excluded.score, is_complete = excluded.is_complete,
        language = excluded.language, answers = excluded.answers, comment = excluded.comment,
        changed_at = excluded.answered_at, was = r.counted, counted = excluded.counted
      where excluded.is_complete or not r.is_complete
      returning response_id, survey_id, (answered_at at time zone 'UTC')::date as day, counted, was),
    counted as (${countApartSql})
    ${askId === null ? '' : markSql}
    insert into event (tenant_id, type, version, payload)
    select $1, '${surveyAnswered.name}', ${surveyAnswered.version},
      $16::jsonb || jsonb_build_object('responseId', response_id, 'isFirst', was is null or was = ${uncounted.partial})
    from put where $10`,
    [
      tenantId,
      surveyId,
      version,
      surveyChannelId(channel),
      askId,
      visitor,
      recordId,
      claimedName,
      score,
      isComplete,
      response.language,
      JSON.stringify(response.answers),
      response.comment,
      at,
      counted,
      JSON.stringify(event),
    ],
  )
  if (isComplete) announceEvents(db, tenantId)
}

/** Adds up what responses were counted apart. */
export async function foldCounts(db: Db, tenantId: number): Promise<void> {
  await query(db, `/*survey_count.fold*/ ${foldSql}`, [tenantId])
}

/** The companies whose counts are added up. */
export async function listTenants(pool: Database['anonymous']): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>('select tenant_id from list_tenants() order by 1')
  return rows.map((row) => row.tenant_id)
}

/** What a person answered before; undefined where they have not. */
export async function findAnswers(db: Db, tenantId: number, askId: number): Promise<Answers | undefined> {
  const [row] = await query<{ answers: Answers }>(
    db,
    '/*survey_response.of_ask*/ select answers from survey_response where tenant_id = $1 and ask_id = $2',
    [tenantId, askId],
  )
  return row?.answers
}

/** Deletes a response with its count. Returns its item on the timeline, if any; undefined where there is no response. */
export async function deleteResponse(
  tx: Tx,
  tenantId: number,
  surveyId: number,
  responseId: number,
): Promise<{ itemId: number | null } | undefined> {
  const [row] = await query<{ itemId: number | null }>(
    tx,
    `/*survey_response.delete*/
    with item as (
      select item_id from survey_response_item where tenant_id = $1 and response_id = $3),
    gone as (
      delete from survey_response where tenant_id = $1 and survey_id = $2 and response_id = $3
      returning survey_id, (answered_at at time zone 'UTC')::date as day, counted),
    counted as (${countSql('(select survey_id, day, counted as score, -1 as n from gone)')})
    select (select item_id from item) as "itemId" from gone`,
    [tenantId, surveyId, responseId],
  )
  return row
}

/** Notes the items of responses on timelines, in the place of earlier ones. */
export async function putItems(
  tx: Tx,
  tenantId: number,
  items: readonly { responseId: number; itemId: number }[],
): Promise<void> {
  await query(
    tx,
    `/*survey_response.items*/ insert into survey_response_item (tenant_id, response_id, item_id)
     select $1, x.response_id, x.item_id from unnest($2::bigint[], $3::bigint[]) x(response_id, item_id)
     on conflict (tenant_id, response_id) do update set item_id = excluded.item_id`,
    [tenantId, items.map(({ responseId }) => responseId), items.map(({ itemId }) => itemId)],
  )
}

/** Locks responses until the transaction ends, in the order of their ids. */
export async function lockResponses(tx: Tx, tenantId: number, responseIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*survey_response.lock*/ select from survey_response where tenant_id = $1 and response_id = any($2::bigint[])
     order by response_id for update`,
    [tenantId, responseIds],
  )
}
