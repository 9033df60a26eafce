import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { executionStatuses, scenarioLimits as limits } from '../plain/scenario.ts'

export const executionListQuery = z.object({
  status: z.enum(executionStatuses).optional(),
  before: idSchema.optional().meta({ description: 'Only executions older than this one; for the next page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** One record at one node. */
export const nodeExecutionSchema = z
  .object({
    nodeExecutionRunId: idSchema,
    runId: idSchema,
    nodeId: idSchema,
    version: z.int().meta({ description: 'The version of the scenario that the record is in' }),
    status: z.enum(executionStatuses),
    record: z.object({
      id: idSchema,
      name: z.string().nullable().meta({ description: 'null for a record that was deleted' }),
    }),
    reason: z.string().nullable().meta({ description: 'Why it failed, was skipped or rejected' }),
    changeSetId: idSchema.nullable().meta({ description: 'What it changed, to undo it' }),
    canRetry: z.boolean().meta({
      description: 'Whether the record is still where it failed, or left there because it was skipped',
    }),
    wakesAt: instantSchema.nullable().meta({ description: 'When its wait ends' }),
    at: instantSchema,
  })
  .meta({ id: 'NodeExecution' })
export type NodeExecution = z.infer<typeof nodeExecutionSchema>

export const nodeExecutionsSchema = z.object({
  data: z.array(nodeExecutionSchema),
  hasMore: z.boolean(),
})

export const chosenExecutionsSchema = z.strictObject({
  ids: z
    .array(idSchema)
    .min(1, 'Choose at least one execution.')
    .max(limits.executions, `Choose at most ${limits.executions.toLocaleString('en-US')} executions.`),
})

export const changedExecutionsSchema = z.object({
  nodeExecutionRunIds: z.array(idSchema).meta({ description: 'Those that were changed' }),
})

export const scenarioChangesQuery = z.object({
  since: z.iso
    .datetime({ error: 'Enter an instant such as 2026-03-10T00:00:00Z.' })
    .meta({ example: '2026-03-10T00:00:00Z' }),
})

export const undoScenarioSchema = z.strictObject(scenarioChangesQuery.shape)

export const scenarioChangesSchema = z
  .object({
    changeSets: z.int().meta({ description: 'Operations of the scenario since then' }),
    undone: z.int().meta({ description: 'Those that are undone' }),
    undoing: z.boolean().meta({ description: 'Whether a job is undoing them' }),
  })
  .meta({ id: 'ScenarioChanges' })
export type ScenarioChanges = z.infer<typeof scenarioChangesSchema>
