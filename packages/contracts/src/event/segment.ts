import { z } from 'zod'
import { levelIdSchema } from '../level.ts'
import { defineEvent } from './define.ts'

const payload = z.object({ segmentId: z.int(), level: levelIdSchema })

/** A segment was created. */
export const segmentCreated = defineEvent({
  name: 'segment.created',
  version: 1,
  payload,
  example: { segmentId: 8, level: 2 },
})

/** The rule, the name or the view of a segment changed. */
export const segmentChanged = defineEvent({
  name: 'segment.changed',
  version: 1,
  payload,
  example: { segmentId: 8, level: 2 },
})

/** A segment was deleted. */
export const segmentDeleted = defineEvent({
  name: 'segment.deleted',
  version: 1,
  payload,
  example: { segmentId: 8, level: 2 },
})
