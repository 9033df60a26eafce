import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import {
  changeRecords,
  holdChanges,
  type Act,
  type Change,
  type PlanContext,
  type Planned,
  type Values,
} from '../record/index.ts'
import {
  findLaterKeys,
  findNames,
  findWithChildren,
  readChanges,
  type ChangeRow,
} from './ledger.read-model.ts'

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

interface Reversal {
  level: LevelId | null
  change: Change | null
  kept: { keys: string[]; message: string } | null
}

interface Surroundings {
  later: Map<number, Set<string>>
  withChildren: Set<number>
  names: Map<number, { name: string; level: LevelId }>
}

function reverseCreate(row: ChangeRow, around: Surroundings): Reversal {
  const known = around.names.get(row.record_id)
  if (!known) return { level: null, change: null, kept: null }
  const later = around.later.get(row.record_id)
  if (later) {
    const message = 'Changed since it was created, so it stays.'
    return { level: known.level, change: null, kept: { keys: [...later], message } }
  }
  if (around.withChildren.has(row.record_id)) {
    return {
      level: known.level,
      change: null,
      kept: { keys: [], message: 'Other records belong to it, so it stays.' },
    }
  }
  return { level: known.level, change: { kind: 'delete', recordId: row.record_id }, kept: null }
}

/** An organization comes with the account: under another account than then, it stays too. */
function isLater(key: string, later: ReadonlySet<string>): boolean {
  return later.has(key) || (key === 'organizationId' && later.has('accountId'))
}

function reverseUpdate(row: ChangeRow, around: Surroundings): Reversal {
  const known = around.names.get(row.record_id)
  if (!known) return { level: null, change: null, kept: { keys: [], message: 'It has been deleted since.' } }
  const later = around.later.get(row.record_id)
  const before = row.before ?? {}
  const values: Values = {}
  const keys: string[] = []
  for (const key in before) {
    if (later && isLater(key, later)) keys.push(key)
    else values[key] = before[key] ?? null
  }
  const kept = keys.length > 0 ? { keys, message: 'Edited since, so these fields stay.' } : null
  const change: Change | null =
    Object.keys(values).length > 0 ? { kind: 'update', recordId: row.record_id, values } : null
  return { level: known.level, change, kept }
}

function reverseDelete(row: ChangeRow): Reversal {
  const { level, ...values } = row.before ?? {}
  return {
    level: level as LevelId,
    change: { kind: 'create', values, recordId: row.record_id, restored: true },
    kept: null,
  }
}

function reverse(row: ChangeRow, around: Surroundings): Reversal {
  if (row.kind === 1) return reverseCreate(row, around)
  return row.kind === 2 ? reverseUpdate(row, around) : reverseDelete(row)
}

/** Children go before their parents when they are deleted, and after them when they come back. */
function levelOrder(changes: ReadonlyMap<LevelId, Change[]>): LevelId[] {
  const brings = [...changes.values()].some((list) => list.some((change) => change.kind === 'create'))
  const order: LevelId[] = brings ? [1, 2, 3, 4] : [4, 3, 2, 1]
  return order.filter((level) => changes.has(level))
}

async function lookAround(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  rows: readonly ChangeRow[],
): Promise<Surroundings> {
  const ids = rows.map((row) => row.record_id)
  const created = rows.filter((row) => row.kind === 1).map((row) => row.record_id)
  return {
    later: await findLaterKeys(tx, tenantId, changeSetId, ids),
    withChildren: await findWithChildren(tx, tenantId, changeSetId, created),
    names: await findNames(tx, tenantId, ids),
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
  contextOf: (level: LevelId) => Promise<PlanContext>,
  act: UndoAct,
  tenantId: number,
  below: number | null,
  limit: number,
): Promise<UndoWindow> {
  const rows = await readChanges(tx, tenantId, act.undoOf, below, limit)
  const around = await lookAround(tx, tenantId, act.undoOf, rows)
  const { kept, byLevel } = reverseRows(rows, around)
  await holdChanges(tx, tenantId, [...byLevel.values()].flat())
  const onward: UndoAct = { ...act }
  let undone = 0
  for (const level of levelOrder(byLevel)) {
    const context: PlanContext = { ...(await contextOf(level)), freedom: 'restore' }
    const { changeSetId, results } = await changeRecords(tx, context, onward, byLevel.get(level) ?? [])
    if (changeSetId !== null) onward.changeSetId = changeSetId
    const faulty = results.filter((item) => item.problems.length > 0)
    undone += results.filter((item) => item.outcome !== 'unchanged').length - faulty.length
    kept.push(...faulty.map((item) => keptOf(item, around)))
  }
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { undone, kept, changeSetId: onward.changeSetId ?? null, next: last?.record_id ?? null }
}
