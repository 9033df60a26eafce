import { z } from 'zod'
import { idSchema } from './api.ts'
import { churnDetailsSchema } from './churn.ts'
import { levelSchema } from './level.ts'
import { displayCurrencySchema } from './record.ts'

/** The most records that a selection names one by one; a filter or a segment selects any number. */
export const mostChosenIds = 50_000

export const selectionSchema = z.union([
  z.strictObject({
    ids: z
      .array(idSchema)
      .min(1, 'Choose at least one record.')
      .max(mostChosenIds, 'Select at most 50,000 records, or use a filter for any number.'),
  }),
  z.strictObject({
    filter: z.string().max(100_000).meta({
      description: 'A rule in JSON, as for lists; empty for all records of the level',
      example: '{"and":[{"field":"entityArchived","operator":"isFalse"}]}',
    }),
    query: z.string().trim().max(200).optional().meta({ description: 'Part of a name' }),
    myEntitiesOnly: z.boolean().optional(),
    pipelineType: z.literal([1, 2]).optional(),
    displayCurrency: displayCurrencySchema.optional(),
  }),
  z.strictObject({ segmentId: idSchema }),
])

export type Selection = z.infer<typeof selectionSchema>

export const bulkUpdateActions = ['archive', 'restore', 'churn', 'unchurn'] as const

export const bulkUpdateChangeSchema = z.union([
  z.strictObject({
    data: z
      .record(z.string().max(100), z.unknown())
      .refine((data) => Object.keys(data).length > 0, 'Specify the fields to set.')
      .refine((data) => Object.keys(data).length <= 200, 'Set at most 200 fields at once.')
      .meta({ description: 'Values by field name; null clears', example: { 'system:pulse': 4 } }),
    mode: z.enum(['set', 'add', 'remove']).default('set').meta({
      description: 'add and remove: options of multi-option fields, in addition to those a record has',
    }),
  }),
  z.strictObject({ action: z.enum(bulkUpdateActions), ...churnDetailsSchema.shape }),
  z.strictObject({
    owners: z
      .array(idSchema)
      .min(1, 'Choose at least one owner.')
      .max(50)
      .meta({ description: 'User ids; the first becomes the primary owner' }),
    mode: z.enum(['replace', 'add', 'remove']).default('replace'),
  }),
])

export type BulkUpdateChange = z.infer<typeof bulkUpdateChangeSchema>

export const bulkUpdateSchema = z.strictObject({
  type: z.literal(['massUpdate', 'massPulse']),
  level: levelSchema,
  selection: selectionSchema,
  change: bulkUpdateChangeSchema,
})

export type BulkUpdate = z.infer<typeof bulkUpdateSchema>

export const bulkUpdatePreviewSchema = z
  .object({
    matched: z.int().meta({ description: 'Records that are selected' }),
    planned: z.int().meta({
      description:
        'The number of records behind these figures: all, or the first 20,000 for a change of parents or external ids',
    }),
    change: z.int(),
    unchanged: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    sample: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'BulkUpdatePreview' })

export type BulkUpdatePreview = z.infer<typeof bulkUpdatePreviewSchema>
