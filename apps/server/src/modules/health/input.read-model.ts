import type { EntryOverride } from '@steward/scores'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { gatherSql, type Gathering, type RecordScope } from './input.sql.ts'

export interface InputRow {
  recordId: number
  stageId: number | null
  /** Value and time of each measured thing, in their order. */
  inputs: string
  /** The latest entry of the score ledger; null where there is none yet. */
  entryId: number | null
  versionId: number | null
  keptStageId: number | null
  digest: string | null
  /** Of a record without an entry: when it was created. */
  newSince: string | null
  isOverrideNew: boolean
  /** Whether the record shows a score. */
  isShown: boolean
  /** The override that holds. */
  override: EntryOverride | null
}

/** Reads what is measured of some records, in one statement. */
export async function readInputs(
  db: Db | Tx,
  tenantId: number,
  gathering: Gathering,
  scope: RecordScope,
): Promise<InputRow[]> {
  const values: unknown[] = [tenantId]
  const text = gatherSql(gathering, scope, (value) => `$${values.push(value)}`)
  return query<InputRow>(db, text, values)
}
