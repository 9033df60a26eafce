import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import { canBeKey, referredLevel } from '@steward/contracts/data-type'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { type ValueType, valueTypeOf } from '../../../entities/value/index.ts'

// An upload may set the pulse, and an internal id may say which record a row is.
const alsoOpen = new Set(['system:pulse', 'system:internalId'])

/** The fields that a column may fill. */
export function targetsOf(level: Level, fields: readonly LevelField[]): LevelField[] {
  const closed = new Set(
    builtInFieldsOf(level.id)
      .filter((field) => !field.uploadable && !alsoOpen.has(field.name))
      .map((field) => field.name),
  )
  return fields.filter((field) => !closed.has(field.name))
}

export type OptionKind = NonNullable<ValueType['importAsks']>

/** Which further choices a target asks for; null when it reads text as it stands. */
export function optionKindOf(field: LevelField): OptionKind | null {
  return valueTypeOf(field).importAsks ?? null
}

const matchByKind: Partial<Record<OptionKind, NonNullable<ColumnMapping['match']>>> = {
  person: 'email',
  record: 'name',
}

/** The mapping of a column after another target was chosen, with what that target starts from. */
export function withTarget(mapping: ColumnMapping, target: LevelField | null): ColumnMapping {
  const { column, dateFormat, numberFormat } = mapping
  const kind = target && optionKindOf(target)
  return {
    column,
    target: target?.name ?? null,
    ...(dateFormat ? { dateFormat } : {}),
    ...(numberFormat ? { numberFormat } : {}),
    ...(kind && matchByKind[kind] ? { match: matchByKind[kind] } : {}),
    ...(kind === 'picklist' && target?.options.length === 0 ? { createOptions: true } : {}),
  }
}

/** The columns with options added to suggested picklists that have none yet, as for those that are chosen. */
export function withFirstOptions(
  columns: readonly ColumnMapping[],
  targets: readonly LevelField[],
): ColumnMapping[] {
  const empty = new Set(
    targets
      .filter((one) => optionKindOf(one) === 'picklist' && one.options.length === 0)
      .map(({ name }) => name),
  )
  return columns.map((column) =>
    column.target !== null && column.createOptions === undefined && empty.has(column.target)
      ? { ...column, createOptions: true }
      : column,
  )
}

/** Whether records that a column names may be created where they are not there yet. */
export function mayCreateNamed(
  level: Level,
  { dataType }: LevelField,
  match: ColumnMapping['match'],
): boolean {
  // A contact needs more than a name, and no one can choose an internal id.
  if (dataType === 'contact' || match === 'id') return false
  // A record of the level that is imported may be another row of the file, and would come into being twice.
  return referredLevel(dataType) !== level.id
}

/** The other columns that fill the same field. */
export function sharersOf(mapping: ColumnMapping, columns: readonly ColumnMapping[]): number[] {
  if (mapping.target === null) return []
  return columns
    .filter((other) => other.target === mapping.target && other.column !== mapping.column)
    .map((other) => other.column)
}

/** Columns of such a field are joined; any other field takes one column. */
export function mayShare({ dataType }: LevelField): boolean {
  return dataType === 'string' || dataType === 'longText'
}

/** Whether a field can say which record a row is. */
export function mayBeKey({ dataType }: LevelField): boolean {
  return canBeKey(dataType)
}

/** The required fields that no column fills. */
export function missingFields(
  targets: readonly LevelField[],
  columns: readonly ColumnMapping[],
): LevelField[] {
  const filled = new Set(columns.map(({ target }) => target))
  return targets.filter((field) => field.required && !alsoOpen.has(field.name) && !filled.has(field.name))
}
