import { changeKindIds } from '@steward/contracts/record-history'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, transact, type Db, type Tx } from '../../platform/db/database.ts'
import { isScoped, ownershipSql, scopeSql } from './record.policy.ts'
import { stateColumns, toState, type Current, type RecordRow } from './record.state.ts'

interface LoadedRow extends RecordRow {
  mine: boolean
  created_at: string
  organization_name: string | null
  account_name: string | null
}

const columns = stateColumns.map((column) => `r.${column}`).join(', ')

/**
 * Locked records are about to be written, not shown: they come without the names of their parents. One
 * record is asked for by itself: over a list PostgreSQL would plan the statement each time.
 */
function loadText(actor: Actor, isOne: boolean, lock: boolean): string {
  const scoped = isScoped(actor)
  const name = scoped ? '' : `/*record.load${isOne ? '_one' : ''}${lock ? '_locked' : ''}*/ `
  const wanted = isOne ? '= $2::bigint' : '= any($2::bigint[])'
  const parents = lock
    ? 'null as organization_name, null as account_name'
    : 'o.name as organization_name, a.name as account_name'
  const joins = `left join record o on o.tenant_id = $1 and o.record_id = r.organization_id
    left join record a on a.tenant_id = $1 and a.record_id = r.account_id`
  return `${name}select ${columns}, ${scoped ? ownershipSql(actor, 'r') : 'true'} as mine, r.created_at::text, ${parents}
    from record r ${lock ? '' : joins}
    where r.tenant_id = $1 and r.record_id ${wanted} and ${scopeSql(actor, 'r')}
    ${lock ? 'order by r.record_id for update of r' : ''}`
}

function toCurrent(row: LoadedRow): Current {
  return {
    recordId: row.record_id,
    level: row.level,
    version: row.version,
    state: toState(row),
    mine: row.mine,
    createdAt: row.created_at,
    organizationName: row.organization_name,
    accountName: row.account_name,
  }
}

/** The records of a batch as they are now, of those that the actor can see. */
export async function loadCurrent(
  db: Db | Tx,
  actor: Actor,
  ids: readonly number[],
  lock: boolean,
): Promise<Map<number, Current>> {
  const isOne = ids.length === 1
  const rows = await query<LoadedRow>(db, loadText(actor, isOne, lock), [
    actor.tenantId,
    isOne ? ids[0] : ids,
  ])
  return new Map(rows.map((row) => [row.record_id, toCurrent(row)]))
}

export interface ExternalIdHolder {
  recordId: number
  name: string
}

/**
 * Who holds the external ids of a level, whether or not the actor can see them: the database allows one
 * each. Asked one by one, so that the index serves it even before the table was ever analyzed.
 */
export async function findExternalIds(
  db: Db | Tx,
  tenantId: number,
  level: LevelId,
  externalIds: readonly string[],
): Promise<Map<string, ExternalIdHolder>> {
  if (externalIds.length === 0) return new Map()
  const rows = await query<{ external_id: string; record_id: number; name: string }>(
    db,
    `/*record.external*/ select held.external_id, held.record_id, held.name
     from unnest($3::text[]) as wanted(external_id)
     cross join lateral (
       select r.external_id, r.record_id, r.name from record r
       where r.tenant_id = $1 and r.level = $2 and r.external_id = wanted.external_id limit 1) held`,
    [tenantId, level, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, { recordId: row.record_id, name: row.name }]))
}

/** A record that is about to change, and where it is to hang where that is asked for. */
export interface Held {
  recordId: number
  organizationId?: unknown
}

/**
 * Holds records until the transaction ends, with all that follows those of them that are accounts and get
 * another organization. Anyone who holds several takes them in the order of their ids, whatever their levels:
 * so no two wait for each other.
 */
export async function holdRecords(tx: Tx, tenantId: number, records: readonly Held[]): Promise<void> {
  const moving = records.filter((record) => record.organizationId !== undefined)
  await query(
    tx,
    `select from record r where r.tenant_id = $1 and r.record_id in (
       select unnest($2::bigint[])
       union all
       select b.record_id from unnest($3::bigint[], $4::bigint[]) w(record_id, organization_id)
       join record a on a.tenant_id = $1 and a.record_id = w.record_id and a.level = 2
         and a.organization_id is distinct from w.organization_id
       join record b on b.tenant_id = $1 and b.account_id = a.record_id)
     order by r.record_id for update of r`,
    [
      tenantId,
      records.map((record) => record.recordId),
      moving.map((record) => record.recordId),
      moving.map((record) => record.organizationId),
    ],
  )
}

/** The same without what follows, for values by which no record hangs on another. */
export async function holdForValues(tx: Tx, tenantId: number, recordIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `select from record where tenant_id = $1 and record_id = any($2::bigint[])
     order by record_id for no key update`,
    [tenantId, recordIds],
  )
}

/** Level and organization of records that are named as parents or references, of those the actor can see. */
export async function findNamedRecords(
  db: Db | Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, { level: number; organizationId: number | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await query<{ record_id: number; level: number; organization_id: number | null }>(
    db,
    `select r.record_id, r.level, r.organization_id from record r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}`,
    [actor.tenantId, ids],
  )
  return new Map(
    rows.map((row) => [row.record_id, { level: row.level, organizationId: row.organization_id }]),
  )
}

/** Which of some pictures are there. */
export async function findImages(
  db: Db | Tx,
  tenantId: number,
  imageIds: readonly string[],
): Promise<Set<string>> {
  if (imageIds.length === 0) return new Set()
  const rows = await query<{ image_uid: string }>(
    db,
    'select image_uid from image where tenant_id = $1 and image_uid = any($2::text[])',
    [tenantId, imageIds],
  )
  return new Set(rows.map((row) => row.image_uid))
}

/** Those among some records that others hang on. */
export async function findParents(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  if (recordIds.length === 0) return new Set()
  const rows = await query<{ id: number }>(
    db,
    `select p.id from unnest($2::bigint[]) as p(id)
     where exists (select from record r where r.tenant_id = $1 and r.organization_id = p.id)
        or exists (select from record r where r.tenant_id = $1 and r.account_id = p.id)`,
    [tenantId, recordIds],
  )
  return new Set(rows.map((row) => row.id))
}

/** Holds accounts where they are until the transaction ends, for records that are put below them. */
export async function holdParents(tx: Tx, tenantId: number, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await query(
    tx,
    `/*record.hold_parents*/ select from record where tenant_id = $1 and record_id = any($2::bigint[])
     order by record_id for key share`,
    [tenantId, accountIds],
  )
}

/** Contacts and pipelines below accounts, for an organization that changed above them. */
export async function findBelowAccounts(
  tx: Db | Tx,
  tenantId: number,
  accountIds: readonly number[],
): Promise<{ recordId: number; level: LevelId; accountId: number }[]> {
  const rows = await query<{ record_id: number; level: LevelId; account_id: number }>(
    tx,
    `select record_id, level, account_id from record where tenant_id = $1 and account_id = any($2::bigint[])`,
    [tenantId, accountIds],
  )
  return rows.map((row) => ({ recordId: row.record_id, level: row.level, accountId: row.account_id }))
}

/** How many records below some accounts are not in the organizations to which these go. */
export async function countElsewhere(
  db: Db | Tx,
  tenantId: number,
  places: readonly { accountId: number; organizationId: number | null }[],
): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    `/*record.elsewhere*/ select count(*) as count from unnest($2::bigint[], $3::bigint[]) p(account_id, organization_id)
     join record r on r.tenant_id = $1 and r.account_id = p.account_id
       and r.organization_id is distinct from p.organization_id`,
    [tenantId, places.map(({ accountId }) => accountId), places.map(({ organizationId }) => organizationId)],
  )
  return rows[0]?.count ?? 0
}

/** The keys of records that changed after they had the given versions, in the order of the records. */
export async function findChangedSince(
  db: Db | Tx,
  tenantId: number,
  seen: readonly { recordId: number; version: number }[],
): Promise<ReadonlySet<string>[]> {
  const rows = await query<{ place: number; keys: string[] }>(
    db,
    `/*record.changed_since*/ select w.place, array_agg(k.key) as keys
     from unnest($2::bigint[], $3::bigint[]) with ordinality w(record_id, version, place)
     cross join lateral (
       select c.after from change c
       where c.tenant_id = $1 and c.record_id = w.record_id and c.kind = ${changeKindIds.update} and c.version > w.version) c
     cross join lateral jsonb_object_keys(c.after) as k(key)
     group by w.place`,
    [tenantId, seen.map(({ recordId }) => recordId), seen.map(({ version }) => version)],
  )
  const keysOf = new Map(rows.map(({ place, keys }) => [place, new Set(keys)]))
  return seen.map((_, at) => keysOf.get(at + 1) ?? new Set())
}

/** Locks an act that is about to be undone, until the transaction ends. */
export async function lockChangeSet(tx: Tx, tenantId: number, changeSetId: number): Promise<void> {
  await query(tx, 'select from change_set where tenant_id = $1 and change_set_id = $2 for update', [
    tenantId,
    changeSetId,
  ])
}

/** Acts that are forgotten in one transaction. */
const mostForgotten = 200
/** What the story of a record is reported by for good. */
const keptKeys = ['stageId', 'pulse']

const keptOf = (values: string): string =>
  `(select jsonb_object_agg(k.key, k.value) from jsonb_each(${values}) k where k.key = any ($3::text[]))`

/**
 * Forgets what acts from before a time changed in records: values, and records that were deleted. That they
 * were done stays, and so do the stages and pulses that records had. Gives how many acts.
 */
export function forgetChanges(db: Db, tenantId: number, before: Date): Promise<number> {
  return transact(db, async (tx) => {
    const acts = await query<{ id: number }>(
      tx,
      `update change_set set forgotten_at = now() where tenant_id = $1 and change_set_id in (
         select s.change_set_id from change_set s
         where s.tenant_id = $1 and s.at < $2 and s.forgotten_at is null
         order by s.at limit ${mostForgotten} for update skip locked)
       returning change_set_id as id`,
      [tenantId, before],
    )
    const ids = acts.map(({ id }) => id)
    if (ids.length === 0) return 0
    const values = [tenantId, ids, keptKeys]
    await query(
      tx,
      `delete from change where tenant_id = $1 and change_set_id = any ($2::bigint[])
         and (kind = ${changeKindIds.delete} or kind = ${changeKindIds.update} and not after ?| $3::text[])`,
      values,
    )
    await query(
      tx,
      `update change set before = ${keptOf('before')}, after = ${keptOf('after')}
       where tenant_id = $1 and change_set_id = any ($2::bigint[]) and kind = ${changeKindIds.update}`,
      values,
    )
    return ids.length
  })
}
