import { z } from 'zod'
import { defineEvent, type PayloadOf } from './define.ts'

/** A batch of changes to records of one level was written. */
export const recordChanged = defineEvent({
  name: 'record.changed',
  version: 1,
  payload: z.object({
    changeSetId: z.int(),
    level: z.int(),
    records: z.int(),
    /** The records of the batch: of new ones, and of a batch that continues a change set. */
    recordIds: z.array(z.int()).optional(),
    /** All named records were created by it. */
    areNew: z.literal(true).optional(),
    /** The lowest and the highest record of a set-wise write. */
    firstId: z.int().optional(),
    lastId: z.int().optional(),
    /** For the update of a single record: the changed keys, as the ledger names them. */
    keys: z.array(z.string()).optional(),
  }),
  example: { changeSetId: 901, level: 2, records: 1, keys: ['name', '17'] },
})

export type RecordChanged = PayloadOf<typeof recordChanged>
