import { z } from 'zod'
import { daySchema, flagSchema, idSchema } from './api.ts'
import { levelSchema } from './level.ts'

export const scoreQuery = z.object({
  level: levelSchema,
  detail: flagSchema
    .default(false)
    .meta({ description: 'With the measures that went into the score, as they are at this moment' }),
})

export const scoreLevelQuery = z.object({ level: levelSchema })

export const scoreSpanQuery = z.object({
  level: levelSchema,
  from: daySchema.optional().meta({ description: 'A day in UTC' }),
  to: daySchema.optional().meta({ description: 'A date in UTC; default: today' }),
})

export const scoreParams = z.object({ entityId: idSchema.meta({ description: 'The record' }) })
