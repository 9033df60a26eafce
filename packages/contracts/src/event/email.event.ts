import { z } from 'zod'
import { idSchema } from '../api.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** An email that was written outside of Steward was added to records. */
export const emailImported = defineEvent({
  name: 'email.imported',
  version: 1,
  payload: z.object({
    itemId: idSchema.meta({ description: 'Its item on the timeline, which decides who may read it' }),
    threadId: idSchema,
    recordIds: z.array(idSchema).meta({ description: 'The records of its thread' }),
    by: idSchema,
  }),
  example: { itemId: 530, threadId: 12, recordIds: [41], by: 2 },
})

export type EmailImported = PayloadOf<typeof emailImported>
