import { changeKindIds, type ChangeCause, type ChangeSource } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ActorRow } from '../record/index.ts'
import type { ChangeRow, Known } from './ledger.reversal.rules.ts'

export const changeKinds = { 1: 'create', 2: 'update', 3: 'delete' } as const

const { create, update } = changeKindIds

export interface ChangeSetRow extends ActorRow {
  change_set_id: number
  source: ChangeSource
  at: Date
  undo_of: number | null
  undone_by: number | null
  causes: ChangeCause[] | null
}

/** A change set as it is by itself. */
export interface FoundChangeSet extends ChangeSetRow {
  /** When what it changed was forgotten because of its age. */
  forgotten_at: Date | null
}

export async function findChangeSet(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
): Promise<FoundChangeSet | undefined> {
  const rows = await query<FoundChangeSet>(
    db,
    `select change_set_id, actor_id, source, action, at, undo_of, undone_by, via_kind, via_id, via_name,
       causes, forgotten_at from record_act
     where tenant_id = $1 and change_set_id = $2`,
    [tenantId, changeSetId],
  )
  return rows[0]
}

/** The first act in a chain of undos, and how many undos follow it up to a change set. */
export async function findRoot(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
): Promise<{ changeSetId: number; undos: number }> {
  const rows = await query<{ changeSetId: number; undos: number }>(
    tx,
    `/*ledger.root*/ with recursive chain(id, undo_of, undos) as (
       select change_set_id, undo_of, 0 from record_act where tenant_id = $1 and change_set_id = $2
       union all
       select s.change_set_id, s.undo_of, c.undos + 1
       from chain c join record_act s on s.tenant_id = $1 and s.change_set_id = c.undo_of)
     select id as "changeSetId", undos from chain where undo_of is null`,
    [tenantId, changeSetId],
  )
  return rows[0] ?? { changeSetId, undos: 0 }
}

export async function countChanges(db: Db | Tx, tenantId: number, changeSetId: number): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'select count(*) as n from changed_record where tenant_id = $1 and change_set_id = $2',
    [tenantId, changeSetId],
  )
  return rows[0]?.n ?? 0
}

/**
 * Holds until the transaction ends all that the undo of a change set is about, in the order in which everyone
 * takes several: its records, what they hung on, and what follows accounts that move.
 */
export async function holdSet(tx: Tx, tenantId: number, changeSetId: number): Promise<void> {
  await query(
    tx,
    `/*ledger.hold*/ select from record r
     where r.tenant_id = $1 and r.record_id in (
       select c.record_id from changed_record c where c.tenant_id = $1 and c.change_set_id = $2
       union all
       select unnest(array[(c.before ->> 'organizationId')::bigint, (c.before ->> 'accountId')::bigint])
       from changed_record c where c.tenant_id = $1 and c.change_set_id = $2 and c.before ?| '{organizationId,accountId}'
       union all
       select b.record_id from changed_record c join record b on b.tenant_id = $1 and b.account_id = c.record_id
       where c.tenant_id = $1 and c.change_set_id = $2 and c.kind = ${update} and c.before ? 'organizationId')
     order by r.record_id for update of r`,
    [tenantId, changeSetId],
  )
}

/** How far a walk through the changes of a set has come: those of a kind, up to a record; null before the first. */
export interface Place {
  kind: ChangeRow['kind']
  recordId: number | null
}

/**
 * One window of the changes of one kind. Records that were deleted come oldest first, because they are not there
 * before what they belong to; the others newest first, so that what was created last goes first.
 */
export async function readChanges(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  { kind, recordId }: Place,
  limit: number,
): Promise<ChangeRow[]> {
  const [onward, order] = kind === changeKindIds.delete ? ['>', 'asc'] : ['<', 'desc']
  return query<ChangeRow>(
    db,
    `select record_id, kind, before, after from changed_record
     where tenant_id = $1 and change_set_id = $2 and kind = $5 and ($3::bigint is null or record_id ${onward} $3)
     order by record_id ${order} limit $4`,
    [tenantId, changeSetId, recordId, limit, kind],
  )
}

/** Those of some records that are there. */
export async function findPresent(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  if (recordIds.length === 0) return new Set()
  const rows = await query<{ id: number }>(
    tx,
    `/*ledger.present*/ select record_id as id from record
     where tenant_id = $1 and record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether a change of a record is one that came after another, and that somebody meant to stay. Sets
 * are numbered when they are opened, and jobs write into theirs for minutes: versions tell what came later.
 */
const isLaterSql = (change: string, than: string): string =>
  `(${change}.version, ${change}.change_set_id) > (${than}.version, ${than}.change_set_id)
   and ${change}.undone_by is null and ${change}.undo_of is null
   and ${change}.action not in ('calculate', 'score')`

/** What a change set changed of one record. */
export async function readChange(
  db: Db,
  tenantId: number,
  recordId: number,
  changeSetId: number,
): Promise<ChangeRow | undefined> {
  const rows = await query<ChangeRow>(
    db,
    `/*ledger.change*/ select record_id, kind, before, after from changed_record
     where tenant_id = $1 and record_id = $2 and change_set_id = $3`,
    [tenantId, recordId, changeSetId],
  )
  return rows[0]
}

/**
 * Which keys of which records changed after a change set changed them; undone changes and their undoings cancel
 * out, and what Steward calculated follows from the rest.
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
     from changed_record o
     join record_change c on c.tenant_id = o.tenant_id and c.record_id = o.record_id,
       lateral (select jsonb_object_keys(c.after) as key where c.kind = ${update}) k
     where o.tenant_id = $1 and o.record_id = any($2::bigint[]) and o.change_set_id = $3
       and ${isLaterSql('c', 'o')}`,
    [tenantId, recordIds, changeSetId],
  )
  const keys = new Map<number, Set<string>>()
  for (const row of rows) keys.set(row.record_id, (keys.get(row.record_id) ?? new Set()).add(row.key))
  return keys
}

/**
 * Records that others hang on, which cannot be deleted. Those that the same change set created, and
 * no one changed since, do not count: they go too.
 */
export async function findWithChildren(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const goes = `exists (
      select from changed_record o where o.tenant_id = $1 and o.record_id = r.record_id and o.change_set_id = $3
        and o.kind = ${create} and not exists (
          select from record_change c
          where c.tenant_id = $1 and c.record_id = r.record_id and ${isLaterSql('c', 'o')}))`
  const rows = await query<{ id: number }>(
    db,
    `select p.id from unnest($2::bigint[]) as p(id)
     where exists (select from record r where r.tenant_id = $1 and r.organization_id = p.id and not ${goes})
        or exists (select from record r where r.tenant_id = $1 and r.account_id = p.id and not ${goes})`,
    [tenantId, recordIds, changeSetId],
  )
  return new Set(rows.map((row) => row.id))
}

export async function findNames(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, Known>> {
  if (recordIds.length === 0) return new Map()
  const rows = await query<Known & { id: number }>(
    db,
    `select record_id as id, name, level, account_id as "accountId" from record
     where tenant_id = $1 and record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
  return new Map(rows.map(({ id, ...known }) => [id, known]))
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
       c.change_set_id, c.actor_id, c.source, c.action, c.at, c.undo_of, c.undone_by,
       c.via_kind, c.via_id, c.via_name, c.causes
     from record_change c
     left join changed_record b on b.tenant_id = $1 and b.record_id = $2 and b.change_set_id = $3
     where c.tenant_id = $1 and c.record_id = $2
       and ($3::bigint is null or case when b.record_id is null then c.change_set_id < $3
         else (c.version, c.change_set_id) < (b.version, b.change_set_id) end)
       and ($4::text is null or c.before ? $4 or c.after ? $4 or c.kind <> ${update})
     order by (c.version, c.change_set_id) desc limit $5`,
    [tenantId, recordId, options.before, options.key, options.limit],
  )
}
