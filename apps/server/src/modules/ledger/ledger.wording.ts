import { referredLevel } from '@steward/contracts/data-type'
import type { HistoryEntry } from '@steward/contracts/record-history'
import { serverTypes, type ServerType, type Wording } from '../data-type/index.ts'
import { typedAfter, typedBefore, type Catalogue, type CatalogueField } from '../field/index.ts'
import { faultOfReturn } from '../record/index.ts'
import type { HistoryRow } from './ledger.read-model.ts'

export type { Wording }

/** The type that a value looks like, for fields that were removed. */
function typeOf(value: unknown): ServerType {
  if (typeof value === 'boolean') return serverTypes.boolean
  return typeof value === 'object' ? serverTypes.currency : serverTypes.string
}

/** A value as people read it; null for none. Values of fields that were removed are shown as they were kept. */
export function textOfValue(
  value: unknown,
  field: CatalogueField | undefined,
  wording: Wording,
): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item) => textOfValue(item, field, wording)).join(', ')
  const type = field?.type ?? typeOf(value)
  return type.word?.(value, wording, field) ?? String(value)
}

const holdsRecord = (field: CatalogueField | undefined): boolean =>
  field !== undefined && referredLevel(field.dataType) !== undefined

/** Records that kept values name: as what a record belongs to, and in fields of the tenant's own. */
export function namedRecords(
  rows: readonly HistoryRow[],
  catalogue: Catalogue,
): { parents: number[]; others: number[] } {
  const parents = new Set<number>()
  const others = new Set<number>()
  const values = rows.flatMap(({ before, after, change_set_id: id }) => [
    ...Object.entries(before ?? {}).map((entry) => [...entry, typedBefore, id] as const),
    ...Object.entries(after ?? {}).map((entry) => [...entry, typedAfter, id] as const),
  ])
  for (const [key, value, typed, changeSetId] of values) {
    const present = catalogue.byKey(key)
    const field = present && typed(present, changeSetId)
    if (!holdsRecord(field) || typeof value !== 'number') continue
    if (field?.fieldId === null) parents.add(value)
    else others.add(value)
  }
  return { parents: [...parents], others: [...others] }
}

/** Why a value of before a change set may not go back by itself: it is of another type. */
export function faultOfTime(field: CatalogueField, changeSetId: number): string | undefined {
  if (typedBefore(field, changeSetId).dataType === field.dataType) return undefined
  return `${field.displayName} had another type then. Undo the change of its type to restore its values.`
}

/** What is said of a field; of one that is gone only that it is. */
function naming(
  field: CatalogueField | undefined,
  { key, before, changeSetId }: { key: string; before: unknown; changeSetId: number },
) {
  if (!field && key === 'imageId') {
    return { field: key, label: 'Picture', dataType: 'string', restorable: false }
  }
  if (!field) return { field: key, label: 'A deleted field', dataType: 'string', restorable: false }
  const { name, displayName, dataType } = field
  const restorable =
    faultOfTime(field, changeSetId) === undefined && faultOfReturn(field, before) === undefined
  return { field: name, label: displayName, dataType, restorable }
}

/** What a change did, field by field, in words. */
export function changesOf(row: HistoryRow, catalogue: Catalogue, wording: Wording): HistoryEntry['changes'] {
  if (row.kind !== 2) return []
  return Object.keys(row.after ?? {}).map((key) => {
    const field = catalogue.byKey(key)
    const before = row.before?.[key] ?? null
    const after = row.after?.[key] ?? null
    return {
      ...naming(field, { key, before, changeSetId: row.change_set_id }),
      before,
      after,
      beforeText: textOfValue(before, field && typedBefore(field, row.change_set_id), wording),
      afterText: textOfValue(after, field && typedAfter(field, row.change_set_id), wording),
    }
  })
}
