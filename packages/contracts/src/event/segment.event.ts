import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { defineEvent } from './event-type.ts'

const payload = z.object({ segmentId: idSchema, level: levelIdSchema, by: idSchema })
const example = { segmentId: 14, level: 2 as const, by: 2 }

export const segmentCreated = defineEvent({ name: 'segment.created', version: 1, payload, example })

/** Its name, rule, view or sharing changed. */
export const segmentChanged = defineEvent({ name: 'segment.changed', version: 1, payload, example })

export const segmentDeleted = defineEvent({ name: 'segment.deleted', version: 1, payload, example })
