import { z } from 'zod'
import { idSchema } from '../api.ts'
import { defineEvent } from './event-type.ts'

/** A file was uploaded, or came with an e-mail. */
export const fileStored = defineEvent({
  name: 'file.stored',
  version: 1,
  payload: z.object({
    fileId: idSchema,
    source: z.string().meta({ description: 'What brought it, such as `upload` or `email`' }),
  }),
  example: { fileId: 77, source: 'upload' },
})

/** A file that nothing used any more was deleted. */
export const fileDeleted = defineEvent({
  name: 'file.deleted',
  version: 1,
  payload: z.object({ fileId: idSchema }),
  example: { fileId: 77 },
})
