import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { levelSchema, levels } from '../level.ts'
import { runStateNames } from '../plain/scenario.ts'
import { nodeExecutionSchema } from './execution.ts'
import { scenarioNodeSchema } from './scenario.ts'

export const recordRunsQuery = z.object({
  level: levelSchema,
  parentIdentifier: idSchema.meta({ description: 'The record' }),
})

/** A record in a scenario. */
export const scenarioRunSchema = z
  .object({
    runId: idSchema,
    scenarioId: idSchema,
    name: z.string().meta({ description: 'Of the scenario' }),
    version: z.int().meta({ description: 'The version of the scenario that the record is in' }),
    state: z.enum(runStateNames),
    nodeId: idSchema.meta({ description: 'Where it is, or was last' }),
    nodeType: z.string().meta({ example: 'wait' }),
    enteredAt: instantSchema,
    wakesAt: instantSchema.nullable().meta({ description: 'When its wait ends' }),
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ScenarioRun' })
export type ScenarioRun = z.infer<typeof scenarioRunSchema>

export const runPathSchema = z
  .object({
    ...scenarioRunSchema.shape,
    record: z.object({
      id: idSchema,
      name: z.string().nullable().meta({ description: 'null for a record that was deleted' }),
      level: z.enum(levels.map((level) => level.name) as [string, ...string[]]),
    }),
    nodes: z
      .array(z.object({ nodeId: idSchema, ...scenarioNodeSchema.shape }))
      .meta({ description: 'The nodes of the version that the record is in' }),
    steps: z
      .array(nodeExecutionSchema.omit({ record: true, version: true, runId: true }))
      .meta({ description: 'Where it has been, the first node first' }),
  })
  .meta({ id: 'ScenarioRunPath' })
export type RunPath = z.infer<typeof runPathSchema>
