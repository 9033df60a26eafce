import type { FeedbackReason, TodaySource } from '@steward/contracts/plain/today'
import type { TodayFeedback, TodaySettings, TodayWeights } from '@steward/contracts/today'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface Snooze {
  key: string
  untilOn: string | null
  digest: string
}

/** What a user has put off and what has not come back by `day`; whether a reason changed is not looked at. */
export function readSnoozes(db: Db, tenantId: number, userId: number, day: string): Promise<Snooze[]> {
  return query<Snooze>(
    db,
    `/*today.snoozes*/ select card_key as key, until_on::text as "untilOn", digest from today_snooze
     where tenant_id = $1 and user_id = $2 and (until_on is null or until_on > $3)`,
    [tenantId, userId, day],
  )
}

/** Puts a card off, and forgets what has come back by `day`. */
export async function putSnooze(
  tx: Tx,
  tenantId: number,
  userId: number,
  { key, untilOn, digest }: Snooze,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  await query(
    tx,
    `/*today.tidy*/ delete from today_snooze where tenant_id = $1 and user_id = $2 and until_on <= $3`,
    [tenantId, userId, day],
  )
  await query(
    tx,
    `/*today.snooze*/ insert into today_snooze (tenant_id, user_id, card_key, until_on, digest, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, user_id, card_key)
     do update set until_on = excluded.until_on, digest = excluded.digest, created_at = excluded.created_at`,
    [tenantId, userId, key, untilOn, digest, now],
  )
}

/** Whether there was one. */
export async function deleteSnooze(db: Db, tenantId: number, userId: number, key: string): Promise<boolean> {
  const rows = await query(
    db,
    `/*today.wake*/ delete from today_snooze where tenant_id = $1 and user_id = $2 and card_key = $3
     returning 1`,
    [tenantId, userId, key],
  )
  return rows.length > 0
}

export async function insertFeedback(
  tx: Tx,
  tenantId: number,
  userId: number,
  { key, source, reason, comment }: TodayFeedback,
  now: Date,
): Promise<void> {
  await query(
    tx,
    `/*today.feedback*/ insert into today_feedback (tenant_id, user_id, card_key, source, reason, comment, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, userId, key, source, reason, comment, now],
  )
}

interface FeedbackCount {
  source: TodaySource
  reason: FeedbackReason
  count: number
}

function countFeedback(db: Db, tenantId: number, since: Date): Promise<FeedbackCount[]> {
  return query<FeedbackCount>(
    db,
    `/*today.feedbackCounts*/ select source, reason, count(*)::int as count from today_feedback
     where tenant_id = $1 and created_at >= $2 group by source, reason order by source, reason`,
    [tenantId, since],
  )
}

/** Reasons in people's own words, the newest first. */
async function listComments(db: Db, tenantId: number, since: Date): Promise<TodaySettings['comments']> {
  const rows = await query<{ source: TodaySource; comment: string; createdAt: Date }>(
    db,
    `/*today.comments*/ select source, comment, created_at as "createdAt" from today_feedback
     where tenant_id = $1 and created_at >= $2 and comment <> '' order by created_at desc limit 20`,
    [tenantId, since],
  )
  return rows.map(({ source, comment, createdAt }) => ({ source, comment, at: createdAt.toISOString() }))
}

/** Why items were not useful since a time: how often for each reason, and the latest comments. */
export async function readFeedback(
  db: Db,
  tenantId: number,
  since: Date,
): Promise<Pick<TodaySettings, 'feedback' | 'comments'>> {
  const [feedback, comments] = await Promise.all([
    countFeedback(db, tenantId, since),
    listComments(db, tenantId, since),
  ])
  return { feedback, comments }
}

/** Forgets up to 10,000 pieces of feedback from before a time, and gives how many it was. */
export async function forgetFeedback(db: Db, tenantId: number, before: Date): Promise<number> {
  const rows = await query(
    db,
    `/*today.forget*/ delete from today_feedback where tenant_id = $1 and feedback_id in (
       select feedback_id from today_feedback where tenant_id = $1 and created_at < $2 limit 10000) returning 1`,
    [tenantId, before],
  )
  return rows.length
}

/** The weights that a company has changed. */
export async function readWeights(db: Db, tenantId: number): Promise<Partial<TodayWeights>> {
  const rows = await query<{ source: TodaySource; weight: number }>(
    db,
    `/*today.weights*/ select source, weight::float8 as weight from today_weight where tenant_id = $1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ source, weight }) => [source, weight]))
}

export async function putWeights(tx: Tx, tenantId: number, weights: TodayWeights): Promise<void> {
  await query(
    tx,
    `/*today.weigh*/ insert into today_weight (tenant_id, source, weight)
     select $1, w.key, w.value::numeric from jsonb_each_text($2::jsonb) w
     on conflict (tenant_id, source) do update set weight = excluded.weight`,
    [tenantId, JSON.stringify(weights)],
  )
}
