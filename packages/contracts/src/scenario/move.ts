import { z } from 'zod'
import { scenarioNodeSchema } from './scenario.ts'

const versionSchema = z.int().meta({ description: 'The number of a version', example: 2 })

/** Records at a node of an earlier version. */
const openAtNodeSchema = z.object({
  nodeKey: scenarioNodeSchema.shape.key,
  type: scenarioNodeSchema.shape.type,
  records: z.int().meta({ description: 'Records that are at it' }),
  reason: z.string().nullable().meta({ description: 'Why they can’t move; null where they can' }),
})

/** The records of a scenario that are in earlier versions, and which of them can move to the latest one. */
export const scenarioMovesSchema = z
  .object({
    version: versionSchema.meta({ description: 'The latest version, to which records move' }),
    moving: z.boolean().meta({ description: 'Whether a job is moving records' }),
    versions: z.array(z.object({ version: versionSchema, nodes: z.array(openAtNodeSchema) })),
  })
  .meta({ id: 'ScenarioMoves' })
export type ScenarioMoves = z.infer<typeof scenarioMovesSchema>

export const moveRecordsSchema = z.strictObject({
  version: z
    .int('Enter the latest version.')
    .positive('Enter the latest version.')
    .meta({ description: 'The version of the preview, so that records move to no other one', example: 3 }),
})
