import type { LevelId } from '@steward/contracts/level'
import { systemActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { givenValues, writeValues, type ActOf, type GivenValue } from '../record/index.ts'

/** One act of calculating: all that it writes is one change set. */
export interface CalculationAct extends ActOf {
  /** How many records have got another value. */
  changed: number
}

export function createAct(tenantId: number, at: Date, changeSetId: number | null = null): CalculationAct {
  const actor = systemActor(tenantId, {
    kind: 'calculation',
    name: 'Calculated fields',
    permissions: ['record.read', 'record.edit'],
  })
  const act = { actor, action: 'calculate', at, changed: 0 } as const
  return changeSetId === null ? { ...act } : { ...act, changeSetId }
}

/** Writes rows (record_id, value) of a select into one field. */
export async function writeSelected(
  tx: Tx,
  act: CalculationAct,
  level: LevelId,
  fieldId: number,
  select: (param: (value: unknown) => string) => string,
): Promise<void> {
  const written = await writeValues(tx, act, {
    level,
    keys: [String(fieldId)],
    source: (param) => `select v.record_id, '${fieldId}'::text as key, v.value from (${select(param)}) v`,
  })
  act.changed += written.changed
  if (written.changeSetId !== null) act.changeSetId = written.changeSetId
}

/** Writes values of several fields, where they differ; one row of history for each record. */
export async function writeCalculated(
  tx: Tx,
  act: CalculationAct,
  level: LevelId,
  values: readonly GivenValue[],
): Promise<void> {
  if (values.length === 0) return
  const written = await writeValues(tx, act, {
    level,
    keys: [...new Set(values.map(({ key }) => key))],
    source: givenValues(values),
  })
  act.changed += written.changed
  if (written.changeSetId !== null) act.changeSetId = written.changeSetId
}
