import { levelOf, type LevelId } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import { invalid } from '../../platform/errors.ts'
import type { CatalogueField } from '../field/index.ts'
import type { PreparedList } from '../record-list/index.ts'

/** One column of the file. */
export interface ExportColumn {
  header: string
  field: CatalogueField
  /** It has the names of what the column before it identifies, for people. */
  isNamed?: true
  valueOf(record: RecordBody): FieldValue | null
}

type ReadGlobal = (record: RecordBody) => FieldValue | null

/** Where a built-in field is in a record, by its key. */
const readers: Readonly<Record<string, ReadGlobal>> = {
  name: ({ globalFields }) => globalFields.name,
  externalId: ({ globalFields }) => globalFields.externalId,
  email: ({ globalFields }) => globalFields.email ?? null,
  about: ({ globalFields }) => globalFields.about ?? null,
  recordId: (record) => record[levelOf(record.level as LevelId).idKey] ?? null,
  health: ({ globalFields }) => globalFields.health,
  pulse: ({ globalFields }) => globalFields.pulse,
  stageId: ({ globalFields }) => globalFields.lifecycleStageId,
  statusId: ({ globalFields }) => globalFields.pipelineStatus ?? null,
  pipelineType: ({ globalFields }) => globalFields.pipelineType,
  organizationId: ({ globalFields }) => globalFields.organization?.id ?? null,
  accountId: ({ globalFields }) => globalFields.account?.id ?? null,
  churned: ({ globalFields }) => globalFields.churned,
  churnDate: ({ globalFields }) => globalFields.churnDate ?? null,
  churnReason: ({ globalFields }) => globalFields.churnReason ?? null,
  churnAmount: ({ globalFields }) => globalFields.churnAmount ?? null,
  archived: ({ globalFields }) => globalFields.entityArchived,
  createdAt: ({ globalFields }) => globalFields.createdAt ?? null,
  updatedAt: ({ globalFields }) => globalFields.updatedAt ?? null,
  owners: ({ globalFields }) => globalFields.owners.map((owner) => owner.id),
  primaryOwner: ({ globalFields }) => globalFields.owners[0]?.id ?? null,
}

function ownReader(field: CatalogueField): ReadGlobal | undefined {
  if (field.fieldId === null) return readers[field.key]
  return (record) => (record.customFields[field.name] ?? null) as FieldValue | null
}

const parentLabels = new Map([
  ['organization', 'Organization: '],
  ['account', 'Account: '],
  ['owner', ''],
])

function relatedColumn({ request }: PreparedList, name: string): ExportColumn | undefined {
  const related = request.related.find((one) => one.name === name)?.reached
  if (!related?.parent || !related.field.visible) return undefined
  return {
    header: `${parentLabels.get(related.parent) ?? ''}${related.field.displayName}`,
    field: related.field,
    valueOf: (record) => (record.relatedFields?.[name] ?? null) as FieldValue | null,
  }
}

function ownColumn({ request, context }: PreparedList, name: string): ExportColumn | undefined {
  const field = context.catalogueOf(request.level).find(name)
  const valueOf = field?.visible ? ownReader(field) : undefined
  return field && valueOf && { header: field.displayName, field, valueOf }
}

/** Fields whose cells are external ids or addresses, which imports read, but few people know. */
const identifying = new Set(['organizationId', 'accountId', 'owners', 'primaryOwner'])

function withNames(column: ExportColumn): ExportColumn[] {
  if (!identifying.has(column.field.key)) return [column]
  return [column, { ...column, header: `${column.header} (name)`, isNamed: true }]
}

/** The columns of a file by their API names. Throws `invalid_input` at a name that the list does not have. */
export function columnsOf(prepared: PreparedList, names: readonly string[]): ExportColumn[] {
  const faults: Record<string, string> = {}
  const columns = [...new Set(names)].flatMap((name) => {
    const column = name.includes('.') ? relatedColumn(prepared, name) : ownColumn(prepared, name)
    if (column) return withNames(column)
    faults[`columns.${names.indexOf(name)}`] = `Unknown field "${name.slice(0, 60)}". Leave it out.`
    return []
  })
  if (Object.keys(faults).length > 0) throw invalid('export.columns', faults)
  return columns
}
