import { fold } from '@steward/conditions'
import type { ColumnMapping, ImportConfig } from '@steward/contracts/sheet'
import { canBeKey, hasOptions } from '@steward/contracts/data-type'
import { invalid } from '../../platform/errors.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { openOptionBook, type OptionBook } from './sheet.options.ts'
import { createColumnReader, type ColumnReader, type ReadingContext } from './sheet.column.ts'

/** The field that says which record a row is about; it is never written. */
export const internalIdKey = 'recordId'

function isFillable(field: CatalogueField): boolean {
  return field.uploadable || field.key === 'pulse' || field.key === internalIdKey
}

function faultOfTarget(field: CatalogueField | undefined, name: string): string | undefined {
  if (!field) return `Unknown field "${name.slice(0, 60)}".`
  return isFillable(field) ? undefined : `${field.displayName} cannot be filled by an import.`
}

/** A field that a row in JSON may name; a sentence where it may not. */
function findTarget(catalogue: Catalogue, name: string): CatalogueField | string {
  const field = catalogue.find(name)
  return faultOfTarget(field, name) ?? (field as CatalogueField)
}

function faultOfTwo(field: CatalogueField, mappings: readonly ColumnMapping[]): string | undefined {
  if (mappings.length < 2 || field.type.joinable) return undefined
  return `Two columns are matched to ${field.displayName}. Skip one of them; only text fields can be joined.`
}

function groupByTarget(columns: readonly ColumnMapping[]): Map<string, ColumnMapping[]> {
  const groups = new Map<string, ColumnMapping[]>()
  for (const mapping of columns) {
    if (mapping.target === null) continue
    groups.set(mapping.target, [...(groups.get(mapping.target) ?? []), mapping])
  }
  return groups
}

function faultsOfColumns(config: ImportConfig, catalogue: Catalogue): Record<string, string> {
  const faults: Record<string, string> = {}
  const seen = new Map<string, string>()
  for (const [target, mappings] of groupByTarget(config.columns)) {
    const field = catalogue.find(target)
    const path = `config.columns.${config.columns.indexOf(mappings[0] as ColumnMapping)}.target`
    const fault = faultOfTarget(field, target)
    if (fault || !field) {
      faults[path] = fault ?? ''
      continue
    }
    const twice = faultOfTwo(field, mappings)
    if (twice) faults[path] = twice
    if (seen.has(field.key))
      faults[path] = `"${target}" and "${seen.get(field.key)}" are the same field. Keep one.`
    seen.set(field.key, target)
  }
  return faults
}

function faultOfKey(
  name: string,
  config: ImportConfig,
  catalogue: Catalogue,
  fromFile: boolean,
): string | undefined {
  const field = catalogue.find(name)
  if (!field) return `Unknown field "${name.slice(0, 60)}".`
  if (!canBeKey(field.dataType)) return `${field.displayName} cannot say which record a row is.`
  const filled = config.columns.some((one) => one.target !== null && catalogue.find(one.target) === field)
  if (fromFile && !filled) return `Match a column to ${field.displayName}, or remove it from the key.`
  return undefined
}

function faultOfMissing({ missingRecords, missingValues, key }: ImportConfig): Record<string, string> {
  if (missingRecords === 'leave') return {}
  if (key.length === 0) return { 'config.missingRecords': 'Choose the fields that identify a record.' }
  if (missingRecords !== 'set' || Object.keys(missingValues).length > 0) return {}
  return { 'config.missingValues': 'Choose a value to set on records that the file lacks.' }
}

/** Refuses a configuration that cannot work: unknown fields, fields filled twice, a key without a column. */
export function checkConfig(config: ImportConfig, catalogue: Catalogue, fromFile: boolean): void {
  const faults = { ...faultsOfColumns(config, catalogue), ...faultOfMissing(config) }
  for (const [at, name] of config.key.entries()) {
    const fault = faultOfKey(name, config, catalogue, fromFile)
    if (fault) faults[`config.key.${at}`] = fault
  }
  if (config.mode === 'update' && config.key.length === 0) {
    faults['config.key'] = 'Choose the fields that identify a record.'
  }
  if (fromFile && config.columns.every((one) => one.target === null)) {
    faults['config.columns'] = 'Match at least one column to a field.'
  }
  if (Object.keys(faults).length > 0) throw invalid('bulk.config', faults)
}

/** Opens the books of the picklists that an import may fill. `earlier` has what it added before it was interrupted. */
export function openBooks(
  catalogue: Catalogue,
  config: ImportConfig,
  earlier: readonly { field: string; values: readonly string[] }[],
): Map<string, OptionBook> {
  const books = new Map<string, OptionBook>()
  for (const field of catalogue.fields) {
    if (!hasOptions(field.dataType)) continue
    const filling = config.columns.filter(
      (one) => one.target !== null && catalogue.find(one.target) === field,
    )
    const allowed = new Set(filling.flatMap((one) => one.newOptions ?? []).map((text) => fold(text)))
    const createsAll = filling.some((one) => one.createOptions)
    const create = createsAll || (allowed.size > 0 ? allowed : false)
    const known = earlier.find((one) => one.field === field.name)?.values ?? []
    books.set(field.key, openOptionBook(field, create, known))
  }
  return books
}

/** The readers of a file's columns, in the order of the file. */
export function readersOfFile(context: ReadingContext): ColumnReader[] {
  const { config, catalogue } = context
  return [...groupByTarget(config.columns)].map(([target, mappings]) => {
    const { column: _, target: __, ...mapping } = mappings[0] as ColumnMapping
    const columns = mappings.map((one) => one.column)
    return createColumnReader(catalogue.find(target) as CatalogueField, columns, mapping, context)
  })
}

/** The readers of rows in JSON, by position in the header; a sentence for a name that is not a field. */
export function readersOfNames(
  header: readonly string[],
  context: ReadingContext,
): { readers: ColumnReader[]; faults: { column: number; field: string; message: string }[] } {
  const readers: ColumnReader[] = []
  const faults: { column: number; field: string; message: string }[] = []
  for (const [column, name] of header.entries()) {
    const field = findTarget(context.catalogue, name)
    if (typeof field === 'string') {
      faults.push({ column, field: name, message: field })
      continue
    }
    const wanted = context.config.columns.find(
      (one) => one.target !== null && context.catalogue.find(one.target) === field,
    )
    const { column: _, target: __, ...mapping } = wanted ?? { column, target: name }
    readers.push(createColumnReader(field, [column], mapping, context))
  }
  return { readers, faults }
}
