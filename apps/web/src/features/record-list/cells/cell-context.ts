import type { QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordView } from '../../../entities/record/index.ts'
import type { CellMark } from '../../../components/data-table/grid-acts.ts'
import type { Undoable } from '../../../entities/change-set/index.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'

/** A cell that could not be written, with what names it for people. */
export interface RefusedCellMark extends CellMark {
  row: number
  record: string
  field: string
}

/** By record id and column. */
export type RefusedCells = ReadonlyMap<number, ReadonlyMap<string, RefusedCellMark>>

export type CellVerb = 'pasted' | 'filled' | 'cleared'

/** What a paste has no room for, and who waits for the answer. */
export interface RoomQuestion {
  size: { rows: number; columns: number }
  left: { rows: number; columns: number }
  answer: (goOn: boolean) => void
}

export interface CellsState {
  refused: RefusedCells
  /** What was done last, while some of it is refused. */
  report?: { done: number; verb: CellVerb }
  /** What takes its time; `share` from 0 to 1 where it is known. */
  progress?: { label: string; share?: number }
  question?: RoomQuestion
}

export const noCells: CellsState = { refused: new Map() }

/** What acts on cells need to know of the list. */
export interface CellContext {
  client: QueryClient
  level: Level
  view: RecordView
  /** Rows in all. */
  count: number
  lookups: ValueLookups
  fieldOf: (columnId: string) => LevelField | undefined
  /** Why the cells of a column cannot be written. */
  readOnlyOf: (columnId: string) => string | undefined
  takeBack: (change: Undoable) => Promise<void>
  update: (change: (state: CellsState) => CellsState) => void
}

/** The state without the marks of some cells; the report ends with the last of them. */
export function withoutMarks(
  state: CellsState,
  isGone: (recordId: number, columnId: string) => boolean,
): CellsState {
  const refused = new Map<number, ReadonlyMap<string, RefusedCellMark>>()
  for (const [id, marks] of state.refused) {
    const kept = [...marks].filter(([columnId]) => !isGone(id, columnId))
    if (kept.length === marks.size) refused.set(id, marks)
    else if (kept.length > 0) refused.set(id, new Map(kept))
  }
  return { ...state, refused, report: refused.size > 0 ? state.report : undefined }
}

export function refusedCount({ refused }: CellsState): number {
  return [...refused.values()].reduce((sum, marks) => sum + marks.size, 0)
}
