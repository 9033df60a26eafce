import { z } from 'zod'
import { daySchema, idSchema, instantSchema } from './api.ts'
import { stageColours } from './lifecycle.ts'
import { levelSchema } from './level.ts'

const stageSchema = z.object({
  lifecycleStageId: idSchema,
  displayName: z.string().meta({ example: 'Adoption' }),
  colour: z.literal(stageColours),
})

export const stageStaySchema = z
  .object({
    stage: stageSchema,
    enteredAt: instantSchema,
    leftAt: instantSchema.nullable().meta({ description: 'null: it is in the stage now' }),
    days: z
      .int()
      .meta({ description: 'Whole days in the stage, until now for the current stage', example: 43 }),
    by: z
      .object({ id: z.int().nullable(), name: z.string() })
      .meta({ description: 'The user who moved it there' }),
    changeSetId: idSchema.nullable().meta({ description: 'The change set; null for its creation' }),
  })
  .meta({ id: 'StageStay' })

export type StageStay = z.infer<typeof stageStaySchema>

/** The most days that a count of moves covers. */
export const mostMoveDays = 1096

export const stageMovesQuery = z
  .object({
    level: levelSchema,
    from: daySchema.optional().meta({ description: 'The first day; default: 90 days ago' }),
    to: daySchema.optional().meta({ description: 'The last day; default: today' }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'The first day must not be after the last day.',
  })

export const stageMoveSchema = z
  .object({
    from: stageSchema.nullable().meta({ description: 'null: it was in no stage' }),
    to: stageSchema.nullable().meta({ description: 'null: it left all stages' }),
    count: z.int().meta({ description: 'Moves, not records: a record may move several times' }),
    medianDays: z
      .number()
      .nullable()
      .meta({ description: 'Median days in `from`, to one decimal', example: 12.5 }),
  })
  .meta({ id: 'StageMove' })

export type StageMove = z.infer<typeof stageMoveSchema>

export const stageMovesSchema = z
  .object({ from: daySchema, to: daySchema, moves: z.array(stageMoveSchema) })
  .meta({ id: 'StageMoves' })

export type StageMoves = z.infer<typeof stageMovesSchema>
