import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { executionStatuses } from '../plain/scenario.ts'
import { savedNodeSchema, scenarioNodeSchema } from './scenario.ts'

/** One node on the way of a record. */
export const pathStepSchema = z
  .object({
    nodeKey: scenarioNodeSchema.shape.key,
    status: z.enum(executionStatuses),
    at: instantSchema.meta({ description: 'When it left the node; where it is still there, when it came' }),
    wakesAt: instantSchema.nullable().meta({ description: 'Where it waits: when the wait ends' }),
    effect: z.string().nullable().meta({ description: 'In a rehearsal: what the action would have done' }),
    reason: z.string().nullable().meta({ description: 'Why it failed, was skipped or rejected' }),
    changeSetId: idSchema.nullable().meta({ description: 'What the action changed, to see or undo it' }),
  })
  .meta({ id: 'PathStep' })
export type PathStep = z.infer<typeof pathStepSchema>

export const runStatuses = ['running', 'waiting', 'failed', 'ended'] as const

const runFields = {
  runId: idSchema,
  scenarioId: idSchema,
  scenario: z.string().meta({ description: 'Its name now' }),
  version: z.int(),
  status: z.enum(runStatuses),
  outcome: z.string().nullable().meta({ description: 'How it left the scenario', example: 'completed' }),
  enteredAt: instantSchema,
  endedAt: instantSchema.nullable(),
}

/** The way of a record through a scenario, with the nodes of its version. */
export const runPathSchema = z
  .object({
    ...runFields,
    record: z.object({ id: idSchema, name: z.string().nullable() }),
    nodes: z.array(scenarioNodeSchema.extend({ nodeId: savedNodeSchema.shape.nodeId })),
    steps: z.array(pathStepSchema).meta({ description: 'In their order, the trigger first' }),
  })
  .meta({ id: 'ScenarioRunPath' })
export type RunPath = z.infer<typeof runPathSchema>

/** An automation that touched a record. */
export const recordRunSchema = z
  .object({
    ...runFields,
    nodeKey: z.string().meta({ description: 'Where it is, or where it left' }),
    wakesAt: instantSchema.nullable(),
    actions: z.int().meta({ description: 'Changes that it made to the record, or because of it' }),
  })
  .meta({ id: 'RecordRun' })
export type RecordRun = z.infer<typeof recordRunSchema>

export const recordRunsQuery = z.object({
  before: idSchema.optional().meta({ description: 'Only runs older than this one; for the next page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const recordRunsSchema = z.object({ data: z.array(recordRunSchema), hasMore: z.boolean() })
