import type { RuleColumn } from '@steward/conditions'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { FieldValue, PicklistOption, ReadValue } from '@steward/contracts/value'

/** As much of a field as its type needs. */
export interface TypedField {
  key: string
  displayName: string
  dataType: DataType
  options: readonly PicklistOption[]
  maxLength?: number
}

/**
 * Where the value of a custom field lies. `sort` is the expression to order by, and the one that an
 * index for sorting is made on.
 */
export interface CustomColumn extends RuleColumn {
  sort: string
}

/** Ids that exist and may be named, as far as a batch names any. */
export interface References {
  /** User id → why records cannot be given to them, or null. */
  users: ReadonlyMap<number, string | null>
  stages: ReadonlySet<number>
  currencies: ReadonlySet<number>
  /** Record id → its level, of those that the actor can see. */
  records: ReadonlyMap<number, { level: number; organizationId: number | null }>
  /** Whether options may be chosen that are retired: a file from before may hold some. */
  takesRetired: boolean
}

/** What a value names that is not there, as a sentence; `before` is what was in the field. */
export type Check = (
  field: TypedField,
  value: unknown,
  references: References,
  before: unknown,
) => string | undefined

/** What a text cannot be read as; the sentence names the field. */
export interface Fault {
  fault: string
}

/** A record that a text names and that has still to be found. */
export interface Lookup {
  lookup: string
}

export type CellValue = FieldValue | null | Fault | Lookup
export type ReadText = (text: string) => CellValue

/** How users are notified from each other in a file. */
export type UserMatch = 'externalId' | 'name' | 'email' | 'id'

/** Finds the users that a text names. */
export interface People {
  /** One user; null where an unknown one is left out. */
  one(text: string, label: string, match: UserMatch | undefined): number | null | Fault
  /** Several, separated by semicolons or commas; a name that has a comma itself may be alone. */
  several(text: string, label: string, match: UserMatch | undefined): number[] | null | Fault
}

interface NamedStage {
  lifecycleStageId: number
}

/** What the texts of one level are read against. */
export interface ReadingContext {
  level: LevelId
  stages: { byName(level: LevelId, name: string): NamedStage | undefined }
  people: People
  currencies: readonly CurrencyDefinition[]
  /** The id of an option by its text, by the key of the picklist. */
  options: ReadonlyMap<string, { find(text: string): number | Fault }>
}

/** How the texts of one column are written; formats that are not said are the usual ones. */
export type TextFormat = Pick<ColumnMapping, 'numberFormat' | 'dateFormat' | 'match'>

type CellMaker = (field: TypedField, format: TextFormat, context: ReadingContext) => ReadText

/** A column of an upload, as recognizing it needs it. */
export interface SeenColumn {
  /** The header in lower case, letters and digits only. */
  bare: string
  /** Values of its first rows that are not blank. */
  values: readonly string[]
  guess: { type: string }
}

/** Whether the values of a column can be of a type, and how they name things where that is to be recorded. */
export type Fit = UserMatch | boolean

type Fitting = (column: SeenColumn, known: Pick<ReadingContext, 'level' | 'stages' | 'people'>) => Fit

/** The names behind ids, as people read them. */
export interface Wording {
  users: ReadonlyMap<number, { name: string }>
  stages: ReadonlyMap<number, { displayName: string }>
  records: ReadonlyMap<number, { name: string }>
  currencies: ReadonlyMap<number, { code: string }>
  /** The texts of options, where the field does not know all of them yet. */
  optionText?: (id: number, field: TypedField) => string | undefined
}

/** The names behind ids, as an import finds them again. */
export interface FileNames {
  /** An e-mail address, or what else tells a user from others. */
  user(id: number): string
  stage(id: number): string
  /** An external id, or the name. */
  record(id: number): string
  currency(id: number): string
}

/** A value as it is in a file: a day and a number are ones in a workbook, too. */
export type FileCell = string | number | boolean | { day: string }

/** All that the server knows of a type; see `dataTypes` for what it shares with the web application. */
export interface ServerType {
  /** Where a custom value lies, from its JSON and its text. */
  column(json: string, text: string): CustomColumn
  /** How a value of a request is read; absent where it is read as browsers read it, as the contracts say. */
  read?(field: TypedField, input: unknown): ReadValue
  /** Absent where a value names nothing that has to exist. */
  check?: Check
  /** What is left of a value of before, now that what it named may be gone; null for nothing. */
  standing?(value: unknown, field: TypedField): unknown
  /** How a text of a file or of the clipboard is read; absent where it is read as a request is. */
  cell?: CellMaker
  /** A text that can be read may still be more than a field holds. */
  bounded?: true
  /** Absent where any column that is called like the field will do. */
  fits?: Fitting
  /** A part of a value in words; absent where it says itself. */
  word?(value: unknown, wording: Wording, field: TypedField | undefined): string | undefined
  /** Absent where a value is in a file as it is. */
  write?(value: FieldValue, names: FileNames, field: TypedField): FileCell
  /** What rules and formulas read of a value in memory; absent where it is the value itself. */
  compared?(value: unknown): unknown
  /** Values are ids, which a request may also give as objects that carry one. */
  carriesIds?: true
  /** Texts of several columns may be joined to one value. */
  joinable?: true
}
