import { dataTypes, type DataType, type FieldKind } from '@steward/contracts/data-type'
import type { CustomColumn } from '../data-type/index.ts'

/** What a slot, a column of `record_slot`, holds: numbers, days, or ids; yes-or-no is 1 or 0. */
export type SlotKind = 'n' | 'd' | 'i'

/** How many slots of each kind a level has. A field beyond the last one has its values in `custom` alone. */
export const slotCounts: Readonly<Record<SlotKind, number>> = { n: 64, d: 32, i: 64 }

/** Where the values of a field are beside `custom`. */
export interface Slots {
  value: string
  /** Of an amount, whose number is in the base: its currency. */
  currency: string | null
}

/** A field of which every record has its value in a slot. */
export interface SlotField {
  fieldId: number
  dataType: DataType
  slots: Slots
}

const kinds: Partial<Record<FieldKind, SlotKind>> = { number: 'n', date: 'd', boolean: 'i', reference: 'i' }

/** The kind of slot for the values of a type; undefined for text and lists, which are found by their parts. */
export function slotKindOf(dataType: DataType): SlotKind | undefined {
  return kinds[dataTypes[dataType].kind]
}

const storages = { n: 'numeric', d: 'date', i: 'int' } as const

/** The SQL of a field's value in its slot, of the row known as `alias`. */
export function slotColumnSql(field: { kind: FieldKind; slots: Slots }, alias: string): CustomColumn {
  const { value, currency } = field.slots
  const sql = `${alias}.${value}`
  if (field.kind === 'boolean') return { sql: `(${sql} = 1)`, storage: 'boolean', sort: sql }
  const column: CustomColumn = { sql, storage: storages[value.charAt(0) as SlotKind], sort: sql }
  // An amount without a rate is set all the same.
  return currency === null ? column : { ...column, isSet: `${alias}.${currency} is not null` }
}

/**
 * A clause that always holds, though PostgreSQL cannot know it. The indexes on a field's slot have it as a condition, so
 * that only statements with it are planned with them: planning with dozens of indexes takes longer than a short list.
 */
export const indexMarkSql = (fieldId: number, alias?: string): string =>
  `${alias === undefined ? '' : `${alias}.`}tenant_id + ${fieldId} <> 0`
