import { referredLevel } from '@steward/contracts/data-type'
import type { HistoryEntry } from '@steward/contracts/record-history'
import { serverTypes, type ServerType, type Wording } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
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

/** Records that kept values name. */
export function namedRecords(rows: readonly HistoryRow[], catalogue: Catalogue): number[] {
  const ids = rows.flatMap((row) =>
    [row.before, row.after].flatMap((values) =>
      Object.entries(values ?? {}).flatMap(([key, value]) =>
        holdsRecord(catalogue.byKey(key)) && typeof value === 'number' ? [value] : [],
      ),
    ),
  )
  return [...new Set(ids)]
}

/** What is said of a field; of one that is gone only that it is. */
function naming(field: CatalogueField | undefined, key: string) {
  if (!field && key === 'imageId') {
    return { field: key, label: 'Picture', dataType: 'string', restorable: false }
  }
  if (!field) return { field: key, label: 'A field that was removed', dataType: 'string', restorable: false }
  const { name, displayName, dataType, calculated } = field
  return { field: name, label: displayName, dataType, restorable: !calculated && key !== 'health' }
}

/** What a change did, field by field, in words. */
export function changesOf(row: HistoryRow, catalogue: Catalogue, wording: Wording): HistoryEntry['changes'] {
  if (row.kind !== 2) return []
  return Object.keys(row.after ?? {}).map((key) => {
    const field = catalogue.byKey(key)
    const before = row.before?.[key] ?? null
    const after = row.after?.[key] ?? null
    return {
      ...naming(field, key),
      before,
      after,
      beforeText: textOfValue(before, field, wording),
      afterText: textOfValue(after, field, wording),
    }
  })
}
