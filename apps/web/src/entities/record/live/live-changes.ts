import type { ChangeNotice } from '@steward/contracts/change-feed'
import type { LevelId } from '@steward/contracts/level'

/** What others changed, as far as screens have to know it. */
export interface ForeignChange {
  level: LevelId
  /** null: too many to name, or no one knows which. */
  records: readonly number[] | null
  by: ChangeNotice['by']
}

type Hear = (change: ForeignChange) => void

const hearers = new Set<Hear>()

/** Reports each change that others made to records, until the returned function is called. */
export function hearChanges(hear: Hear): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

export function tellChange(change: ForeignChange): void {
  for (const hear of hearers) hear(change)
}

const flash = {
  keyframes: [
    { boxShadow: 'inset 3px 0 0 var(--color-accent)', offset: 0 },
    { boxShadow: 'inset 3px 0 0 var(--color-accent)', offset: 0.6 },
    { boxShadow: 'inset 3px 0 0 transparent', offset: 1 },
  ],
  duration: 1600,
}

/** Lights the edge of a record once, wherever it is drawn. */
export function flashRecord(levelId: LevelId, id: number): void {
  for (const element of document.querySelectorAll(`[data-record="${levelId}-${id}"]`)) {
    element.animate(flash.keyframes, { duration: flash.duration })
  }
}
