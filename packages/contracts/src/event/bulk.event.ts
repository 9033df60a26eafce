import { z } from 'zod'
import { idSchema } from '../api.ts'
import { defineEvent } from './event-type.ts'

const payload = z.object({ jobId: idSchema })
const example = { jobId: 19 }

/** An import or a bulk update ended: done, stopped or failed. */
export const bulkFinished = defineEvent({ name: 'bulk.finished', version: 1, payload, example })

/** An import or a bulk update was undone, as far as it could be. */
export const bulkUndone = defineEvent({ name: 'bulk.undone', version: 1, payload, example })
