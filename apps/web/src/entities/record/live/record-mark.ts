import type { LevelId } from '@steward/contracts/level'

/** Marks the element that draws a record, so that it can be seen when someone else changes it. */
export function recordMark(levelId: LevelId, id: number): { 'data-record': string } {
  return { 'data-record': `${levelId}-${id}` }
}
