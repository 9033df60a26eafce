import { z } from 'zod'
import { levelIdSchema } from '../level.ts'
import { defineEvent } from './define.ts'

/** A version of a health model took effect: a new one, or an earlier one that was restored. */
export const healthPublished = defineEvent({
  name: 'health.published',
  version: 1,
  payload: z.object({ level: levelIdSchema, versionId: z.int() }),
  example: { level: 2, versionId: 31 },
})
