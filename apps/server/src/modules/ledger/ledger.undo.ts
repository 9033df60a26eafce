import type { LevelId } from '@steward/contracts/level'
import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { typedBefore } from '../field/index.ts'
import { holdStages } from '../lifecycle/index.ts'
import {
  changeRecords,
  findRecordNames,
  holdChanges,
  isScoped,
  openChangeSet,
  writeValues,
  type Act,
  type Change,
  type PlanContext,
  type Planned,
  type Problem,
  type StateValue,
} from '../record/index.ts'
import {
  findLaterKeys,
  findNames,
  findWithChildren,
  findPresent,
  readChanges,
  type Place,
} from './ledger.read-model.ts'
import { reverse, type ChangeRow, type Surroundings } from './ledger.reversal.rules.ts'

export interface Kept {
  id: number
  name: string
  /** The keys that stayed as they are. */
  keys: string[]
  message: string
}

export interface UndoWindow {
  /** Restored records. */
  undone: number
  kept: Kept[]
  changeSetId: number | null
  /** Where the next window begins; null after the last. */
  next: Place | null
}

/** Where an undo begins: what was deleted comes back, then values go back, then what was created goes. */
export const firstPlace: Place = { kind: changeKindIds.delete, recordId: null }

/** Children go before their parents when they are deleted, and after them otherwise. */
const orderOf = (kind: Place['kind']): readonly LevelId[] =>
  kind === changeKindIds.create ? [4, 3, 2, 1] : [1, 2, 3, 4]

/** Where the window after one begins, of which it is known whether it was full. */
function placeAfter({ kind }: Place, rows: readonly ChangeRow[], limit: number): Place | null {
  const last = rows.length === limit ? rows.at(-1) : undefined
  if (last) return { kind, recordId: last.record_id }
  if (kind === changeKindIds.create) return null
  const { create, update } = changeKindIds
  return { kind: kind === changeKindIds.delete ? update : create, recordId: null }
}

type ContextOf = (level: LevelId) => Promise<PlanContext>

/** Who undoes, and what planning their changes of a level needs. */
export interface Undoer {
  actor: Actor
  contextOf: ContextOf
}

/** The fields of the levels that changes are at, whether their records are there or come back. */
async function cataloguesOf(
  contextOf: ContextOf,
  rows: readonly ChangeRow[],
  records: Surroundings['records'],
): Promise<Surroundings['catalogues']> {
  const present = [...records.values()].map(({ level }) => level)
  const returning = rows.flatMap(({ kind, before }) =>
    kind === changeKindIds.delete ? [before?.['level'] as LevelId] : [],
  )
  const catalogues = new Map<LevelId, PlanContext['catalogue']>()
  for (const level of new Set([...present, ...returning])) {
    catalogues.set(level, (await contextOf(level)).catalogue)
  }
  return catalogues
}

/**
 * What changes are put back on, and what records are to hang on again, stays as it is until the transaction ends:
 * what is found around it holds. Gives those of the latter that are there, or come back with them.
 */
async function holdRows(tx: Tx, tenantId: number, rows: readonly ChangeRow[]): Promise<Set<number>> {
  const named = rows.flatMap(({ before }) => [before?.['organizationId'], before?.['accountId']])
  const parents = [...new Set(named.filter((id) => typeof id === 'number'))]
  const present = rows.filter(({ kind }) => kind !== changeKindIds.delete)
  const changes = [
    ...parents.map((recordId): Change => ({ kind: 'update', recordId, values: {} })),
    ...present.map((row): Change => ({ kind: 'update', recordId: row.record_id, values: row.before ?? {} })),
  ]
  // All of them at once, for anyone who takes several takes them in one order.
  await holdChanges(tx, tenantId, changes)
  const returning = rows.flatMap((row) => (row.kind === changeKindIds.delete ? [row.record_id] : []))
  return (await findPresent(tx, tenantId, parents)).union(new Set(returning))
}

async function lookAround(
  tx: Tx,
  { actor: { tenantId }, contextOf }: Undoer,
  changeSetId: number,
  rows: readonly ChangeRow[],
): Promise<Surroundings> {
  const ids = rows.map((row) => row.record_id)
  const parents = await holdRows(tx, tenantId, rows)
  const stages = rows.map((row) => row.before?.['stageId']).filter((id) => typeof id === 'number')
  const created = rows.filter((row) => row.kind === changeKindIds.create).map((row) => row.record_id)
  const records = await findNames(tx, tenantId, ids)
  const catalogues = await cataloguesOf(contextOf, rows, records)
  return {
    isRetyped(level, key) {
      const field = catalogues.get(level)?.byKey(key)
      return field !== undefined && typedBefore(field, changeSetId).dataType !== field.dataType
    },
    later: await findLaterKeys(tx, tenantId, changeSetId, ids),
    withChildren: await findWithChildren(tx, tenantId, changeSetId, created),
    records,
    parents,
    stages: await holdStages(tx, tenantId, [...new Set(stages)]),
    catalogues,
  }
}

const isDone = ({ outcome, problems }: Planned): boolean => outcome !== 'unchanged' && problems.length === 0

type Left = Omit<Kept, 'name'>

const inWords = (problems: readonly Problem[]): string => problems.map(({ message }) => message).join(' ')

/** What stays of records that were planned: those that are refused, and the external ids of others. */
function leftOf(results: readonly Planned[]): Left[] {
  return results.flatMap(({ recordId, problems, leftOut = [] }): Left[] => {
    const id = recordId ?? 0
    if (problems.length > 0) return [{ id, keys: [], message: inWords(problems) }]
    return leftOut.length > 0 ? [{ id, keys: ['externalId'], message: inWords(leftOut) }] : []
  })
}

/** A record that is kept for several reasons is named once, and by its name to anyone who may see it. */
async function nameKept(
  tx: Tx,
  actor: Actor,
  records: Surroundings['records'],
  left: readonly Left[],
): Promise<Kept[]> {
  const merged = new Map<number, Left>()
  for (const one of left) {
    const known = merged.get(one.id)
    const keys = [...(known?.keys ?? []), ...one.keys]
    merged.set(one.id, { ...one, keys, message: known ? `${known.message} ${one.message}` : one.message })
  }
  const names = await findRecordNames(tx, actor, [...merged.keys()])
  for (const [id, { name }] of records) if (names.has(id)) names.set(id, name)
  return [...merged.values()].map((one) => ({ ...one, name: names.get(one.id) ?? '' }))
}

/** What a window's rows ask for, level by level, and what they leave as it is. */
function reverseRows(
  rows: readonly ChangeRow[],
  around: Surroundings,
): { kept: Left[]; byLevel: Map<LevelId, Change[]> } {
  const kept: Left[] = []
  const byLevel = new Map<LevelId, Change[]>()
  for (const row of rows) {
    const { level, change, kept: left } = reverse(row, around)
    if (left) kept.push({ id: row.record_id, ...left })
    if (level && change) byLevel.set(level, [...(byLevel.get(level) ?? []), change])
  }
  return { kept, byLevel }
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

/** Puts records back into their stages in bulk, as the undo of a stage's deletion does with all of them. */
async function putStagesBack(
  tx: Tx,
  { actor, level }: PlanContext,
  act: UndoAct,
  stages: ReadonlyMap<number, StateValue | null>,
): Promise<{ changeSetId: number; changed: number }> {
  const changeSetId = act.changeSetId ?? (await openChangeSet(tx, { ...act, actor }, { level, records: 0 }))
  const values = [...stages.values()].map((value) => (value === null ? null : JSON.stringify(value)))
  const { changed } = await writeValues(
    tx,
    { ...act, actor, changeSetId },
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
  undoer: Undoer,
  act: UndoAct,
  place: Place,
  limit: number,
): Promise<UndoWindow> {
  const { actor, contextOf } = undoer
  const rows = await readChanges(tx, actor.tenantId, act.undoOf, place, limit)
  const next = placeAfter(place, rows, limit)
  if (rows.length === 0) return { undone: 0, kept: [], changeSetId: act.changeSetId ?? null, next }
  const around = await lookAround(tx, undoer, act.undoOf, rows)
  const { kept, byLevel } = reverseRows(rows, around)
  const onward: UndoAct = { ...act }
  let undone = 0
  for (const level of orderOf(place.kind)) {
    const asked = byLevel.get(level)
    if (!asked) continue
    const context: PlanContext = { ...(await contextOf(level)), freedom: 'restore' }
    const changes = asked.map((change) => withStage(change, context.defaults.stageId))
    const stages = isScoped(context.actor) ? undefined : stagesOnly(changes)
    if (stages) {
      const written = await putStagesBack(tx, context, onward, stages)
      onward.changeSetId = written.changeSetId
      undone += written.changed
      continue
    }
    const { changeSetId, results, followed } = await changeRecords(tx, context, onward, changes)
    if (changeSetId !== null) onward.changeSetId = changeSetId
    undone += results.filter(isDone).length + followed
    kept.push(...leftOf(results))
  }
  const named = await nameKept(tx, actor, around.records, kept)
  return { undone, kept: named, changeSetId: onward.changeSetId ?? null, next }
}
