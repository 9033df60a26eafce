import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { levelSchema } from './level.ts'

export const removeStageSchema = z.strictObject({
  entityLevel: levelSchema,
  moveTo: idSchema
    .nullish()
    .meta({ description: 'The stage that its records move to; optional only for an empty stage' }),
})

export type RemoveStage = z.output<typeof removeStageSchema>

export const stageRemovalSchema = z
  .object({
    lifecycleStageId: idSchema,
    moveTo: idSchema.nullable(),
    state: z.enum(['moving', 'done']),
    total: z.int().meta({ description: 'Records that were in it' }),
    moved: z.int().meta({ description: 'Records that have moved so far' }),
    changeSetId: idSchema.meta({ description: 'Undoing it restores the stage and moves the records back' }),
    requestedAt: instantSchema,
  })
  .meta({ id: 'StageRemoval' })

export type StageRemoval = z.infer<typeof stageRemovalSchema>
