import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Kept, UndoAct } from './ledger.undo.ts'

/** Runs after an undo, in its transaction: `undoneBy` is the change set that put things back. */
export type UndoneHook = (
  tx: Tx,
  actor: Actor,
  act: { changeSetId: number; undoneBy: number },
) => Promise<void>

/**
 * Puts back, in the transaction of an undo, whatever the records of the act need first. Answers the work for after the
 * commit; undefined where the act has nothing of the kind.
 */
export type UndoHook = (
  tx: Tx,
  actor: Actor,
  act: { changeSetId: number },
) => Promise<(() => Promise<void>) | undefined>

export interface Restored {
  undone: number
  kept: Kept[]
  changeSetId: number
  /** Runs after the commit. */
  after: () => Promise<void>
}

/**
 * Puts an act back in its own way, in the transaction of its undo, for a module whose acts are more than values of
 * records. Undefined where the act is none of them.
 */
export type RestoreHook = (tx: Tx, actor: Actor, act: UndoAct) => Promise<Restored | undefined>

/** Keeps the parts that modules take in undos. */
export function createUndoHooks() {
  const undoHooks: UndoHook[] = []
  const restoreHooks: RestoreHook[] = []
  const undoneHooks: UndoneHook[] = []

  return {
    registering: {
      /** For modules that keep something which the records of an act need: they put it back before the records. */
      registerUndo: (prepare: UndoHook) => void undoHooks.push(prepare),
      /** For modules whose acts can't be put back value by value. */
      registerRestore: (restore: RestoreHook) => void restoreHooks.push(restore),
      /** For modules that keep something which an act did beside its records: they take it back with the act. */
      registerUndone: (follow: UndoneHook) => void undoneHooks.push(follow),
    },

    /** Lets modules put back whatever the records need; answers their work for after the commit. */
    async prepare(tx: Tx, actor: Actor, act: { changeSetId: number }): Promise<(() => Promise<void>)[]> {
      const afterwards: (() => Promise<void>)[] = []
      for (const prepare of undoHooks) {
        const after = await prepare(tx, actor, act)
        if (after) afterwards.push(after)
      }
      return afterwards
    },

    /** Leaves an act to the module that put it together; undefined where there is none. */
    async restore(tx: Tx, actor: Actor, act: UndoAct): Promise<Restored | undefined> {
      for (const restore of restoreHooks) {
        const restored = await restore(tx, actor, act)
        if (restored) return restored
      }
      return undefined
    },

    async follow(tx: Tx, actor: Actor, act: { changeSetId: number; undoneBy: number }): Promise<void> {
      for (const follow of undoneHooks) await follow(tx, actor, act)
    },
  }
}
