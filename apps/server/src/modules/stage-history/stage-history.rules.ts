/** What the ledger reports one record: its coming, and each change that touched its stage. Oldest first. */
export interface StageChange {
  changeSetId: number
  /** 1 came into being, 2 changed, 3 went. */
  kind: 1 | 2 | 3
  before: number | null
  after: number | null
  at: Date
  actorId: number | null
  undoneBy: number | null
}

/** A time that a record was in a stage. */
export interface Stay {
  stageId: number
  enteredAt: Date
  /** null: it is there now. */
  leftAt: Date | null
  actorId: number | null
  /** The change that brought it there; null for its creation. */
  changeSetId: number | null
}

const day = 24 * 60 * 60 * 1000

/** Whole days between two instants. */
export function wholeDays(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / day))
}

/** Without what was undone and the undoing of it: the record has been in its stage all the while. */
function withoutUndone(changes: readonly StageChange[]): StageChange[] {
  const there = new Set(changes.map(({ changeSetId }) => changeSetId))
  const undoings = new Set(changes.flatMap(({ undoneBy }) => undoneBy ?? []))
  return changes.filter(
    ({ changeSetId, undoneBy }) => !(undoneBy !== null && there.has(undoneBy)) && !undoings.has(changeSetId),
  )
}

/**
 * The stages that a record has been in, the present one first. `present` is the stage that it is in now,
 * `createdAt` when it came where the ledger does not tell.
 */
export function staysOf(changes: readonly StageChange[], present: number | null, createdAt: Date): Stay[] {
  const effective = withoutUndone(changes)
  const born = effective.findLast(({ kind }) => kind === 1)
  const moves = effective.filter(({ kind, at }) => kind === 2 && (!born || at >= born.at))
  const began = {
    stageId: moves.length > 0 ? (moves[0]?.before ?? null) : present,
    at: born?.at ?? createdAt,
    actorId: born?.actorId ?? null,
    changeSetId: null,
  }
  const entries = [
    began,
    ...moves.map(({ after, at, actorId, changeSetId }) => ({ stageId: after, at, actorId, changeSetId })),
  ]
  // A job may write into a set that was opened before the move that it follows.
  let latest = began.at
  const ordered = entries.map((entry) => {
    latest = entry.at > latest ? entry.at : latest
    return { ...entry, at: latest }
  })
  return ordered
    .map(({ stageId, at, actorId, changeSetId }, index) => {
      const leftAt = ordered[index + 1]?.at ?? null
      return { stageId, enteredAt: at, leftAt, actorId, changeSetId }
    })
    .filter((stay): stay is Stay => stay.stageId !== null)
    .toReversed()
}
