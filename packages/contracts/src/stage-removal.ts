import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { levelSchema } from './level.ts'

export const removeStageSchema = z.strictObject({
  entityLevel: levelSchema,
  moveTo: idSchema
    .nullish()
    .meta({ description: 'The stage that its records move to; absent only where no record is in it' }),
})

export type RemoveStage = z.output<typeof removeStageSchema>

export const stageRemovalSchema = z
  .object({
    lifecycleStageId: idSchema,
    moveTo: idSchema.nullable(),
    state: z.enum(['moving', 'done']),
    total: z.int().meta({ description: 'Records that were in it' }),
    moved: z.int().meta({ description: 'Records that have moved so far' }),
    changeSetId: idSchema.meta({ description: 'Its undo moves the records back and brings the stage back' }),
    requestedAt: instantSchema,
  })
  .meta({ id: 'StageRemoval' })

export type StageRemoval = z.infer<typeof stageRemovalSchema>
