import { createContext, use } from 'react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldSection } from '@steward/contracts/field-layout'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import type { ValueLookups } from '../value/index.ts'

/** A value that could not be saved. `changed`: someone else changed the field in the meantime. */
export type FieldProblem = {
  kind: 'refused' | 'changed'
  text: string
  value: FieldValue | null
  /** The version of the record that the value was refused against. */
  version: number
}

export interface FieldSaving {
  problems: Readonly<Record<string, FieldProblem>>
  /** Shows the value at once and sends it; `version` is that of the record when the editor opened. */
  save(field: LevelField, value: FieldValue | null, version: number): void
  dismiss(field: LevelField): void
}

/** What every part of a record's page works with. */
export interface RecordScreen {
  level: Level
  id: number
  record: RecordBody
  fields: readonly LevelField[]
  /** The sections of the level; undefined where they could not be read. */
  sections: readonly FieldSection[] | undefined
  lookups: ValueLookups
  mayEdit: boolean
  saving: FieldSaving
}

export const RecordScreenContext = createContext<RecordScreen | null>(null)

/** The record of the page that the caller stands on. Throws outside of one. */
export function useRecordScreen(): RecordScreen {
  const screen = use(RecordScreenContext)
  if (!screen) throw new Error('A part of a record page is used outside of it')
  return screen
}
