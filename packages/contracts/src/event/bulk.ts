import { z } from 'zod'
import { defineEvent } from './define.ts'

const payload = z.object({ jobId: z.int() })

/** An import or a bulk update finished, was stopped, or failed. */
export const bulkFinished = defineEvent({
  name: 'bulk.finished',
  version: 1,
  payload,
  example: { jobId: 12 },
})

/** An import or a bulk update was undone. */
export const bulkUndone = defineEvent({
  name: 'bulk.undone',
  version: 1,
  payload,
  example: { jobId: 12 },
})
