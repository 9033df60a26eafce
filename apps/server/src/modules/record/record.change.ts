import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Catalogue } from '../field/index.ts'
import type { Defaults, Problem, References } from './record.rules.ts'
import type { Current, State, Values } from './record.state.ts'

/** One change that is asked for. `problems` are those found while its values were read. */
export type Change =
  | {
      kind: 'create'
      values: Values
      problems?: readonly Problem[]
      recordId?: number
      restored?: boolean
      /** No record that the actor sees has its external ID, as the caller has just found. */
      externalIdIsFree?: boolean
    }
  | {
      kind: 'update'
      recordId: number
      values: Values
      /** Values for other keys that are not set. */
      whereUnset?: Values
      problems?: readonly Problem[]
      expectedVersion?: number
    }
  | { kind: 'delete'; recordId: number }

/** The outcome of a change. `conflict` is a clash with what others hold or did; `refused` is bad input. */
export interface Planned {
  outcome: 'create' | 'update' | 'delete' | 'unchanged' | 'conflict' | 'refused'
  /** Null for a record that is still to be created. */
  recordId: number | null
  current: Current | null
  next: State
  before: Values
  after: Values
  problems: Problem[]
  /** The values that a record is restored without. */
  leftOut?: Problem[]
  /** True for a conflict with someone who changed the same field since the form was opened. */
  stale?: boolean
}

export interface PlanContext {
  actor: Actor
  level: LevelId
  catalogue: Catalogue
  defaults: Defaults
  /**
   * `form`: only editable fields. `act`: archive, move and the like, which set what a form may not.
   * `restore`: puts back what was there, whatever became of it.
   */
  freedom: 'form' | 'act' | 'restore'
  /** Whether the values come from a file, which may set external IDs of records that are there. */
  isUpload: boolean
  /** The records that the values name, as far as the actor can see them; all of them where values are restored. */
  findReferences: (changes: readonly Values[], freedom: PlanContext['freedom']) => Promise<References>
  /** Records as they will be when what goes before these changes is done; as they are where nothing does. */
  foresee?: (currents: Map<number, Current>, recordIds: readonly number[]) => Promise<Map<number, Current>>
  /** Which records cannot be deleted, because something hangs on them in a module above. */
  findHeld: (recordIds: readonly number[]) => Promise<ReadonlySet<number>>
}
