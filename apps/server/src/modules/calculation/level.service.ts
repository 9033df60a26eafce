import { setImmediate } from 'node:timers/promises'
import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import type { GivenValue } from '../record/index.ts'
import type { Definitions, FormulaDefinition, RollupField } from './calculated-field.ts'
import { readIds, readInputs, readValues } from './calculation.read-model.ts'
import { putProblems, type RecordProblem } from './calculation.store.ts'
import { workOut } from './formula.rules.ts'
import { rollupSql, withoutRateSql, type Scope } from './rollup.sql.ts'
import { writeCalculated, type CalculationAct } from './writing.service.ts'

/** Records whose value of a field may be another one, by the field's id. */
export type Dirty = Map<number, Set<number>>

export function addDirty(dirty: Dirty, fieldId: number, recordIds: Iterable<number>): void {
  const known = dirty.get(fieldId) ?? new Set<number>()
  for (const recordId of recordIds) known.add(recordId)
  dirty.set(fieldId, known)
}

export interface Work {
  tx: Tx
  tenantId: number
  definitions: Definitions
  today: string
  act: CalculationAct
}

/** Values that were calculated but not yet written, by the field's id and the record's. */
type Fresh = Map<number, Map<number, unknown>>

const noRate = 'The amounts have different currencies, and some have no exchange rate.'

/** The problem of amounts that cannot be put together, of the records of a scope. */
export async function findWithoutRate(
  { tx, tenantId, definitions, today }: Work,
  field: RollupField,
  scope: Scope,
): Promise<RecordProblem[]> {
  if (definitions.hasOneCurrency) return []
  const values: unknown[] = []
  const text = withoutRateSql(field, tenantId, scope, (value) => `$${values.push(value)}`, {
    today,
    reckoning: definitions.reckoning,
  })
  const ids = text === null ? [] : await readIds(tx, text, values)
  return ids.map((recordId) => ({ recordId, message: noRate }))
}

async function rollUp(work: Work, field: RollupField, ids: number[], fresh: Fresh): Promise<void> {
  const { tx, tenantId, today, definitions } = work
  const values: unknown[] = []
  const text = rollupSql(field, tenantId, { ids }, (value) => `$${values.push(value)}`, {
    today,
    reckoning: definitions.reckoning,
  })
  fresh.set(field.fieldId, await readValues(tx, text, values))
  await putProblems(tx, tenantId, field.fieldId, ids, await findWithoutRate(work, field, { ids }))
}

/** Formulas are worked on for so long at a time, in milliseconds; then others in the process have their turn. */
const longestTurn = 20

/** Works a formula out for records, reading `fresh` values before those that are written. */
async function applyFormula(
  work: Work,
  field: FormulaDefinition,
  scope: Scope,
  fresh: Fresh,
): Promise<{ values: Map<number, unknown>; problems: RecordProblem[] }> {
  const { tx, tenantId, definitions, today } = work
  const keys = field.inputs.map(({ key }) => key)
  const overlay = keys.map((key) => fresh.get(Number(key)))
  const values = new Map<number, unknown>()
  const problems: RecordProblem[] = []
  const rows = await readInputs(tx, tenantId, field.level, keys, scope)
  let began = performance.now()
  for (const row of rows) {
    const { recordId } = row
    if (performance.now() - began > longestTurn) {
      await setImmediate()
      began = performance.now()
    }
    const inputs = row.values.map((value, index) =>
      overlay[index]?.has(recordId) ? overlay[index].get(recordId) : value,
    )
    const { value, problem } = workOut(field, inputs, definitions, today)
    values.set(recordId, value)
    if (problem !== null) problems.push({ recordId, message: problem })
  }
  return { values, problems }
}

/** Calculates and writes a formula for all records of a range. */
export async function applyToRange(
  work: Work,
  field: FormulaDefinition,
  range: { after: number; upTo: number },
): Promise<void> {
  const { values, problems } = await applyFormula(work, field, range, new Map())
  const key = String(field.fieldId)
  const rows = [...values].map(([recordId, value]): GivenValue => ({ recordId, key, value }))
  await writeCalculated(work.tx, work.act, field.level, rows)
  await putProblems(work.tx, work.tenantId, field.fieldId, [...values.keys()], problems)
}

/** Calculates the dirty fields of one level, in their order, and writes them together. */
export async function recomputeLevel(work: Work, level: LevelId, dirty: Dirty): Promise<void> {
  const { tx, tenantId, definitions, act } = work
  const fresh: Fresh = new Map()
  for (const field of definitions.fields.filter((one) => one.level === level)) {
    const ids = dirty.get(field.fieldId)
    if (!ids || ids.size === 0) continue
    if (field.kind === 'vertical') await rollUp(work, field, [...ids], fresh)
    else {
      const { values, problems } = await applyFormula(work, field, { ids: [...ids] }, fresh)
      fresh.set(field.fieldId, values)
      await putProblems(tx, tenantId, field.fieldId, [...ids], problems)
    }
  }
  const rows = [...fresh].flatMap(([fieldId, values]) =>
    [...values].map(([recordId, value]): GivenValue => ({ recordId, key: String(fieldId), value })),
  )
  await writeCalculated(tx, act, level, rows)
}
