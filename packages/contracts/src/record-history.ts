import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/**
 * How a change came in. `person`: through the app. `api`: with an API token, or a token of an outside identity
 * provider. `system`: calculated by Steward.
 */
export const changeSources = [
  'person',
  'import',
  'sync',
  'scenario',
  'survey',
  'api',
  'undo',
  'system',
] as const
export type ChangeSource = (typeof changeSources)[number]

/** The parts of Steward that change records or tasks on their own. */
export const systemActorKinds = [
  'scenario',
  'sync',
  'survey',
  'calculation',
  'health',
  'playbook',
  'task',
  'successPlan',
] as const
export type SystemActorKind = (typeof systemActorKinds)[number]

export const actorKinds = ['person', 'apiToken', ...systemActorKinds] as const
export type ActorKind = (typeof actorKinds)[number]

/** The cause of a change besides its actor: the job of a bulk operation, or the automation it follows. */
export const causeKinds = ['import', 'bulkUpdate', ...systemActorKinds] as const
export type CauseKind = (typeof causeKinds)[number]

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
  'changeType',
  'score',
  'complete',
  'start',
  'reschedule',
  'applyPlaybook',
  'repeat',
  'comment',
] as const
export type ChangeAction = (typeof changeActions)[number]

/** The kind of change to a record, by the ids in the ledger. */
export const changeKindIds = { create: 1, update: 2, delete: 3 } as const
export type ChangeKindId = (typeof changeKindIds)[keyof typeof changeKindIds]

export const historyQuery = z.object({
  field: z.string().max(100).optional().meta({ description: 'Only changes of this field' }),
  before: idSchema
    .optional()
    .meta({ description: 'Only change sets older than this one; for the next page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const changeCauseSchema = z
  .object({
    kind: z.enum(causeKinds),
    id: idSchema,
    name: z.string().optional().meta({ example: 'customers.csv' }),
    changeSetId: idSchema.optional().meta({ description: 'The change that this cause reacted to' }),
  })
  .meta({ id: 'ChangeCause' })

export type ChangeCause = z.infer<typeof changeCauseSchema>

/** How many automated steps led to a change: one more for each act that follows from an event. */
export function depthOf(causes: readonly ChangeCause[]): number {
  const automated: readonly string[] = systemActorKinds
  return causes.filter(({ kind }) => automated.includes(kind)).length
}

export const changeActorSchema = z
  .object({
    kind: z.enum(actorKinds),
    id: z.int().nullable(),
    name: z.string().meta({ example: 'Billing export', description: 'As of the change, except for people' }),
  })
  .meta({ id: 'ChangeActor' })

export type ChangeActor = z.infer<typeof changeActorSchema>

const origin = {
  by: z
    .object({ id: z.int().nullable(), name: z.string() })
    .meta({ description: 'The user, also behind an API token; Steward itself has no id' }),
  source: z.enum(changeSources),
  actor: changeActorSchema.meta({ description: 'The maker of the change' }),
  causes: z.array(changeCauseSchema).meta({ description: 'The chain that led to it, the first cause first' }),
}

export const historyEntrySchema = z
  .object({
    changeSetId: idSchema,
    at: instantSchema,
    ...origin,
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
  field: z.string().max(100).meta({ example: 'about' }),
  changeSetId: idSchema.meta({ description: 'The value before this change set is restored' }),
})

export const changeSetSchema = z
  .object({
    changeSetId: idSchema,
    at: instantSchema,
    ...origin,
    action: z.enum(changeActions),
    records: z.int(),
    undoneBy: idSchema.nullable(),
    undoOf: idSchema.nullable(),
  })
  .meta({ id: 'ChangeSet' })

/** Of a change set in a list: so many records are counted, and so many named. */
export const recentLimits = { records: 1000, names: 3 } as const

export const recentQuery = z.object({
  before: idSchema
    .optional()
    .meta({ description: 'Only change sets older than this one; for the next page' }),
  limit: z.coerce.number().int().min(1).max(100).default(30),
})

export type RecentQuery = z.output<typeof recentQuery>

export const recentChangesSchema = z.object({
  data: z.array(
    changeSetSchema
      .extend({
        records: z.int().meta({
          description: 'How many records it changed; 1001 means more than 1,000',
        }),
        items: z.int().meta({
          description: 'How many tasks, plans and other items it changed; 1001 means more than 1,000',
        }),
        names: z.array(z.string()).meta({
          description: 'Up to three records, or items where it changed no record, as far as you can see them',
        }),
      })
      .meta({ id: 'RecentChange' }),
  ),
  hasMore: z.boolean(),
})

export type RecentChange = z.infer<typeof recentChangesSchema>['data'][number]

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
