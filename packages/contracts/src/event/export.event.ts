import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** The file of an export was written, or could not be. One that its user stopped publishes none. */
export const exportFinished = defineEvent({
  name: 'export.finished',
  version: 1,
  payload: z.object({
    exportId: idSchema,
    userId: idSchema,
    level: levelIdSchema,
    fileName: z.string(),
    outcome: z.enum(['ready', 'failed']),
  }),
  example: { exportId: 8, userId: 2, level: 2, fileName: 'accounts.csv', outcome: 'ready' },
})

export type ExportFinished = PayloadOf<typeof exportFinished>
