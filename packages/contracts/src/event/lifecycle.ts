import { z } from 'zod'
import { levelIdSchema } from '../level.ts'
import { defineEvent } from './define.ts'

/** A lifecycle stage was added, changed, moved, closed, deleted or restored. */
export const lifecycleChanged = defineEvent({
  name: 'lifecycle.changed',
  version: 1,
  payload: z.object({ level: levelIdSchema, stageId: z.int() }),
  example: { level: 2, stageId: 4 },
})
