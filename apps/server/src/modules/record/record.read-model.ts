import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { CatalogueField } from '../field/index.ts'
import {
  countSql,
  createParams,
  pageSql,
  parentJoins,
  presentedColumns,
  type ListRequest,
} from './record.list-sql.ts'
import { isScoped, scopeSql } from './record.policy.ts'
import type { PresentedRow } from './record.present.ts'
import type { State, StateValue } from './record.state.ts'

interface ListedRow extends Omit<PresentedRow, 'custom' | 'organization_name' | 'account_name'> {
  custom_values: (StateValue | null)[]
}

/** One page of a list, with the custom values that were asked for. */
export async function readPage(db: Db, request: ListRequest): Promise<PresentedRow[]> {
  const params = createParams()
  const rows = await query<ListedRow>(db, pageSql(request, params), params.values)
  const names = await readParentNames(db, request.actor.tenantId, rows)
  const keys = request.customFields.map((field) => field.key)
  return rows.map((row) => ({
    ...row,
    custom: customOf(keys, row.custom_values),
    organization_name: nameOf(names, row.organization_id),
    account_name: nameOf(names, row.account_id),
  }))
}

function customOf(keys: readonly string[], values: readonly (StateValue | null)[]): State {
  const custom: State = {}
  for (const [index, key] of keys.entries()) {
    const value = values[index]
    if (value !== null && value !== undefined) custom[key] = value
  }
  return custom
}

function nameOf(names: ReadonlyMap<number, string>, id: number | null): string | null {
  return id === null ? null : (names.get(id) ?? null)
}

/** The names of what the rows belong to: one lookup for the page, cheaper than joins for each row. */
async function readParentNames(
  db: Db,
  tenantId: number,
  rows: readonly Pick<PresentedRow, 'organization_id' | 'account_id'>[],
): Promise<Map<number, string>> {
  const ids = new Set(rows.flatMap((row) => [row.organization_id, row.account_id]))
  ids.delete(null)
  if (ids.size === 0) return new Map()
  const found = await query<{ record_id: number; name: string }>(
    db,
    '/*record.names*/ select record_id, name from record where tenant_id = $1 and record_id = any($2::bigint[])',
    [tenantId, [...ids]],
  )
  return new Map(found.map((row) => [row.record_id, row.name]))
}

export interface StageCount {
  stageId: number | null
  n: number
}

/** Exact totals by lifecycle stage, counted. */
export async function countByStage(db: Db, request: ListRequest): Promise<StageCount[]> {
  const params = createParams()
  const rows = await query<{ stage_id: number | null; n: number }>(
    db,
    countSql(request, params),
    params.values,
  )
  return rows.map((row) => ({ stageId: row.stage_id, n: row.n }))
}

/** One record, or undefined where there is none at the level that the actor may see. */
export async function readRecord(
  db: Db,
  actor: Actor,
  level: LevelId,
  recordId: number,
): Promise<PresentedRow | undefined> {
  const rows = await query<PresentedRow>(
    db,
    `${isScoped(actor) ? '' : '/*record.read*/'} select ${presentedColumns} from record_fenced r ${parentJoins('$1')}
     where r.tenant_id = $1 and r.record_id = $2 and r.level = $3 and ${scopeSql(actor, 'r', level)}`,
    [actor.tenantId, recordId, level],
  )
  return rows[0]
}

/** Ids of contacts by e-mail address, without regard to case. */
export async function findIdsByEmail(db: Db, actor: Actor, emails: readonly string[]): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    db,
    `select r.record_id from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = 3 and lower(r.email) = any($1::text[]) and ${scopeSql(actor, 'r', 3)}
     order by r.record_id limit 5000`,
    [emails.map((email) => email.toLowerCase())],
  )
  return rows.map((row) => row.record_id)
}

/** Ids of the contacts of an organization or account. */
export async function findContactIds(
  db: Db,
  actor: Actor,
  parent: 'organization_id' | 'account_id',
  recordId: number,
): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    db,
    `select r.record_id from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = 3 and r.${parent} = $1 and not r.archived and ${scopeSql(actor, 'r', 3)}
     order by r.name_folded, r.record_id limit 5000`,
    [recordId],
  )
  return rows.map((row) => row.record_id)
}

/** How many records hold a value of a custom field. */
export async function countHolders(db: Db, tenantId: number, field: CatalogueField): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'select count(*) as n from record_fenced where tenant_id = $1 and custom ? $2',
    [tenantId, field.key],
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
