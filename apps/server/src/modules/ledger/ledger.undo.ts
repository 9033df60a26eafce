import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import { holdStages } from '../lifecycle/index.ts'
import {
  changeRecords,
  holdChanges,
  isScoped,
  openChangeSet,
  writeValues,
  type Act,
  type Change,
  type PlanContext,
  type Planned,
  type StateValue,
} from '../record/index.ts'
import { findLaterKeys, findNames, findWithChildren, readChanges } from './ledger.read-model.ts'
import { reverse, type ChangeRow, type Surroundings } from './ledger.reversal.rules.ts'

export interface Kept {
  id: number
  name: string
  /** The keys that stayed as they are. */
  keys: string[]
  message: string
}

export interface UndoWindow {
  /** Records that went back. */
  undone: number
  kept: Kept[]
  changeSetId: number | null
  /** Where the next window begins; null after the last. */
  next: number | null
}

/** Children go before their parents when they are deleted, and after them when they come back. */
function levelOrder(changes: ReadonlyMap<LevelId, Change[]>): LevelId[] {
  const brings = [...changes.values()].some((list) => list.some((change) => change.kind === 'create'))
  const order: LevelId[] = brings ? [1, 2, 3, 4] : [4, 3, 2, 1]
  return order.filter((level) => changes.has(level))
}

type ContextOf = (level: LevelId) => Promise<PlanContext>

/** The fields of the levels that changes are at, whether their records are there or come back. */
async function cataloguesOf(
  contextOf: ContextOf,
  rows: readonly ChangeRow[],
  names: Surroundings['names'],
): Promise<Surroundings['catalogues']> {
  const present = [...names.values()].map(({ level }) => level)
  const returning = rows.flatMap(({ kind, before }) => (kind === 3 ? [before?.['level'] as LevelId] : []))
  const catalogues = new Map<LevelId, PlanContext['catalogue']>()
  for (const level of new Set([...present, ...returning])) {
    catalogues.set(level, (await contextOf(level)).catalogue)
  }
  return catalogues
}

/** What changes are put back on stays as it is until the transaction ends: what is found around it holds. */
async function holdRows(tx: Tx, tenantId: number, rows: readonly ChangeRow[]): Promise<void> {
  const changes = rows.flatMap(({ kind, record_id: recordId, before }): Change[] =>
    kind === 3 ? [] : [{ kind: 'update', recordId, values: before ?? {} }],
  )
  await holdChanges(tx, tenantId, changes)
}

async function lookAround(
  tx: Tx,
  contextOf: ContextOf,
  { tenantId, changeSetId }: { tenantId: number; changeSetId: number },
  rows: readonly ChangeRow[],
): Promise<Surroundings> {
  const ids = rows.map((row) => row.record_id)
  const stages = rows.map((row) => row.before?.['stageId']).filter((id) => typeof id === 'number')
  const created = rows.filter((row) => row.kind === 1).map((row) => row.record_id)
  const names = await findNames(tx, tenantId, ids)
  return {
    later: await findLaterKeys(tx, tenantId, changeSetId, ids),
    withChildren: await findWithChildren(tx, tenantId, changeSetId, created),
    names,
    stages: await holdStages(tx, tenantId, [...new Set(stages)]),
    catalogues: await cataloguesOf(contextOf, rows, names),
  }
}

function keptOf(item: Planned, around: Surroundings): Kept {
  const id = item.recordId ?? 0
  const message = item.problems.map((problem) => problem.message).join(' ')
  return { id, name: around.names.get(id)?.name ?? '', keys: [], message }
}

/** What a window's rows ask for, level by level, and what they leave as it is. */
function reverseRows(
  rows: readonly ChangeRow[],
  around: Surroundings,
): { kept: Kept[]; byLevel: Map<LevelId, Change[]> } {
  const kept: Kept[] = []
  const byLevel = new Map<LevelId, Change[]>()
  for (const row of rows) {
    const { level, change, kept: left } = reverse(row, around)
    if (left) kept.push({ id: row.record_id, name: around.names.get(row.record_id)?.name ?? '', ...left })
    if (level && change) byLevel.set(level, [...(byLevel.get(level) ?? []), change])
  }
  return { kept, byLevel }
}

/** A record that is kept for several reasons is named once. */
function mergeKept(kept: readonly Kept[]): Kept[] {
  const merged = new Map<number, Kept>()
  for (const one of kept) {
    const known = merged.get(one.id)
    if (known) {
      known.keys.push(...one.keys)
      known.message += ` ${one.message}`
    } else merged.set(one.id, { ...one, keys: [...one.keys] })
  }
  return [...merged.values()]
}

/** A record that comes back without its stage gets the default one. */
function withStage(change: Change, stageId: number | null): Change {
  if (change.kind !== 'create' || change.values['stageId'] !== null || stageId === null) return change
  return { ...change, values: { ...change.values, stageId } }
}

/** From how many records on it pays to write their stages in one statement. */
const manyStages = 100

/** The stages that records go back to, where there are many and nothing else is put back. */
function stagesOnly(changes: readonly Change[]): Map<number, StateValue | null> | undefined {
  if (changes.length < manyStages) return undefined
  const stages = new Map<number, StateValue | null>()
  for (const change of changes) {
    if (change.kind !== 'update' || Object.keys(change.values).join() !== 'stageId') return undefined
    stages.set(change.recordId, change.values['stageId'] ?? null)
  }
  return stages
}

/** Puts records back into their stages set-wise, as the undo of a stage's deletion does with all of them. */
async function putStagesBack(
  tx: Tx,
  { actor: { tenantId, userId: actorId }, level }: PlanContext,
  { undoOf, ...act }: UndoAct,
  stages: ReadonlyMap<number, StateValue | null>,
): Promise<{ changeSetId: number; changed: number }> {
  const changeSetId =
    act.changeSetId ?? (await openChangeSet(tx, { ...act, tenantId, actorId, undoOf }, { level, records: 0 }))
  const values = [...stages.values()].map((value) => (value === null ? null : JSON.stringify(value)))
  const { changed } = await writeValues(
    tx,
    { ...act, tenantId, actorId, changeSetId },
    {
      level,
      keys: ['stageId'],
      source: (param) =>
        `select b.id as record_id, 'stageId' as key, b.value
         from unnest(${param([...stages.keys()])}::bigint[], ${param(values)}::jsonb[]) b(id, value)`,
    },
  )
  return { changeSetId, changed }
}

/** An undo that goes on over several windows keeps to one change set. */
export interface UndoAct extends Act {
  undoOf: number
}

/**
 * Puts one window of a change set back as it was before: what it created is deleted, what it
 * changed gets its old values, what it deleted comes back. Values that were changed since, and
 * records that others hang on, stay and are named.
 */
export async function undoWindow(
  tx: Tx,
  contextOf: ContextOf,
  act: UndoAct,
  tenantId: number,
  below: number | null,
  limit: number,
): Promise<UndoWindow> {
  const rows = await readChanges(tx, tenantId, act.undoOf, below, limit)
  await holdRows(tx, tenantId, rows)
  const around = await lookAround(tx, contextOf, { tenantId, changeSetId: act.undoOf }, rows)
  const { kept, byLevel } = reverseRows(rows, around)
  const onward: UndoAct = { ...act }
  let undone = 0
  for (const level of levelOrder(byLevel)) {
    const context: PlanContext = { ...(await contextOf(level)), freedom: 'restore' }
    const changes = (byLevel.get(level) ?? []).map((change) => withStage(change, context.defaults.stageId))
    const stages = isScoped(context.actor) ? undefined : stagesOnly(changes)
    if (stages) {
      const written = await putStagesBack(tx, context, onward, stages)
      onward.changeSetId = written.changeSetId
      undone += written.changed
      continue
    }
    const { changeSetId, results } = await changeRecords(tx, context, onward, changes)
    if (changeSetId !== null) onward.changeSetId = changeSetId
    const faulty = results.filter((item) => item.problems.length > 0)
    undone += results.filter((item) => item.outcome !== 'unchanged').length - faulty.length
    kept.push(...faulty.map((item) => keptOf(item, around)))
  }
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    undone,
    kept: mergeKept(kept),
    changeSetId: onward.changeSetId ?? null,
    next: last?.record_id ?? null,
  }
}
