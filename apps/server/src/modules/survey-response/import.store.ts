import { importStateId, importStates, type ImportState } from '@steward/contracts/plain/survey'
import { surveyChannelId } from '@steward/contracts/plain/survey'
import type { SurveyImportForm } from '@steward/contracts/survey/import'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ReadAnswer } from './answer.rules.ts'
import type { RowNames } from './import.rules.ts'
import { countSql, uncounted } from './count.rules.ts'

export interface StoredImport {
  importId: number
  surveyId: number
  version: number
  uploadId: string
  fileName: string
  form: SurveyImportForm
  state: ImportState
  rowsRead: number
  imported: number
  noAnswer: number
  refused: number
  failure: string | null
  createdBy: number | null
  createdAt: Date
  finishedAt: Date | null
}

type Row = Omit<StoredImport, 'state'> & { state: number }

const columns = `i.import_id as "importId", i.survey_id as "surveyId", i.version, i.upload_id as "uploadId",
  i.file_name as "fileName", i.form, i.state, i.rows_read as "rowsRead", i.imported, i.no_answer as "noAnswer",
  i.refused, i.failure, i.created_by as "createdBy", i.created_at as "createdAt", i.finished_at as "finishedAt"`

const importOf = (row: Row): StoredImport => ({ ...row, state: importStates[row.state - 1] as ImportState })

export async function listImports(db: Db, tenantId: number, surveyId: number): Promise<StoredImport[]> {
  const rows = await query<Row>(
    db,
    `/*survey_import.list*/ select ${columns} from survey_import i
     where i.tenant_id = $1 and i.survey_id = $2 order by i.import_id desc limit 100`,
    [tenantId, surveyId],
  )
  return rows.map(importOf)
}

/** Locks an import until the transaction ends; undefined where there is none in that state. */
export async function lockImport(
  tx: Tx,
  tenantId: number,
  importId: number,
  state: ImportState,
): Promise<StoredImport | undefined> {
  const [row] = await query<Row>(
    tx,
    `/*survey_import.lock*/ select ${columns} from survey_import i
     where i.tenant_id = $1 and i.import_id = $2 and i.state = $3 for update`,
    [tenantId, importId, importStateId(state)],
  )
  return row && importOf(row)
}

export type NewImport = Pick<
  StoredImport,
  'surveyId' | 'version' | 'uploadId' | 'fileName' | 'form' | 'createdBy' | 'createdAt'
>

export async function insertImport(tx: Tx, tenantId: number, one: NewImport): Promise<number> {
  const { surveyId, version, uploadId, fileName, form, createdBy, createdAt } = one
  const [row] = await query<{ id: number }>(
    tx,
    `/*survey_import.insert*/ insert into survey_import
       (tenant_id, survey_id, version, upload_id, file_name, form, state, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $8) returning import_id as id`,
    [tenantId, surveyId, version, uploadId, fileName, JSON.stringify(form), createdBy, createdAt],
  )
  return (row as { id: number }).id
}

export async function updateImport(
  db: Db | Tx,
  tenantId: number,
  { importId, state, rowsRead, imported, noAnswer, refused, failure, finishedAt }: StoredImport,
): Promise<void> {
  await query(
    db,
    `/*survey_import.update*/ update survey_import set state = $3, rows_read = $4, imported = $5, no_answer = $6,
       refused = $7, failure = $8, finished_at = $9
     where tenant_id = $1 and import_id = $2`,
    [tenantId, importId, importStateId(state), rowsRead, imported, noAnswer, refused, failure, finishedAt],
  )
}

/** Which of these uploads imports still need. */
export async function findNeededUploads(
  tx: Tx,
  tenantId: number,
  uploadIds: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    `/*survey_import.needed*/ select upload_id as id from survey_import
     where tenant_id = $1 and upload_id = any($2::uuid[]) and state = 1`,
    [tenantId, uploadIds],
  )
  return rows.map(({ id }) => id)
}

export interface ImportedRow {
  answer: ReadAnswer
  at: Date
  recordId: number | null
  claimedName: string | null
  /** The number of the row in the file, which makes it be imported once. */
  row: number
}

/** Writes rows as complete responses; returns their ids. */
export async function insertResponses(
  tx: Tx,
  tenantId: number,
  { importId, surveyId, version }: StoredImport,
  rows: readonly ImportedRow[],
): Promise<number[]> {
  const written = await query<{ id: number }>(
    tx,
    `/*survey_import.responses*/
    with put as (
      insert into survey_response (tenant_id, survey_id, version, channel, visitor, record_id, claimed_name, score,
        is_complete, answers, comment, answered_at, counted, import_id)
      select $1, $2, $3, ${surveyChannelId('import')}, x.visitor, x.record_id, x.claimed_name, x.score, true, x.answers,
        x.comment, x.at, coalesce(x.score, ${uncounted.noScore}), $4
      from jsonb_to_recordset($5) x(visitor text, record_id bigint, claimed_name text, score smallint, answers jsonb,
        comment text, at timestamptz)
      on conflict (tenant_id, survey_id, visitor) do nothing
      returning response_id, survey_id, (answered_at at time zone 'UTC')::date as day, counted),
    counted as (${countSql('(select survey_id, day, counted as score, 1 as n from put)')})
    select response_id as id from put`,
    [
      tenantId,
      surveyId,
      version,
      importId,
      JSON.stringify(
        rows.map(({ answer, at, recordId, claimedName, row }) => ({
          visitor: `import:${importId}:${row}`,
          record_id: recordId,
          claimed_name: claimedName,
          score: answer.score,
          answers: answer.answers,
          comment: answer.comment,
          at,
        })),
      ),
    ],
  )
  return written.map(({ id }) => id)
}

/** Deletes some responses of an import, with their counts. Returns how many, and their items on timelines. */
export async function deleteImported(
  tx: Tx,
  tenantId: number,
  importId: number,
  limit: number,
): Promise<{ deleted: number; itemIds: number[] }> {
  const [row] = await query<{ deleted: number; itemIds: number[] | null }>(
    tx,
    `/*survey_import.undo*/
    with chosen as (
      select response_id from survey_response where tenant_id = $1 and import_id = $2 order by response_id limit $3),
    items as (
      select i.item_id from survey_response_item i join chosen c on c.response_id = i.response_id
      where i.tenant_id = $1),
    gone as (
      delete from survey_response r using chosen c where r.tenant_id = $1 and r.response_id = c.response_id
      returning r.survey_id, (r.answered_at at time zone 'UTC')::date as day, r.counted),
    counted as (${countSql('(select survey_id, day, counted as score, -1 as n from gone)')})
    select (select count(*)::int from gone) as deleted, (select array_agg(item_id) from items) as "itemIds"`,
    [tenantId, importId, limit],
  )
  return { deleted: row?.deleted ?? 0, itemIds: row?.itemIds ?? [] }
}

/** Which contacts and accounts rows mean, by place; of several with a name the first. */
export async function findRecords(
  db: Db | Tx,
  tenantId: number,
  names: readonly RowNames[],
): Promise<Map<number, number>> {
  const rows = await query<{ n: number; id: number }>(
    db,
    `/*survey_import.records*/
     with named as (
       select k.account, min(r.record_id) as record_id
       from (select distinct account from unnest($5::text[]) k(account)) k
       join record_fenced r on r.tenant_id = $1 and r.level = 2
         and r.name_folded = lower(k.account collate pg_c_utf8)
       group by k.account)
     select x.n, coalesce(c.record_id, e.record_id, a.record_id, b.record_id) as id
     from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
       x(external_id, email, account_external_id, account, n)
     left join lateral (select record_id from record_fenced r where r.tenant_id = $1 and r.level = 3
       and r.external_id = x.external_id limit 1) c on true
     left join lateral (select record_id from record_fenced r where r.tenant_id = $1 and r.level = 3
       and lower(r.email) = lower(x.email) order by record_id limit 1) e on c.record_id is null
     left join lateral (select record_id from record_fenced r where r.tenant_id = $1 and r.level = 2
       and r.external_id = x.account_external_id limit 1) a on c.record_id is null and e.record_id is null
     left join named b on b.account = x.account
     where coalesce(c.record_id, e.record_id, a.record_id, b.record_id) is not null`,
    [
      tenantId,
      names.map(({ externalId }) => externalId),
      names.map(({ email }) => email),
      names.map(({ accountExternalId }) => accountExternalId),
      names.map(({ account }) => account),
    ],
  )
  return new Map(rows.map(({ n, id }) => [n - 1, id]))
}
