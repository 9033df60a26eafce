import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, queryArrays, type Db, type Tx } from '../../platform/db/database.ts'
import type { CatalogueField } from '../field/index.ts'
import {
  countSql,
  createParams,
  pageColumns,
  pageSql,
  parentJoins,
  presentedColumns,
  type ListRequest,
} from './record.list-sql.ts'
import { readCounts, type Count } from './record.count.ts'
import { isScoped, scopeSql } from './record.policy.ts'
import type { BuiltInRow, ListedRow, PresentedRow } from './record.present.ts'

export interface StageCount {
  stageId: number | null
  n: number
}

/** A page of a level, the kept counts of the level, and how many match by lifecycle stage. */
export interface Listed {
  rows: ListedRow[]
  counts: readonly Count[]
  /** Null where the kept counts tell it. */
  stages: readonly StageCount[] | null
}

/** One page of a list with its totals, which of an empty page are asked for on their own. */
export async function readList(db: Db, request: ListRequest, hasKeptTotals: boolean): Promise<Listed> {
  const params = createParams()
  const rows = await queryArrays(db, pageSql(request, params, hasKeptTotals), params.values)
  const [first] = rows
  const counts = first ? first[at.counts] : await readCounts(db, request.actor.tenantId, request.level)
  const stages = first ? first[at.stages] : await countByStage(db, request)
  return {
    rows: rows.map((row) => toRow(row, request.customFields)),
    counts: (counts ?? []) as readonly Count[],
    stages: hasKeptTotals ? null : ((stages ?? []) as readonly StageCount[]),
  }
}

type PageColumn = (typeof pageColumns)[number]

/** Where each column stands in a row of a page. */
const at = Object.fromEntries(pageColumns.map((column, index) => [column, index])) as Record<
  PageColumn,
  number
>

function cell<Column extends PageColumn & keyof BuiltInRow>(
  row: readonly unknown[],
  column: Column,
): BuiltInRow[Column] {
  return row[at[column]] as BuiltInRow[Column]
}

function toRow(row: readonly unknown[], fields: readonly CatalogueField[]): ListedRow {
  return {
    record_id: cell(row, 'record_id'),
    level: cell(row, 'level'),
    version: cell(row, 'version'),
    name: cell(row, 'name'),
    external_id: cell(row, 'external_id'),
    email: cell(row, 'email'),
    about: cell(row, 'about'),
    pulse: cell(row, 'pulse'),
    pipeline_type: cell(row, 'pipeline_type'),
    status_id: cell(row, 'status_id'),
    stage_id: cell(row, 'stage_id'),
    image_id: cell(row, 'image_id'),
    organization_id: cell(row, 'organization_id'),
    account_id: cell(row, 'account_id'),
    health: cell(row, 'health'),
    owners: cell(row, 'owners'),
    churned: cell(row, 'churned'),
    archived: cell(row, 'archived'),
    created_at: cell(row, 'created_at'),
    updated_at: cell(row, 'updated_at'),
    organization_name: cell(row, 'organization_name'),
    account_name: cell(row, 'account_name'),
    customFields: customOf(row, fields),
  }
}

/** A custom value from its text, as `->>` writes it. */
function valueOf({ kind, dataType }: CatalogueField, text: string): unknown {
  if (kind === 'text' || kind === 'date') return text
  if (kind === 'boolean') return text === 'true'
  const isNumber = kind === 'reference' || (kind === 'number' && dataType !== 'currency')
  return isNumber ? Number(text) : JSON.parse(text)
}

/** The custom values of a row, by API name. */
function customOf(row: readonly unknown[], fields: readonly CatalogueField[]): Record<string, unknown> {
  const custom: Record<string, unknown> = {}
  let index = pageColumns.length
  for (const field of fields) {
    const text = row[index]
    index += 1
    if (typeof text === 'string') custom[field.name] = valueOf(field, text)
  }
  return custom
}

/** Exact totals by lifecycle stage, counted. */
export async function countByStage(db: Db, request: ListRequest): Promise<StageCount[]> {
  const params = createParams()
  return query<StageCount>(db, countSql(request, params), params.values)
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

/** How many records of each level a user owns. */
export async function countOwned(
  db: Db | Tx,
  tenantId: number,
  userId: number,
): Promise<{ level: LevelId; n: number }[]> {
  return query(
    db,
    `select level, count(*) as n from record_fenced
     where tenant_id = $1 and owners @> array[$2::int] group by level order by level`,
    [tenantId, userId],
  )
}

/** Ids of records that a user owns, in their order, from after one of them. */
export async function findOwnedIds(
  tx: Tx,
  tenantId: number,
  userId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    tx,
    `select record_id from record_fenced
     where tenant_id = $1 and owners @> array[$2::int] and record_id > $3 order by record_id limit $4`,
    [tenantId, userId, after, limit],
  )
  return rows.map((row) => row.record_id)
}
