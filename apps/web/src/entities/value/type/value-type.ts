import type { ReactNode } from 'react'
import type { Condition } from '@steward/conditions'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../field/index.ts'
import type { Option } from '../../../ui/option.ts'
import type { LoadOptions } from '../../../ui/use-loaded-options.ts'
import type { ValueLookups } from '../lookups.ts'

/** How a value is edited: typed into a line, written in an editor of its own, or picked from a list, one or several. */
export type EditorKind = 'line' | 'box' | 'day' | 'choice' | 'choices' | 'none'

/** What a field may be set to: a list, or a search on the server. */
export type Choices =
  | { options: readonly Option[]; load?: undefined }
  | { load: LoadOptions; options?: undefined }

export type Draw = (value: FieldValue, field: LevelField, lookups: ValueLookups) => ReactNode

/** All that the web application knows of a type; see `dataTypes` for what it shares with the server. */
export interface ValueType {
  /** A value in words. */
  text(value: FieldValue, lookups: ValueLookups, field: LevelField): string
  /** How lists and pages draw it, one line high; absent where its text will do. */
  view?: Draw
  /** What `view` says in words, where it says something else than `text`, and what there is to add to it. */
  shown?(value: FieldValue, lookups: ValueLookups): { text: string; note?: string }
  /** What stands where nothing is set; absent where a dash does. */
  emptyView?: () => ReactNode
  /** Whether it is at the end of its column, and is typed as a number. */
  alignEnd?: true
  editor: EditorKind
  /** The text an editor starts with; absent where the value itself will do. */
  draft?(value: FieldValue, lookups: ValueLookups): string
  /** What was typed as a value that is still to be checked; absent where it is taken as it stands. */
  read?(text: string, before: FieldValue | null, lookups: ValueLookups): unknown
  /** What it may be set to, where it is picked. */
  choices?(field: LevelField, lookups: ValueLookups): Choices
  /** The value that an option stands for; absent where it is the option's own. */
  ofOption?(option: Option): FieldValue
  /** One value of a condition in words; absent where it reads like a value of the field. */
  filterText?(value: unknown, lookups: ValueLookups, field: LevelField, condition: Condition): string
  /** A condition with what it would else take from anyone who reads it. */
  inFilter?(condition: Condition, lookups: ValueLookups): Condition
  /** What is behind the value of a condition while it is typed. */
  filterUnit?(condition: Condition, lookups: ValueLookups): string | undefined
  /** The control of a form, where it is not told by the editor. */
  control?: 'number' | 'money'
  suffix?: '%'
  inputType?: 'email'
  /** Offered in a search even where there are few choices. */
  searched?: true
  /** What is beside the choices when several are picked. */
  severalHint?: string
  /** What an import asks for a column of this type. */
  importAsks?: 'date' | 'number' | 'picklist' | 'person' | 'record'
}
