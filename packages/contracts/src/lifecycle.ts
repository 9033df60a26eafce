import { z } from 'zod'
import { flagSchema, idSchema } from './api.ts'
import { levelIdSchema, levelSchema } from './level.ts'
import { isOneLine } from './value.ts'

export const lifecycleLimits = { name: 60, stages: 50 } as const

/** The colors of the series of charts, which stages borrow, by their numbers. */
export const stageColours = [1, 2, 3, 4, 5, 6] as const
export type StageColour = (typeof stageColours)[number]

/** The color of a stage that was given none: by its place, counted from 1. */
export function colourOfPlace(place: number): StageColour {
  return stageColours[(Math.max(place, 1) - 1) % stageColours.length] as StageColour
}

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(lifecycleLimits.name, `The name can have at most ${lifecycleLimits.name} characters.`)
  .refine(isOneLine, 'The name must be a single line.')
  .meta({ example: 'Expansion' })

const colourSchema = z
  .literal(stageColours, { error: 'Choose a color from 1 to 6.' })
  .nullable()
  .meta({ description: 'One of the six series colors; null: by its position', example: 3 })

const recordCountsSchema = z
  .object({
    live: z.int().meta({ description: 'Neither archived nor churned' }),
    churned: z.int().meta({ description: 'Churned and not archived' }),
    archived: z.int(),
  })
  .meta({ id: 'StageRecords' })

export type StageRecords = z.infer<typeof recordCountsSchema>

export const lifecycleStageSchema = z
  .object({
    lifecycleStageId: idSchema,
    displayName: z.string().meta({ example: 'Adoption' }),
    entityLevel: levelIdSchema,
    order: z.int().meta({ description: 'Its position in the level, from 1' }),
    isDefault: z.boolean(),
    colour: z.literal(stageColours).meta({ description: 'Its own color, or the one of its position' }),
    ownColour: z.literal(stageColours).nullable().meta({ description: 'null: the color of its position' }),
    closing: z
      .boolean()
      .meta({ description: 'It is being deleted: its records move, and no record can be moved into it' }),
    records: recordCountsSchema
      .optional()
      .meta({ description: 'Of the whole company; with withRecords=true, for users who define stages' }),
  })
  .meta({ id: 'LifecycleStage' })

export type LifecycleStage = z.infer<typeof lifecycleStageSchema>

export const lifecycleQuery = z.object({
  level: levelSchema,
  withRecords: flagSchema
    .optional()
    .meta({ description: 'true: include the number of records in each stage' }),
})

export const createStageSchema = z.strictObject({
  entityLevel: levelSchema,
  displayName: nameSchema,
  colour: colourSchema.default(null),
})

export type CreateStage = z.output<typeof createStageSchema>

export const renameStageSchema = z.strictObject({ entityLevel: levelSchema, displayName: nameSchema })
export const colourStageSchema = z.strictObject({ entityLevel: levelSchema, colour: colourSchema })

export const reorderStageSchema = z.strictObject({
  entityLevel: levelSchema,
  reorderTo: z
    .int('reorderTo must be a whole number.')
    .positive('reorderTo starts at 1.')
    .meta({ description: 'The new position of the stage, from 1', example: 2 }),
})

export const defaultStageSchema = z.strictObject({ entityLevel: levelSchema, lifecycleStageId: idSchema })

export const stageUsageSchema = z
  .object({
    records: recordCountsSchema,
    uses: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int() })),
  })
  .meta({ id: 'StageUsage' })

export type StageUsage = z.infer<typeof stageUsageSchema>
