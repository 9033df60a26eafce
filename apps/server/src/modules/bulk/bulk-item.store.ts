import type { ShownOutcome } from '@steward/contracts/plain/bulk-kind'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface ItemChange {
  field: string
  label: string
  before: string | null
  after: string | null
}

export interface ItemProblem {
  field: string | null
  message: string
}

/** A row worth showing, or a record that no row names. `body` has the cells of a file, or a row of JSON as it came. */
export interface Item {
  row: number
  line: number
  outcome: ShownOutcome
  recordId: number | null
  name: string | null
  body: readonly unknown[]
  changes: readonly ItemChange[]
  problems: readonly ItemProblem[]
}

export async function insertItems(
  tx: Tx,
  tenantId: number,
  jobId: number,
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return
  await query(
    tx,
    `/*bulk.items*/ insert into bulk_item
       (tenant_id, job_id, row_number, line, outcome, record_id, name, body, changes, problems)
     select $1, $2, x."row", x.line, x.outcome, x."recordId", x.name, x.body, x.changes, x.problems
     from jsonb_to_recordset($3::jsonb) as x("row" bigint, line bigint, outcome text, "recordId" bigint, name text,
       body jsonb, changes jsonb, problems jsonb)`,
    [tenantId, jobId, JSON.stringify(items)],
  )
}

const columns = `row_number "row", line, outcome, record_id "recordId", name, body, changes, problems`

export interface Page {
  page: number
  pageSize: number
}

export async function listItems(
  db: Db,
  tenantId: number,
  jobId: number,
  outcomes: readonly ShownOutcome[],
  page: Page,
): Promise<{ items: Item[]; total: number }> {
  const rows = await query<Item & { total: number }>(
    db,
    `select ${columns}, count(*) over () as total from bulk_item
     where tenant_id = $1 and job_id = $2 and outcome = any($3::text[])
     order by row_number limit $4 offset $5`,
    [tenantId, jobId, outcomes, page.pageSize, (page.page - 1) * page.pageSize],
  )
  return { items: rows, total: rows[0]?.total ?? 0 }
}

/** Rows that were not written, after a row number. */
export function listProblemsAfter(
  db: Db,
  tenantId: number,
  jobId: number,
  after: number,
  limit: number,
): Promise<Item[]> {
  return query<Item>(
    db,
    `/*bulk.problems*/ select ${columns} from bulk_item
     where tenant_id = $1 and job_id = $2 and row_number > $3 and outcome in ('refused', 'conflict')
     order by row_number limit ${limit}`,
    [tenantId, jobId, after],
  )
}

export interface KeptRow {
  id: number
  name: string
  fields: string[]
  message: string
}

export async function insertKept(
  tx: Tx,
  tenantId: number,
  jobId: number,
  kept: readonly KeptRow[],
): Promise<void> {
  if (kept.length === 0) return
  await query(
    tx,
    `insert into bulk_kept (tenant_id, job_id, record_id, name, fields, message)
     select $1, $2, x.id, x.name, array(select jsonb_array_elements_text(x.fields)), x.message
     from jsonb_to_recordset($3::jsonb) as x(id bigint, name text, fields jsonb, message text)
     on conflict (tenant_id, job_id, record_id)
     do update set message = bulk_kept.message || ' ' || excluded.message, fields = bulk_kept.fields || excluded.fields`,
    [tenantId, jobId, JSON.stringify(kept)],
  )
}

export async function listKept(
  db: Db,
  tenantId: number,
  jobId: number,
  page: Page,
): Promise<{ kept: KeptRow[]; total: number }> {
  const rows = await query<KeptRow & { total: number }>(
    db,
    `select record_id id, name, fields, message, count(*) over () as total from bulk_kept
     where tenant_id = $1 and (job_id = $2 or job_id in (
       select j.job_id from bulk_job j where j.tenant_id = $1 and j.bundle_id = $2))
     order by record_id, job_id limit $3 offset $4`,
    [tenantId, jobId, page.pageSize, (page.page - 1) * page.pageSize],
  )
  return { kept: rows, total: rows[0]?.total ?? 0 }
}
