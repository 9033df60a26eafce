import { z } from 'zod'
import { idSchema } from './api.ts'
import { levelIdSchema, levelSchema } from './level.ts'

const contactLevel = 3

export const handOverSchema = z.strictObject({
  fromUserId: idSchema.meta({ description: 'The current owner' }),
  toUserId: idSchema.meta({ description: 'The new owner' }),
  levels: z
    .array(levelSchema)
    .min(1, 'Choose at least one level.')
    .refine((levels) => !levels.includes(contactLevel), "Contacts can't have owners.")
    .transform((levels) => [...new Set(levels)]),
})

export type HandOver = z.output<typeof handOverSchema>

export const handOverPreviewSchema = z
  .object({
    total: z.int(),
    levels: z.array(
      z.object({
        level: levelIdSchema,
        count: z.int(),
        sample: z.array(z.object({ id: idSchema, name: z.string() })),
      }),
    ),
  })
  .meta({ id: 'HandOverPreview' })

export type HandOverPreview = z.infer<typeof handOverPreviewSchema>

export const handedOverSchema = z
  .object({
    changeSetId: idSchema
      .nullable()
      .meta({ description: 'The change set for an undo; null if nothing changed' }),
    count: z.int(),
    byJob: z.boolean().meta({ description: 'More than 2,000 records are transferred by a job' }),
  })
  .meta({ id: 'HandedOver' })

export type HandedOver = z.infer<typeof handedOverSchema>
