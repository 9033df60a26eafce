import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

const briefSchema = z.object({
  userId: idSchema.meta({ description: 'Who started it, or the undo' }),
  type: z.enum(['import', 'update']),
  level: levelIdSchema,
  name: z.string().nullable().meta({ description: 'The file of an import, or what an update sets' }),
  outcome: z.enum(['done', 'stopped', 'failed']),
  created: z.int(),
  updated: z.int(),
  refused: z.int().meta({ description: 'Rows that could not be written; of an undo, values that were kept' }),
})

const payload = z.object({
  jobId: idSchema,
  job: briefSchema.optional().meta({ description: 'Absent from events of earlier releases' }),
})
const example = {
  jobId: 19,
  job: {
    userId: 2,
    type: 'import' as const,
    level: 2 as const,
    name: 'customers.csv',
    outcome: 'done' as const,
    created: 120,
    updated: 14,
    refused: 2,
  },
}

export type BulkEnded = PayloadOf<typeof bulkFinished>

/** An import or a bulk update ended: done, stopped or failed. */
export const bulkFinished = defineEvent({ name: 'bulk.finished', version: 1, payload, example })

/** An import or a bulk update was undone, as far as it could be. */
export const bulkUndone = defineEvent({ name: 'bulk.undone', version: 1, payload, example })
