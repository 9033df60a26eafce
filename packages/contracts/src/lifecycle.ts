import { z } from 'zod'
import { idSchema } from './api.ts'
import { levelIdSchema, levelSchema } from './level.ts'

export const lifecycleStageSchema = z
  .object({
    lifecycleStageId: idSchema,
    displayName: z.string().meta({ example: 'Adoption' }),
    entityLevel: levelIdSchema,
    order: z.int(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'LifecycleStage' })

export type LifecycleStage = z.infer<typeof lifecycleStageSchema>

export const lifecycleQuery = z.object({ level: levelSchema })
