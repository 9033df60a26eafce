import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { SlotField } from './slot.rules.ts'
import { noteChangesSql, updateSlotsSql, withCustom } from './slot.sql.ts'

/** From the commit on, lists read amounts from the records; false where there are none in slots. */
export async function distrustAmounts(tx: Tx, tenantId: number): Promise<boolean> {
  const found = await query(
    tx,
    'select from custom_field where tenant_id = $1 and currency_slot is not null limit 1',
    [tenantId],
  )
  if (found.length === 0) return false
  await query(tx, 'insert into stale_amount (tenant_id) values ($1) on conflict do nothing', [tenantId])
  return true
}

/** Whether rates have changed since the amounts in slots were converted. */
export async function hasStaleAmounts(db: Db, tenantId: number): Promise<boolean> {
  return (await query(db, 'select from stale_amount where tenant_id = $1', [tenantId])).length > 0
}

const pollMs = 50

/**
 * Waits until anyone who is writing slots at the moment has ended: their statements may have begun before what they
 * go by was another. Anyone who begins later knows the new.
 */
export async function outwaitWriters(owner: pg.Pool, signal: AbortSignal): Promise<void> {
  const writers = async () => {
    const { rows } = await owner.query<{ writer: string }>(
      `select distinct virtualtransaction as writer from pg_locks
       where locktype = 'relation' and relation = 'record_slot'::regclass and mode = 'RowExclusiveLock'
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
const ratesSql = `coalesce((select string_agg(currency_definition_id || ':' || to_base, ',' order by currency_definition_id)
  from effective_rate where tenant_id = $1), '')`

export async function readRates(owner: pg.Pool, tenantId: number): Promise<string> {
  const { rows } = await owner.query<{ rates: string }>(`select ${ratesSql} as rates`, [tenantId])
  return rows[0]?.rates ?? ''
}

const renewedAtOnce = 1000

/** Converts the amounts of the next records of a level again, by the rates that are in effect; answers the last one. */
export async function renewAmounts(
  owner: pg.Pool,
  tenantId: number,
  level: number,
  fields: readonly SlotField[],
  after: number,
): Promise<number | undefined> {
  const ids = fields.map(({ fieldId }) => fieldId)
  const { rows } = await owner.query<{ seen: number | null }>(
    `with seen as materialized (
       select r.record_id, r.custom from record r
       where r.tenant_id = $1 and r.level = ${level} and r.record_id > $2
       order by r.record_id limit ${renewedAtOnce} for no key update of r)
     , renewed as (${updateSlotsSql(level, fields, withCustom('seen i'), false)})
     , ${noteChangesSql(level, ids, 'true')}
     select max(record_id) as seen from seen`,
    [tenantId, after],
  )
  return rows[0]?.seen ?? undefined
}

/** From now on lists rely on amounts in slots again, if the rates are still those by which they were converted. */
export async function trustAmounts(owner: pg.Pool, tenantId: number, rates: string): Promise<void> {
  await owner.query('vacuum (analyze) record_slot')
  await owner.query(`delete from stale_amount where tenant_id = $1 and ${ratesSql} = $2`, [tenantId, rates])
}
