import type { ChangeAction, ChangeSource } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { LevelId } from '@steward/contracts/level'
import type { Values } from '../record/index.ts'

export const changeKinds = { 1: 'create', 2: 'update', 3: 'delete' } as const

export interface ChangeSetRow {
  change_set_id: number
  actor_id: number | null
  source: ChangeSource
  action: ChangeAction
  at: Date
  undo_of: number | null
  undone_by: number | null
}

export async function findChangeSet(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  lock = false,
): Promise<ChangeSetRow | undefined> {
  const rows = await query<ChangeSetRow>(
    db,
    `select change_set_id, actor_id, source, action, at, undo_of, undone_by from change_set
     where tenant_id = $1 and change_set_id = $2 ${lock ? 'for update' : ''}`,
    [tenantId, changeSetId],
  )
  return rows[0]
}

export async function countChanges(db: Db | Tx, tenantId: number, changeSetId: number): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'select count(*) as n from change where tenant_id = $1 and change_set_id = $2',
    [tenantId, changeSetId],
  )
  return rows[0]?.n ?? 0
}

export interface ChangeRow {
  record_id: number
  kind: 1 | 2 | 3
  before: Values | null
  after: Values | null
}

/** One window of a change set, newest record first, so that what was created last goes first. */
export async function readChanges(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  below: number | null,
  limit: number,
): Promise<ChangeRow[]> {
  return query<ChangeRow>(
    db,
    `select record_id, kind, before, after from change
     where tenant_id = $1 and change_set_id = $2 and ($3::bigint is null or record_id < $3)
     order by record_id desc limit $4`,
    [tenantId, changeSetId, below, limit],
  )
}

/**
 * Which keys of which records changed after a change set; undone changes and their undoings cancel out,
 * and what Steward calculated follows from the rest.
 */
export async function findLaterKeys(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  recordIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const rows = await query<{ record_id: number; key: string }>(
    db,
    `select distinct c.record_id, k.key
     from change c join change_set s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id,
       lateral (select jsonb_object_keys(c.after) as key where c.kind = 2) k
     where c.tenant_id = $1 and c.record_id = any($2::bigint[]) and c.change_set_id > $3
       and s.undone_by is null and s.undo_of is null and s.action <> 'calculate'`,
    [tenantId, recordIds, changeSetId],
  )
  const keys = new Map<number, Set<string>>()
  for (const row of rows) keys.set(row.record_id, (keys.get(row.record_id) ?? new Set()).add(row.key))
  return keys
}

/**
 * Records that others hang on, which cannot be deleted. Those that the same change set created, and
 * nobody changed since, do not count: they go too.
 */
export async function findWithChildren(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const stays = `not exists (
      select from change c where c.tenant_id = $1 and c.record_id = r.record_id and c.change_set_id = $3 and c.kind = 1)
    or exists (
      select from change c join change_set s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id
      where c.tenant_id = $1 and c.record_id = r.record_id and c.change_set_id > $3
        and s.undone_by is null and s.undo_of is null and s.action <> 'calculate')`
  const rows = await query<{ id: number }>(
    db,
    `select p.id from unnest($2::bigint[]) as p(id)
     where exists (select from record r where r.tenant_id = $1 and r.organization_id = p.id and (${stays}))
        or exists (select from record r where r.tenant_id = $1 and r.account_id = p.id and (${stays}))`,
    [tenantId, recordIds, changeSetId],
  )
  return new Set(rows.map((row) => row.id))
}

export async function findNames(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, { name: string; level: LevelId }>> {
  if (recordIds.length === 0) return new Map()
  const rows = await query<{ record_id: number; name: string; level: LevelId }>(
    db,
    'select record_id, name, level from record where tenant_id = $1 and record_id = any($2::bigint[])',
    [tenantId, recordIds],
  )
  return new Map(rows.map((row) => [row.record_id, { name: row.name, level: row.level }]))
}

export interface HistoryRow extends ChangeRow, ChangeSetRow {}

/** The changes of one record, newest first. `key` keeps those that touch one value. */
export async function readHistory(
  db: Db,
  tenantId: number,
  recordId: number,
  options: { key: string | null; before: number | null; limit: number },
): Promise<HistoryRow[]> {
  return query<HistoryRow>(
    db,
    `select c.record_id, c.kind, c.before, c.after,
       s.change_set_id, s.actor_id, s.source, s.action, s.at, s.undo_of, s.undone_by
     from change c join change_set s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id
     where c.tenant_id = $1 and c.record_id = $2
       and ($3::bigint is null or c.change_set_id < $3)
       and ($4::text is null or c.before ? $4 or c.after ? $4 or c.kind <> 2)
     order by c.change_set_id desc limit $5`,
    [tenantId, recordId, options.before, options.key, options.limit],
  )
}
