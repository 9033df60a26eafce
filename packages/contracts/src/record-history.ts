import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/** From which source a change came. */
export const changeSources = ['person', 'import', 'sync', 'scenario', 'api', 'undo', 'system'] as const
export type ChangeSource = (typeof changeSources)[number]

export const changeActions = [
  'create',
  'edit',
  'archive',
  'restore',
  'churn',
  'unchurn',
  'move',
  'assign',
  'import',
  'undo',
  'restoreValue',
  'calculate',
  'pulse',
  'deleteStage',
  'score',
] as const
export type ChangeAction = (typeof changeActions)[number]

export const historyQuery = z.object({
  field: z.string().max(100).optional().meta({ description: 'Only changes of this field' }),
  before: idSchema
    .optional()
    .meta({ description: 'Only change sets older than this one; for the next page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const historyEntrySchema = z
  .object({
    changeSetId: idSchema,
    at: instantSchema,
    by: z.object({ id: z.int().nullable(), name: z.string() }),
    source: z.enum(changeSources),
    action: z.enum(changeActions),
    kind: z.enum(['create', 'update', 'delete']),
    undoneBy: idSchema.nullable(),
    changes: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        dataType: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        beforeText: z.string().nullable(),
        afterText: z.string().nullable(),
        restorable: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'HistoryEntry' })

export const historySchema = z.object({ data: z.array(historyEntrySchema), hasMore: z.boolean() })

export const restoreValueSchema = z.strictObject({
  field: z.string().max(100),
  changeSetId: idSchema.meta({ description: 'The value before this change set is restored' }),
})

export const changeSetSchema = z
  .object({
    changeSetId: idSchema,
    at: instantSchema,
    by: z.object({ id: z.int().nullable(), name: z.string() }),
    source: z.enum(changeSources),
    action: z.enum(changeActions),
    records: z.int(),
    undoneBy: idSchema.nullable(),
    undoOf: idSchema.nullable(),
  })
  .meta({ id: 'ChangeSet' })

export const undoneSchema = z
  .object({
    changeSetId: idSchema.nullable(),
    undone: z.int().meta({ description: 'Restored records' }),
    kept: z.array(
      z.object({ id: z.int(), name: z.string(), fields: z.array(z.string()), message: z.string() }),
    ),
  })
  .meta({ id: 'Undone' })

export type HistoryEntry = z.infer<typeof historyEntrySchema>
export type Undone = z.infer<typeof undoneSchema>
