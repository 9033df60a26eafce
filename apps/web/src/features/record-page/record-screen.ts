import { createContext, use } from 'react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldSection } from '@steward/contracts/field-layout'
import type { LevelField } from '../../api/fields.ts'
import type { ValueLookups } from '../../components/value/lookups.ts'
import type { FieldSaving } from './fields/use-save-field.ts'

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

export function useRecordScreen(): RecordScreen {
  const screen = use(RecordScreenContext)
  if (!screen) throw new Error('A part of a record page stands outside of it')
  return screen
}
