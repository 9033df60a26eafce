import type { LevelId } from '../level.ts'

export type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'reference' | 'references'

/** Money as it is stored and sent: an amount in one currency. */
export interface CurrencyValue {
  currencyDefinitionId: number
  value: number
}

/** The values of fields. Picklists contain option ids, users and records their ids; days are YYYY-MM-DD. */
export type FieldValue = string | number | boolean | number[] | CurrencyValue

export interface PicklistOption {
  id: number
  value: string
  color: string | null
  retired: boolean
  /** The option that this one is below, where options form a tree. */
  above?: number
}

/** As much of a field as reading a value needs. */
export interface ReadField {
  displayName: string
  options?: readonly PicklistOption[]
  maxLength?: number
}

export type ReadValue = { ok: true; value: FieldValue | null } | { ok: false; message: string }

export interface ReadContext {
  /** The currency of an amount that names none. */
  defaultCurrencyId: number
}

/** Reads a value that is neither null nor an empty text; faults are sentences that name the field. */
export type Reader = (field: ReadField, input: unknown, context: ReadContext) => ReadValue

/** The part of a type that server and web application share. */
export interface DataTypeShape {
  label: string
  /** Which operators rules have for it, and how it compares. */
  kind: FieldKind
  /** Whether a custom field may have it. */
  custom: boolean
  read: Reader
  /** Its value may never be empty. */
  alwaysRequired?: true
  /** Its values are options that an administrator defines. */
  hasOptions?: true
  /** Its values are too long, too many or too vague to say which record a row is about. */
  neverKey?: true
  /** Its values are ids of records of this level. */
  refersTo?: LevelId
}

export const good = (value: FieldValue | null): ReadValue => ({ ok: true, value })
export const bad = (message: string): ReadValue => ({ ok: false, message })

export function isId(input: unknown): input is number {
  return typeof input === 'number' && Number.isSafeInteger(input) && input > 0
}

export const readId: Reader = (field, input) =>
  isId(input) ? good(input) : bad(`${field.displayName} needs an id, a whole number.`)
