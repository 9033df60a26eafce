import type { LevelId } from '@steward/contracts/level'
import type { ChangeKindId } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** What changed in one record. */
export interface RecordChange {
  recordId: number
  changeSetId: number
  /** Whether the record was created, updated or deleted: see `changeKindIds`. */
  kind: ChangeKindId
  /** Undefined only where a record is gone and the change does not say of which level it was. */
  level: LevelId | undefined
  /** Of an update, the old values of the keys that differ; of a delete, the whole record. Empty for a create. */
  before: Readonly<Record<string, unknown>>
  /** Of an update, the new values of the keys that differ; empty otherwise. */
  after: Readonly<Record<string, unknown>>
  /** What the record belongs to now; null where it is gone. */
  organizationId: number | null
  accountId: number | null
}

/** Which changes to read: those of some acts, of all records or some. */
export interface ChangeScope {
  changeSetIds: readonly number[]
  recordIds: readonly number[] | null
  /** The lowest and the highest record; null for no bound. */
  firstId: number | null
  lastId: number | null
}

/** Where a batch ended: the next one begins behind it. */
export interface ChangePlace {
  recordId: number
  changeSetId: number
}

interface Row extends ChangePlace {
  kind: RecordChange['kind']
  level: LevelId | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  organizationId: number | null
  accountId: number | null
}

const columns = `c.record_id as "recordId", c.change_set_id as "changeSetId", c.kind, c.before, c.after,
    coalesce(r.level, (c.before ->> 'level')::smallint) as level,
    r.organization_id as "organizationId", r.account_id as "accountId"`

/** The statement for one act or several, and for named records or a range of them. */
function pageText(isOne: boolean, areNamed: boolean): string {
  // Only of one act does the index have the changes in the order of their records.
  const acts = isOne ? 'c.change_set_id = $2::bigint' : 'c.change_set_id = any($2::bigint[])'
  const records = areNamed
    ? 'c.record_id = any($5::bigint[])'
    : 'c.record_id between coalesce($5::bigint, 0) and coalesce($6::bigint, 9223372036854775807)'
  return `select ${columns}
     from changed_record c left join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
     where c.tenant_id = $1 and ${acts} and ${records}
       and c.record_id >= $3::bigint and (c.record_id > $3 or c.change_set_id > $4::bigint)
     order by c.record_id, c.change_set_id limit $${areNamed ? 6 : 7}`
}

/**
 * The next changes in the order of their records, at most `limit`. The statement has no name, so that it is
 * planned for what it is given: an act changes one record, or millions.
 */
export async function readChanges(
  db: Db | Tx,
  tenantId: number,
  { changeSetIds, recordIds, firstId, lastId }: ChangeScope,
  after: ChangePlace | null,
  limit: number,
): Promise<RecordChange[]> {
  const isOne = changeSetIds.length === 1
  const rows = await query<Row>(db, pageText(isOne, recordIds !== null), [
    tenantId,
    isOne ? changeSetIds[0] : changeSetIds,
    after?.recordId ?? 0,
    after?.changeSetId ?? 0,
    ...(recordIds ? [recordIds] : [firstId, lastId]),
    limit,
  ])
  return rows.map((row) => ({
    ...row,
    level: row.level ?? undefined,
    before: row.before ?? {},
    after: row.after ?? {},
  }))
}
