import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { readBuiltIn } from './formula-field.rules.ts'

const columns: Readonly<Record<(typeof readBuiltIn)[number], string>> = {
  name: 'r.name',
  externalId: 'r.external_id',
  email: 'r.email',
  about: 'r.about',
  recordId: 'r.record_id',
  health: 'r.health',
  pulse: 'r.pulse',
  stageId: 'r.stage_id',
  statusId: 'r.status_id',
  pipelineType: 'r.pipeline_type',
  churned: 'r.churned',
  archived: 'r.archived',
  churnDate: 'r.churn_date',
  churnAmount: 'r.churn_amount',
  createdAt: `to_char(coalesce(r.created_on, r.created_at at time zone 'UTC'), 'YYYY-MM-DD')`,
}

function valueSql(key: string): string {
  // The key goes into the text of the statement: only an id may.
  if (/^[1-9]\d*$/.test(key)) return `r.custom->'${key}'`
  const column: string | undefined = columns[key as keyof typeof columns]
  if (column === undefined) throw new Error(`No formula reads "${key}".`)
  return `to_jsonb(${column})`
}

export interface InputRow {
  recordId: number
  /** In the order of the keys. */
  values: unknown[]
}

type RecordScope = { ids: readonly number[] } | { after: number; upTo: number }

/** The values that formulas read, for some records of a level, by field key. */
export async function readInputs(
  db: Db | Tx,
  tenantId: number,
  level: LevelId,
  keys: readonly string[],
  scope: RecordScope,
): Promise<InputRow[]> {
  const within = 'ids' in scope ? 'r.record_id = any($3::bigint[])' : 'r.record_id > $3 and r.record_id <= $4'
  return query<InputRow>(
    db,
    `select r.record_id as "recordId", to_jsonb(array[${keys.map(valueSql).join(', ')}]::jsonb[]) as values
     from record r where r.tenant_id = $1 and r.level = $2 and ${within} order by r.record_id`,
    [tenantId, level, ...('ids' in scope ? [scope.ids] : [scope.after, scope.upTo])],
  )
}

/** Runs a select of rows (record_id, value). */
export async function readValues(
  db: Db | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Map<number, unknown>> {
  const rows = await query<{ record_id: number; value: unknown }>(db, text, values)
  return new Map(rows.map((row) => [row.record_id, row.value]))
}

/** Runs a select of record ids. */
export async function readIds(db: Db | Tx, text: string, values: readonly unknown[]): Promise<number[]> {
  const rows = await query<{ record_id: number }>(db, text, values)
  return rows.map((row) => row.record_id)
}

/** The records above some records. */
export async function findParents(
  tx: Tx,
  tenantId: number,
  column: 'organizationId' | 'accountId',
  recordIds: readonly number[],
): Promise<number[]> {
  const parent = column === 'organizationId' ? 'organization_id' : 'account_id'
  return readIds(
    tx,
    `select distinct ${parent} as record_id from record
     where tenant_id = $1 and record_id = any($2::bigint[]) and ${parent} is not null`,
    [tenantId, recordIds],
  )
}
