import { askChannels, type AskChannel } from '@steward/contracts/plain/survey'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredAsk {
  askId: number
  surveyId: number
  version: number
  channel: AskChannel
  recordId: number | null
  visitor: string | null
  claimedName: string | null
  askedAt: Date | null
  answeredAt: Date | null
}

type Row = Omit<StoredAsk, 'channel'> & { channel: number }

const columns = `a.ask_id as "askId", a.survey_id as "surveyId", a.version, a.channel, a.record_id as "recordId",
  a.visitor, a.claimed_name as "claimedName", a.asked_at as "askedAt", a.answered_at as "answeredAt"`

const askChannelId = (channel: AskChannel): number => askChannels.indexOf(channel) + 1

const askOf = (row: Row): StoredAsk => ({ ...row, channel: askChannels[row.channel - 1] as AskChannel })

export async function findAsk(db: Db | Tx, tenantId: number, askId: number): Promise<StoredAsk | undefined> {
  const [row] = await query<Row>(
    db,
    `/*survey_ask.find*/ select ${columns} from survey_ask a where a.tenant_id = $1 and a.ask_id = $2`,
    [tenantId, askId],
  )
  return row && askOf(row)
}

/**
 * Lets one transaction of a company at a time decide who is asked, until it ends: on whichever channel, so that no one
 * is asked twice.
 */
export async function lockAsking(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, `/*survey_ask.lock*/ select pg_advisory_xact_lock(hashtext('survey_ask'), $1)`, [tenantId])
}

export interface NewAsk {
  surveyId: number
  version: number
  channel: AskChannel
  recordId: number | null
  visitor: string | null
  claimedName: string | null
  waveId: number | null
  offeredAt: Date
  askedAt: Date | null
}

/** Writes asks of one survey and channel; returns their ids in order. */
export async function insertAsks(tx: Tx, tenantId: number, asks: readonly NewAsk[]): Promise<number[]> {
  const rows = await query<{ askId: number }>(
    tx,
    `/*survey_ask.insert*/
     with put as (
     insert into survey_ask (tenant_id, survey_id, version, channel, record_id, visitor, claimed_name, wave_id,
       offered_at, asked_at)
     select $1, x.survey_id, x.version, x.channel, x.record_id, x.visitor, x.claimed_name, x.wave_id, x.offered_at,
       x.asked_at
     from jsonb_to_recordset($2) x(n int, survey_id int, version int, channel smallint, record_id bigint, visitor text,
       claimed_name text, wave_id bigint, offered_at timestamptz, asked_at timestamptz)
     order by x.n returning ask_id, survey_id, asked_at),
     counted as (
     insert into survey_ask_count as c (tenant_id, survey_id, day, asked, answered)
     select $1, survey_id, (asked_at at time zone 'UTC')::date, count(*), 0 from put where asked_at is not null
     group by survey_id, (asked_at at time zone 'UTC')::date
     on conflict (tenant_id, survey_id, day) do update set asked = c.asked + excluded.asked)
     select ask_id as "askId" from put order by ask_id`,
    [
      tenantId,
      JSON.stringify(
        asks.map((ask, n) => ({
          n,
          survey_id: ask.surveyId,
          version: ask.version,
          channel: askChannelId(ask.channel),
          record_id: ask.recordId,
          visitor: ask.visitor,
          claimed_name: ask.claimedName,
          wave_id: ask.waveId,
          offered_at: ask.offeredAt,
          asked_at: ask.askedAt,
        })),
      ),
    ],
  )
  return rows.map(({ askId }) => askId)
}

/** A person, or a browser of which no one knows whose it is. */
export interface Person {
  recordId: number | null
  visitor: string | null
}

/** What a page was given for a person and has not shown yet; undefined where there is nothing. */
export async function findOffer(
  tx: Tx,
  tenantId: number,
  { recordId, visitor }: Person,
  { surveyId, version }: { surveyId: number; version: number },
): Promise<number | undefined> {
  const [row] = await query<{ askId: number }>(
    tx,
    `/*survey_ask.offer*/ select ask_id as "askId" from survey_ask
     where tenant_id = $1 and survey_id = $2 and version = $3 and asked_at is null and channel = 1
       and (case when $4::bigint is null then record_id is null and visitor = $5 else record_id = $4 end)
     order by ask_id desc limit 1`,
    [tenantId, surveyId, version, recordId, visitor],
  )
  return row?.askId
}

/** The personal link of a contact to a version; undefined where there is none. */
export async function findLink(
  tx: Tx,
  tenantId: number,
  recordId: number,
  { surveyId, version }: { surveyId: number; version: number },
): Promise<number | undefined> {
  const [row] = await query<{ askId: number }>(
    tx,
    `/*survey_ask.link*/ select ask_id as "askId" from survey_ask
     where tenant_id = $1 and record_id = $2 and survey_id = $3 and version = $4 and channel = 3 limit 1`,
    [tenantId, recordId, surveyId, version],
  )
  return row?.askId
}

export async function markAsked(tx: Tx, tenantId: number, askId: number, at: Date): Promise<void> {
  await query(
    tx,
    `/*survey_ask.asked*/
     with marked as (
       update survey_ask set asked_at = $3 where tenant_id = $1 and ask_id = $2 returning survey_id)
     insert into survey_ask_count as c (tenant_id, survey_id, day, asked, answered)
     select $1, survey_id, ($3::timestamptz at time zone 'UTC')::date, 1, 0 from marked
     on conflict (tenant_id, survey_id, day) do update set asked = c.asked + 1`,
    [tenantId, askId, at],
  )
}

/** How many people a survey asked on a day. */
export async function countAsked(
  db: Db | Tx,
  tenantId: number,
  surveyId: number,
  day: string,
): Promise<number> {
  const [row] = await query<{ n: number }>(
    db,
    `/*survey_ask.on_day*/ select asked as n from survey_ask_count
     where tenant_id = $1 and survey_id = $2 and day = $3`,
    [tenantId, surveyId, day],
  )
  return row?.n ?? 0
}

export interface AskCount {
  surveyId: number
  asked: number
  answered: number
}

/** How many people surveys asked, and how many of them answered. */
export function countAsks(db: Db | Tx, tenantId: number, surveyIds: readonly number[]): Promise<AskCount[]> {
  return query(
    db,
    `/*survey_ask.counts*/ select survey_id as "surveyId", sum(asked)::int as asked, sum(answered)::int as answered
     from survey_ask_count where tenant_id = $1 and survey_id = any($2::int[]) group by survey_id`,
    [tenantId, surveyIds],
  )
}

export interface ListedAsk {
  surveyId: number
  surveyName: string
  channel: number
  askedAt: Date
  answeredAt: Date | null
}

/** The latest surveys that a contact was asked, latest first. */
export function listAsksOf(db: Db | Tx, tenantId: number, recordId: number): Promise<ListedAsk[]> {
  return query(
    db,
    `/*survey_ask.of*/ select a.survey_id as "surveyId", s.name as "surveyName", a.channel, a.asked_at as "askedAt",
       a.answered_at as "answeredAt"
     from survey_ask a join survey s on s.tenant_id = a.tenant_id and s.survey_id = a.survey_id
     where a.tenant_id = $1 and a.record_id = $2 and a.asked_at is not null
     order by a.asked_at desc limit 100`,
    [tenantId, recordId],
  )
}

export async function optOut(db: Db | Tx, tenantId: number, recordId: number, at: Date): Promise<void> {
  await query(
    db,
    `/*survey_opt_out.put*/ insert into survey_opt_out (tenant_id, record_id, at) values ($1, $2, $3)
     on conflict do nothing`,
    [tenantId, recordId, at],
  )
}

const mostForgotten = 5000

/** Forgets what pages were given before a time and have never shown. Returns how much. */
export async function forgetOffers(db: Db, tenantId: number, before: Date): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    `/*survey_ask.forget*/ delete from survey_ask
     where tenant_id = $1 and asked_at is null and offered_at < $2 and ask_id in (
       select ask_id from survey_ask
       where tenant_id = $1 and asked_at is null and offered_at < $2 limit ${mostForgotten})
     returning ask_id as id`,
    [tenantId, before],
  )
  return rows.length
}
