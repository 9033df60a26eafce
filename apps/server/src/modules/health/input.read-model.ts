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

/** The statements of single records, of which only the record differs: $2. */
const prepared = new WeakMap<Gathering, { text: string; values: readonly unknown[] }>()

function prepare(gathering: Gathering) {
  const known = prepared.get(gathering)
  if (known) return known
  const values: unknown[] = []
  const scope = { id: 0 }
  const text = gatherSql(gathering, scope, (value) =>
    value === scope.id ? '$2' : `$${values.push(value) + 2}`,
  )
  const made = { text: `/*user:health.inputs*/ ${text}`, values }
  prepared.set(gathering, made)
  return made
}

/** The same of one record. Planning this takes longer than running it, so that it is prepared. */
export async function readInputsOfOne(
  db: Db | Tx,
  tenantId: number,
  gathering: Gathering,
  recordId: number,
): Promise<InputRow | undefined> {
  const { text, values } = prepare(gathering)
  const [row] = await query<InputRow>(db, text, [tenantId, recordId, ...values])
  return row
}
