import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** A lifecycle stage was added, renamed, moved, closed, deleted or restored. */
export const lifecycleChanged = defineEvent({
  name: 'lifecycle.changed',
  version: 1,
  payload: z.object({ level: levelIdSchema, stageId: idSchema }),
  example: { level: 2, stageId: 7 },
})

/** A company's currencies changed: the one that is used where none is named, or the rates. */
export const currencyChanged = defineEvent({
  name: 'currency.changed',
  version: 1,
  payload: z.object({ change: z.enum(['default', 'rates']) }),
  example: { change: 'rates' },
})

export type CurrencyChanged = PayloadOf<typeof currencyChanged>

/** A version of a level's health score took effect. */
export const healthPublished = defineEvent({
  name: 'health.published',
  version: 1,
  payload: z.object({ level: levelIdSchema, versionId: idSchema }),
  example: { level: 2, versionId: 4 },
})
