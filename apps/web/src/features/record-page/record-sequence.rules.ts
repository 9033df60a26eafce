import type { Level } from '@steward/contracts/level'
import { windowSize, type RecordView } from '../../entities/record/index.ts'

/** The list that a reader walks through: how long it is, and the ids of the windows that are known. */
export interface RecordSequence {
  level: Level
  view: RecordView
  total: number
  /** By the number of the window, from 1. */
  windows: ReadonlyMap<number, readonly number[]>
}

/** The place of a record in the whole list, from 0; -1 where it is in no known window. */
export function placeOf({ windows }: RecordSequence, id: number): number {
  for (const [page, ids] of windows) {
    const at = ids.indexOf(id)
    if (at >= 0) return (page - 1) * windowSize + at
  }
  return -1
}

/** The window that a place is in. */
export const windowOf = (place: number): number => Math.floor(place / windowSize) + 1

/** The record at a place; undefined where its window is not known. */
export const idAt = ({ windows }: Pick<RecordSequence, 'windows'>, place: number): number | undefined =>
  windows.get(windowOf(place))?.[place % windowSize]
