import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Records were created, changed or deleted. A large act publishes one event for each of its batches. */
export const recordChanged = defineEvent({
  name: 'record.changed',
  version: 1,
  payload: z.object({
    changeSetId: idSchema,
    level: levelIdSchema,
    records: z.int().meta({ description: 'How many records of the level it changed' }),
    recordIds: z
      .array(idSchema)
      .optional()
      .meta({ description: 'New records, or those of a batch that continues a change set' }),
    areNew: z.literal(true).optional().meta({ description: 'It created all the records that it names' }),
    firstId: idSchema.optional().meta({ description: 'The lowest record of a set-wise write' }),
    lastId: idSchema.optional().meta({ description: 'The highest record of a set-wise write' }),
    keys: z
      .array(z.string())
      .optional()
      .meta({ description: 'Of a single update: the keys that it changed, as in the ledger' }),
  }),
  example: { changeSetId: 812, level: 2, records: 1, keys: ['name', '31'] },
})

export type RecordChanged = PayloadOf<typeof recordChanged>
