import { z } from 'zod'
import { scenarioFormSchema, scenarioNodeSchema, scenarioProblemSchema } from './scenario.ts'
import { scenarioLimits as limits } from '../plain/scenario.ts'

/** A scenario that may be unfinished. */
export const checkScenarioSchema = z.strictObject({
  formData: scenarioFormSchema.pick({ level: true, timeZone: true, reentry: true }),
  nodes: z
    .array(scenarioNodeSchema)
    .max(limits.nodes, `A scenario can have at most ${limits.nodes} nodes.`)
    .meta({ example: [{ key: 'start', type: 'onEvent', settings: { type: 'created' }, next: {} }] }),
})
export type CheckScenario = z.output<typeof checkScenarioSchema>

export const scenarioProblemsSchema = z.array(scenarioProblemSchema)
export type ScenarioProblem = z.infer<typeof scenarioProblemSchema>
