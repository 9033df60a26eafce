import { batchSizeOf } from '../../platform/pace/lane.ts'
import type { CalculatedField } from './calculated-field.ts'
import { countRecords, findWindow } from '../record/index.ts'
import { dropProblems, noteProgress, putProblems, restart, type StateRow } from './calculation.store.ts'
import { applyToRange, findWithoutRate, type Work } from './level.service.ts'
import { readersOf } from './graph.rules.ts'
import { rollupSql } from './rollup.sql.ts'
import { writeSelected } from './writing.service.ts'

/** Records of one transaction. Formulas pass through the process, roll-ups stay in the database. */
const windowSize = { horizontal: 2000, vertical: 10_000 } as const

async function workOutWindow(
  work: Work,
  field: CalculatedField,
  range: { after: number; upTo: number },
): Promise<void> {
  const { tx, tenantId, today, act, definitions } = work
  if (field.problem !== null || field.kind === 'vertical') {
    await dropProblems(tx, tenantId, field.fieldId, range)
  }
  if (field.kind === 'horizontal') {
    await applyToRange(work, field, range)
    return
  }
  await writeSelected(tx, act, field.level, field.fieldId, (param) =>
    rollupSql(field, tenantId, range, param, { today, reckoning: definitions.reckoning }),
  )
  const problems = await findWithoutRate(work, field, range)
  if (problems.length > 0) await putProblems(tx, tenantId, field.fieldId, [], problems)
}

/** After the last record: what reads the field has to be recalculated, if any value is another one. */
async function finish(work: Work, field: CalculatedField, state: StateRow): Promise<void> {
  const { tx, tenantId, definitions } = work
  await noteProgress(tx, tenantId, { ...state, state: 'ready', broken: field.problem !== null })
  const readers = readersOf(definitions.fields, { level: field.level, key: String(field.fieldId) })
  if (state.changed > 0 && readers.length > 0) {
    await restart(
      tx,
      tenantId,
      readers.map(({ fieldId }) => fieldId),
    )
  }
}

/** Works a field out for the next records of its level. */
export async function recomputeWindow(work: Work, field: CalculatedField, state: StateRow): Promise<void> {
  const { tx, tenantId, act } = work
  const after = state.cursor
  const total = state.state === 'running' ? state.total : await countRecords(tx, tenantId, field.level)
  const most = windowSize[field.kind]
  const size = field.kind === 'horizontal' ? batchSizeOf(most) : most
  const next = await findWindow(tx, tenantId, field.level, after, size)
  if (!next) return finish(work, field, { ...state, total })
  await workOutWindow(work, field, { after, upTo: next.upTo })
  const moved: StateRow = {
    ...state,
    state: 'running',
    total,
    cursor: next.upTo,
    done: state.done + next.records,
    changed: state.changed + act.changed,
    changeSetId: act.changeSetId ?? null,
  }
  if (next.records < size) return finish(work, field, moved)
  await noteProgress(tx, tenantId, moved)
}
