import { z } from 'zod'
import { defineEvent } from './define.ts'

const payload = z.object({ fileId: z.int() })

/** All bytes of a file have been stored. */
export const fileUploaded = defineEvent({
  name: 'file.uploaded',
  version: 1,
  payload,
  example: { fileId: 40 },
})

/** A file that nothing used any more was deleted. */
export const fileDeleted = defineEvent({
  name: 'file.deleted',
  version: 1,
  payload,
  example: { fileId: 40 },
})
