import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { levelIdSchema } from './level.ts'
import type { ActorKind, ChangeAction, ChangeCause, ChangeSource } from './record-history.ts'

/** What the stream of changes tells of one act on records of a level. */
export const changeNoticeSchema = z
  .object({
    changeSetId: idSchema,
    level: levelIdSchema,
    records: z
      .array(idSchema)
      .nullable()
      .meta({ description: 'What changed and the reader may see; null when it is too many to name' }),
    by: z
      .object({ id: idSchema, name: z.string() })
      .nullable()
      .meta({ description: 'Who did it; null for Steward itself, and where not every record may be seen' }),
    at: instantSchema,
  })
  .meta({ id: 'ChangeNotice' })

export type ChangeNotice = z.infer<typeof changeNoticeSchema>

/** More records than these are not named. */
export const namedChanges = 200

/** A stream that says nothing sends a comment this often, in seconds. */
export const changeHeartbeat = 20

/** What `record.changed` tells. */
export interface RecordChanged {
  changeSetId: number
  level: number
  records: number
  source: ChangeSource
  operation: ChangeAction
  /** The user, the API token, or the part of Steward that made the change. */
  actor: { kind: ActorKind; id: number | null }
  /** What led to it, the first cause first; empty where a person made it directly. */
  causes: ChangeCause[]
  /** How many automated steps led to it. An automation that reacts to it ends a loop by this. */
  depth: number
  /** The records of a batch: of new ones, and of one that goes on with a change set. */
  recordIds?: number[]
  /** The named records were all created by it. */
  areNew?: true
  /** The lowest and the highest record of a set-wise write. */
  firstId?: number
  lastId?: number
  /** Of an update that came alone: what it changed, as the ledger names it. */
  keys?: string[]
}
