import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { customColumnSql, indexMarkSql, slotColumnSql, type CatalogueField } from '../field/index.ts'
import { scopeSql } from './record.policy.ts'

export interface Match {
  recordId: number
  name: string
  organizationId: number | null
}

/** Enough to see that a key is not unique, and to name a few of those that have it. */
const mostMatches = 4

/** A condition on record `r` and the text parameter `k`, and whether an index of every tenant serves it. */
interface KeySql {
  sql: string
  indexed: boolean
}

const columnByKey: Readonly<Record<string, string>> = {
  about: 'about',
  pulse: 'pulse',
  pipelineType: 'pipeline_type',
  statusId: 'status_id',
  stageId: 'stage_id',
  organizationId: 'organization_id',
  accountId: 'account_id',
}

const indexedKeys: Readonly<Record<string, (k: string) => string>> = {
  recordId: (k) => `r.record_id = ${k}::bigint`,
  externalId: (k) => `r.external_id = ${k}`,
  email: (k) => `lower(r.email) = lower(${k})`,
  name: (k) =>
    `r.archived = any('{f,t}') and r.churned = any('{f,t}') and r.name_folded = lower(${k} collate "pg_c_utf8") collate "C"`,
}

const castByStorage: Readonly<Record<string, string>> = {
  numeric: '::numeric',
  int: '::int8',
  boolean: '::boolean',
  isoDate: ' collate "C"',
  date: '::date',
}

function keySql(field: CatalogueField, k: string, tenantId: number, level: LevelId): KeySql {
  const found = foundSql(field, k, tenantId, level)
  // Ids of other systems compare as they are; the index finds them without regard to case.
  return field.idSource
    ? { ...found, sql: `${found.sql} and ${customColumnSql(field, 'r').sql} = ${k}` }
    : found
}

function foundSql(field: CatalogueField, k: string, tenantId: number, level: LevelId): KeySql {
  const indexed = indexedKeys[field.key]
  if (indexed) return { sql: indexed(k), indexed: true }
  const column = columnByKey[field.key]
  if (column) {
    const isText = field.kind === 'text'
    return { sql: `r.${column} = ${k}${isText ? '' : '::bigint'}`, indexed: false }
  }
  if (field.slots && field.isSlotCurrent) {
    const { sql, storage } = slotColumnSql({ kind: field.kind, slots: field.slots }, 'v')
    const mark = field.indexed && field.fieldId ? ` and ${indexMarkSql(field.fieldId, 'v')}` : ''
    const values = `select v.record_id from record_slot_fenced v where v.tenant_id = ${tenantId} and v.level = ${level}${mark}`
    const test = `${sql} = (${k}${castByStorage[storage] ?? ''})`
    return { sql: `r.record_id in (${values} and ${test})`, indexed: false }
  }
  const custom = customColumnSql(field, 'r')
  if (custom.storage === 'text') {
    return { sql: `${custom.folded} = lower(${k} collate "pg_c_utf8") collate "C"`, indexed: false }
  }
  return { sql: `${custom.sql} = (${k}${castByStorage[custom.storage] ?? ''})`, indexed: false }
}

/**
 * The records of a level whose key has given values, for many keys in one query: element i of the
 * answer has those of key i. Values stand as text, in the order of the fields. Text compares without
 * regard to case, external IDs as they are. Records that the actor doesn't see are not among them.
 */
export async function matchRecords(
  db: Db | Tx,
  actor: Actor,
  level: LevelId,
  fields: readonly CatalogueField[],
  keys: readonly (readonly string[])[],
  most = mostMatches,
): Promise<Match[][]> {
  const found: Match[][] = keys.map(() => [])
  if (keys.length === 0) return found
  const conditions = fields.map((field, at) => keySql(field, `i.k${at}`, actor.tenantId, level))
  // Tenant and level stand as literals, by which the indexes of custom fields are found.
  const matches = conditions.map(({ sql }) => sql).join(' and ')
  const where = `r.tenant_id = ${actor.tenantId} and r.level = ${level} and ${matches} and ${scopeSql(actor, 'r', level)}`
  const columns = 'r.record_id, r.name, r.organization_id'
  const arrays = fields.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const names = fields.map((_, at) => `k${at}`).join(', ')
  const input = `unnest(${arrays}) with ordinality as i(${names}, n)`
  // An index finds each key by itself; without one, all keys are looked for in one pass.
  const text = conditions.some(({ indexed }) => indexed)
    ? `select i.n, m.* from ${input} cross join lateral
         (select ${columns} from record_fenced r where ${where} limit ${most}) m`
    : `select i.n, ${columns} from ${input} join record_fenced r on ${where}`
  const values = fields.map((_, at) => keys.map((key) => key[at]))
  const rows = await query<{
    n: number
    record_id: number
    name: string
    organization_id: number | null
  }>(db, text, values)
  for (const row of rows) {
    const list = found[row.n - 1]
    if (!list || list.length >= most) continue
    const { record_id: recordId, name, organization_id: organizationId } = row
    list.push({ recordId, name, organizationId })
  }
  return found
}

/** What a record has in a field of a key, as SQL over record `r`. */
function keyColumnSql(field: CatalogueField): string {
  if (field.key === 'recordId') return 'r.record_id'
  if (field.key === 'externalId') return 'r.external_id'
  if (field.key === 'email' || field.key === 'name') return `r.${field.key}`
  const column = columnByKey[field.key]
  return column ? `r.${column}` : customColumnSql(field, 'r').sql
}

/** SQL for the records that an actor sees, that have every field of a key, and that are not archived. */
export function keyedRecordsSql(actor: Actor, level: LevelId, key: readonly CatalogueField[]): string {
  const filled = key.map((field) => `(${keyColumnSql(field)}) is not null`)
  return `select r.record_id from record_fenced r
    where r.tenant_id = ${actor.tenantId} and r.level = ${level} and not r.archived and ${filled.join(' and ')}
      and ${scopeSql(actor, 'r', level)}`
}

/** The names of records, of those that the actor may see. */
export async function findRecordNames(
  db: Db | Tx,
  actor: Actor,
  recordIds: readonly number[],
): Promise<Map<number, string>> {
  if (recordIds.length === 0) return new Map()
  const rows = await query<{ record_id: number; name: string }>(
    db,
    `select r.record_id, r.name from record r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}`,
    [actor.tenantId, recordIds],
  )
  return new Map(rows.map((row) => [row.record_id, row.name]))
}
