import type { LevelId } from '@steward/contracts/level'
import type { StageRecords } from '@steward/contracts/lifecycle'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { CatalogueField } from '../field/index.ts'
import { isScoped, scopeSql } from './record.policy.ts'
import type { PresentedRow } from './record.present.ts'
import { stateColumns } from './record.state.ts'

const builtInColumns = stateColumns.filter((column) => column !== 'custom').map((column) => `r.${column}`)

/** The columns of one record with the names of its parents. */
const presentedColumns = `${builtInColumns.join(', ')}, r.custom, r.created_at::text, r.updated_at::text,
  o.name as organization_name, a.name as account_name`

const parentJoins = `left join record_fenced o on o.tenant_id = $1 and o.record_id = r.organization_id
     left join record_fenced a on a.tenant_id = $1 and a.record_id = r.account_id`

/** One record, or undefined where there is none at the level that the actor may see. */
export async function readRecord(
  db: Db,
  actor: Actor,
  level: LevelId,
  recordId: number,
): Promise<PresentedRow | undefined> {
  const rows = await query<PresentedRow>(
    db,
    `${isScoped(actor) ? '' : '/*record.read*/'} select ${presentedColumns} from record_fenced r ${parentJoins}
     where r.tenant_id = $1 and r.record_id = $2 and r.level = $3 and ${scopeSql(actor, 'r', level)}`,
    [actor.tenantId, recordId, level],
  )
  return rows[0]
}

/** How many records hold a value of a custom field. */
export async function countHolders(db: Db | Tx, tenantId: number, field: CatalogueField): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'select count(*) as n from record_fenced where tenant_id = $1 and custom ? $2',
    [tenantId, field.key],
  )
  return rows[0]?.n ?? 0
}

/** How many records have an amount in a currency, in one of some custom fields or as what was lost; counted up to a limit. */
export async function countAmounts(
  db: Db,
  tenantId: number,
  currencyDefinitionId: number,
  fieldIds: readonly number[],
  limit: number,
): Promise<number> {
  const fields = fieldIds.map((id) => `r.custom->'${id}'->'currencyDefinitionId' = $2::jsonb`)
  const rows = await query<{ n: number }>(
    db,
    `select count(*) as n from (select from record_fenced r where r.tenant_id = $1
       and (r.churn_amount->'currencyDefinitionId' = $2::jsonb ${fields.map((field) => `or ${field}`).join(' ')})
       limit $3) found`,
    [tenantId, String(currencyDefinitionId), limit],
  )
  return rows[0]?.n ?? 0
}

/** Which options of a picklist some record holds. */
export async function findHeldOptions(
  tx: Tx,
  tenantId: number,
  field: CatalogueField,
  optionIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `select o.id from unnest($3::int[]) as o(id)
     where exists (
       select from record_fenced r where r.tenant_id = $1
         and (r.custom->$2 = to_jsonb(o.id) or r.custom->$2 @> to_jsonb(o.id)))`,
    [tenantId, field.key, optionIds],
  )
  return rows.map((row) => row.id)
}

/** How many records hold each churn reason that any holds. */
export async function countReasonHolders(db: Db | Tx, tenantId: number): Promise<Map<number, number>> {
  const rows = await query<{ id: number; n: number }>(
    db,
    `select churn_reason as id, count(*) as n from record_fenced
     where tenant_id = $1 and churn_reason is not null group by churn_reason`,
    [tenantId],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** How many records of a level are in each stage that any is in. */
export async function countStageRecords(
  db: Db,
  tenantId: number,
  level: LevelId,
): Promise<Map<number, StageRecords>> {
  const rows = await query<StageRecords & { id: number }>(
    db,
    `/*record.stages*/ select stage_id as id,
       coalesce(sum(n) filter (where not archived and not churned), 0)::bigint as live,
       coalesce(sum(n) filter (where not archived and churned), 0)::bigint as churned,
       coalesce(sum(n) filter (where archived), 0)::bigint as archived
     from record_count where tenant_id = $1 and level = $2 group by stage_id`,
    [tenantId, level],
  )
  return new Map(rows.map(({ id, ...records }) => [id, records]))
}

/** The last of the next records of a level after one; null where there are none. */
export async function findWindow(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  after: number,
  size: number,
): Promise<{ upTo: number; records: number } | null> {
  const [row] = await query<{ upTo: number | null; records: number }>(
    tx,
    `select max(w.record_id) as "upTo", count(*) as records from (
       select record_id from record where tenant_id = $1 and level = $2 and record_id > $3
       order by record_id limit $4) w`,
    [tenantId, level, after, size],
  )
  return row && row.upTo !== null ? { upTo: row.upTo, records: row.records } : null
}

/** How many records a level has, by the kept counts. */
export async function countRecords(db: Db | Tx, tenantId: number, level: LevelId): Promise<number> {
  const [row] = await query<{ n: number }>(
    db,
    'select coalesce(sum(n), 0)::bigint as n from record_count where tenant_id = $1 and level = $2',
    [tenantId, level],
  )
  return row?.n ?? 0
}
