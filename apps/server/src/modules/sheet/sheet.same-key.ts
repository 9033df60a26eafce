import { fold } from '@steward/conditions'
import { referredLevel } from '@steward/contracts/data-type'
import type { CatalogueField } from '../field/index.ts'
import type { Problem } from '../record/index.ts'
import { isExactId } from './sheet.column.ts'
import { createKeySet, hashKey } from './sheet.key.ts'
import { isOfBatch } from './sheet.named.ts'
import type { ResolvedRow } from './sheet.references.ts'

/** Notices rows that name one record in different words: their keys are the same once names have become ids. */
export interface SameKeys {
  /** Remembers the key of a row; answers what is wrong where it came before. */
  claim(row: ResolvedRow): Problem | null
}

/** What a field of a key comes to; undefined where nothing is known of it yet, or nothing can be. */
function partOf(field: CatalogueField, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return isExactId(field) ? value : fold(value)
  // A record that is still to be written has one text in the whole file, by which its rows are known.
  if (referredLevel(field.dataType) !== undefined && isOfBatch(value as number)) return undefined
  return JSON.stringify(value)
}

/** Undefined for a key without names of other records: its texts say all that there is to say. */
export function createSameKeys(key: readonly CatalogueField[]): SameKeys | undefined {
  if (key.every((field) => referredLevel(field.dataType) === undefined)) return undefined
  const keys = createKeySet()
  const label = key.map((field) => field.displayName).join(' and ')
  return {
    claim({ draft, values }) {
      const parts = key.flatMap((field) => partOf(field, values[field.key]) ?? [])
      const { line } = draft.source
      const earlier = parts.length === key.length ? keys.claim(hashKey(parts), line) : 0
      if (earlier === 0) return null
      return { field: key[0]?.name ?? null, message: `Line ${earlier} has the same ${label}.` }
    },
  }
}
