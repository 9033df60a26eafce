import type { CatalogueField } from './field.catalogue.ts'
import { customColumnSql } from './field.sql.ts'
import { indexMarkSql, slotColumnSql } from './slot.rules.ts'
import { slotBeside } from './slot.sql.ts'

/** For which use of a large list an index is: sorted upwards or downwards, searched, or upwards within a stage. */
export type IndexUse = 'asc' | 'desc' | 'match' | 'stage'

type IndexedField = Pick<CatalogueField, 'key' | 'dataType' | 'kind' | 'slots'>

/**
 * The index that serves a use of a field, or null where none would. Numbers, days, references and
 * yes-or-no are found by the index that sorts them. Text sorts by its beginning and is found by its
 * trigrams, a list of options by its members. References sort by what they refer to, so that no index on
 * their ids helps. Long text is not indexed.
 */
export function indexUseFor(field: IndexedField, use: IndexUse): IndexUse | null {
  if (field.dataType === 'longText') return null
  if (field.kind === 'text') return use === 'stage' ? null : use
  if (field.kind === 'references') return use === 'match' ? 'match' : null
  return field.slots ? slotUseFor(field, use) : null
}

function slotUseFor(field: IndexedField, use: IndexUse): IndexUse | null {
  if (use === 'stage') return use
  // Lists walk the index of numbers and days backwards, too: a second one would be written with every change.
  return field.kind === 'reference' && use === 'desc' ? null : 'asc'
}

/** Tenants that came from another instance may have fields of the same ids. */
function nameOf(tenantId: number, fieldId: number): string {
  return `record_t${tenantId}_f${fieldId}`
}

export function indexName(tenantId: number, fieldId: number, use: IndexUse): string {
  return `${nameOf(tenantId, fieldId)}_${use}`
}

function indexedBy(field: IndexedField, use: IndexUse): string {
  const column = customColumnSql(field, 'record')
  if (use !== 'match') return `((${column.sort}) ${use} nulls last, record_id ${use})`
  if (field.kind === 'text') return `using gin ((${column.folded}) gin_trgm_ops)`
  return `using gin ((${column.sql}) jsonb_path_ops)`
}

export function statisticsName(tenantId: number, fieldId: number): string {
  return `${nameOf(tenantId, fieldId)}_values`
}

/**
 * The statement by which PostgreSQL learns how a field's values are spread. An index over some of the
 * records teaches it nothing of the kind, and without it the index is passed over.
 */
export function createStatisticsSql(field: IndexedField, tenantId: number, fieldId: number): string {
  const { sql } = customColumnSql(field, 'record')
  return `create statistics if not exists ${statisticsName(tenantId, fieldId)} on (${sql}) from record`
}

/** Options and yes-or-no have few values: without anything beside them, each is in the index once with all its rows. */
const isOfFewValues = ({ dataType }: IndexedField): boolean =>
  dataType === 'boolean' || dataType === 'singlePicklist'

/** Columns that only pipelines have. */
const ofPipelines: ReadonlySet<string> = new Set(['pipeline_type', 'status_id'])

/** Columns that counts and the row fence need beside the value of a slot. */
const besideAt = (level: number): readonly string[] => [
  ...slotBeside.filter((column) => level === 4 || !ofPipelines.has(column)),
  'tenant_id',
]

function slotIndex(
  field: IndexedField,
  slots: NonNullable<IndexedField['slots']>,
  use: IndexUse,
  level: number,
): string {
  const value = slotColumnSql({ kind: field.kind, slots }, 'record_slot').sort.replace('record_slot.', '')
  const key = `${value} asc nulls last, record_id asc`
  const [stage, ...beside] = besideAt(level)
  if (use === 'stage') {
    const currency = slots.currency === null ? [] : [slots.currency]
    return `(${stage}, ${key}) include (${[...beside, ...currency].join(', ')})`
  }
  // All that a list counts by is in the index, so that counting reads nothing else.
  return isOfFewValues(field) ? `(${value})` : `(${key}) include (${besideAt(level).join(', ')})`
}

/**
 * The statement that makes an index. It holds one tenant's records of one level, so a query is served by it only if it
 * names both as literals. PostgreSQL combines two indexes for one search only where no condition of theirs is the same:
 * so each on slots names beside the tenant one that there never is, by the id of the field. It plans with every index
 * whose condition holds, wanted or not: so each on slots has the mark of its field too, and statements have the marks
 * of the fields that they ask about. The mark comes first, so that others are passed over soon.
 */
export function createIndexSql(index: {
  field: IndexedField
  fieldId: number
  use: IndexUse
  tenantId: number
  level: number
}): string {
  const { field, fieldId, use, tenantId, level } = index
  const create = `create index concurrently if not exists ${indexName(tenantId, fieldId, use)} on`
  if (!field.slots) {
    return `${create} record ${indexedBy(field, use)} where tenant_id = ${tenantId} and level = ${level}`
  }
  const own = `${indexMarkSql(fieldId)} and tenant_id in (${tenantId}, -${fieldId})`
  return `${create} record_slot_${level} ${slotIndex(field, field.slots, use, level)} where ${own}`
}
