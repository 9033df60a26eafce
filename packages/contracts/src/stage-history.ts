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
    days: z.int().meta({ description: 'Whole days in the stage, so far where it is there now', example: 43 }),
    by: z.object({ id: z.int().nullable(), name: z.string() }).meta({ description: 'Who brought it there' }),
    changeSetId: idSchema.nullable().meta({ description: 'The change that did; null for its creation' }),
  })
  .meta({ id: 'StageStay' })

export type StageStay = z.infer<typeof stageStaySchema>

/** The most days that a count of moves covers. */
export const mostMoveDays = 1096

export const stageMovesQuery = z
  .object({
    level: levelSchema,
    from: daySchema.optional().meta({ description: 'The first day; 90 days ago unless told' }),
    to: daySchema.optional().meta({ description: 'The last day; today unless told' }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'The first day comes after the last one.',
  })

export const stageMoveSchema = z
  .object({
    from: stageSchema.nullable().meta({ description: 'null: it was in no stage' }),
    to: stageSchema.nullable().meta({ description: 'null: it left all stages' }),
    count: z.int().meta({ description: 'Moves, not records: one may move there and back again' }),
    medianDays: z
      .number()
      .nullable()
      .meta({ description: 'Days that half of them had been in `from`, to one decimal', example: 12.5 }),
  })
  .meta({ id: 'StageMove' })

export type StageMove = z.infer<typeof stageMoveSchema>

export const stageMovesSchema = z
  .object({ from: daySchema, to: daySchema, moves: z.array(stageMoveSchema) })
  .meta({ id: 'StageMoves' })

export type StageMoves = z.infer<typeof stageMovesSchema>
