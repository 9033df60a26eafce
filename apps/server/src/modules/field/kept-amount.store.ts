import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { baseAmountSql } from './field.sql.ts'

/** The kept fields of amounts. */
export async function listKeptAmounts(db: Db | Tx, tenantId: number): Promise<number[]> {
  const rows = await query<{ field_id: number }>(
    db,
    `select k.field_id from kept_field k
     join custom_field f on f.tenant_id = k.tenant_id and f.field_id = k.field_id
     where k.tenant_id = $1 and f.data_type = 'currency' order by k.field_id`,
    [tenantId],
  )
  return rows.map((row) => row.field_id)
}

/** Those of which an index was made, and so whatever there was has been kept; of others some may be missing. */
export async function listFilledAmounts(db: Db, tenantId: number): Promise<number[]> {
  const rows = await query<{ field_id: number }>(
    db,
    `select distinct i.field_id from field_index i
     join custom_field f on f.tenant_id = i.tenant_id and f.field_id = i.field_id
     where i.tenant_id = $1 and i.ready_at is not null and f.data_type = 'currency' order by i.field_id`,
    [tenantId],
  )
  return rows.map((row) => row.field_id)
}

/** From the commit on, lists read these fields from the records. */
export async function distrustKept(tx: Tx, tenantId: number, fieldIds: readonly number[]): Promise<void> {
  await query(
    tx,
    'update kept_field set filled_at = null where tenant_id = $1 and field_id = any($2::int[])',
    [tenantId, fieldIds],
  )
}

const pollMs = 50

/**
 * Waits until anyone who is writing kept values at the moment has ended: their statements may have begun before the
 * rates were others. Anyone who begins later knows the new ones.
 */
export async function outwaitWriters(owner: pg.Pool, signal: AbortSignal): Promise<void> {
  const writers = async () => {
    const { rows } = await owner.query<{ writer: string }>(
      `select virtualtransaction as writer from pg_locks
       where locktype = 'relation' and relation = 'record_value'::regclass and mode = 'RowExclusiveLock'
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return new Set(rows.map((row) => row.writer))
  }
  for (let waiting = await writers(); waiting.size > 0; waiting = waiting.intersection(await writers())) {
    signal.throwIfAborted()
    await setTimeout(pollMs)
  }
}

/** The rates in effect as one text. */
const ratesSql = `(select string_agg(currency_definition_id || ':' || to_base, ',' order by currency_definition_id)
  from effective_rate where tenant_id = $1)`

export async function readRates(owner: pg.Pool, tenantId: number): Promise<string> {
  const { rows } = await owner.query<{ rates: string }>(`select ${ratesSql} as rates`, [tenantId])
  return rows[0]?.rates ?? ''
}

const renewedAtOnce = 1000

/** Keeps the amounts of the next records of a field again, by the rates that are in effect; answers the last one. */
export async function renewAmounts(
  owner: pg.Pool,
  tenantId: number,
  fieldId: number,
  after: number,
): Promise<number | undefined> {
  const { rows } = await owner.query<{ seen: number | null }>(
    `with seen as materialized (
       select r.record_id, r.custom->f.field_id::text as value
       from kept_field f join record r on r.tenant_id = f.tenant_id and r.level = f.level
       where f.tenant_id = $1 and f.field_id = $2 and r.record_id > $3
       order by r.record_id limit ${renewedAtOnce} for no key update of r)
     , wanted as (select record_id, ${baseAmountSql('value', '$1')} as number from seen)
     , renewed as (
       update record_value v set number = w.number from wanted w
       where v.tenant_id = $1 and v.field_id = $2 and v.record_id = w.record_id
         and v.number is distinct from w.number)
     select max(record_id) as seen from seen`,
    [tenantId, fieldId, after],
  )
  return rows[0]?.seen ?? undefined
}

/** From now on lists rely on kept amounts again, if the rates are still those by which they were kept. */
export async function trustKept(
  owner: pg.Pool,
  tenantId: number,
  fieldIds: readonly number[],
  { rates, at }: { rates: string; at: Date },
): Promise<void> {
  await owner.query('vacuum (analyze) record_value')
  await owner.query(
    `update kept_field set filled_at = $3
     where tenant_id = $1 and field_id = any($2::int[]) and filled_at is null and ${ratesSql} = $4`,
    [tenantId, fieldIds, at, rates],
  )
}
