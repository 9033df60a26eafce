import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { levelSchema, levels } from '../level.ts'
import {
  executionStatuses,
  nodeCategories,
  reentryRules,
  scenarioLimits as limits,
  scenarioStatuses,
} from '../plain/scenario.ts'
import { personSchema } from '../timeline.ts'
import { isOneLine } from '../value.ts'

const levelName = z.enum(levels.map((level) => level.name) as [string, ...string[]])

const nodeKey = z
  .string({ error: 'Give the node a key.' })
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'A key has 1 to 40 letters, digits, hyphens or underscores.')
  .meta({ description: 'Names the node within its scenario, from version to version', example: 'start' })

export const scenarioNodeSchema = z.strictObject({
  key: nodeKey,
  type: z.string({ error: 'Choose a type.' }).min(1, 'Choose a type.').max(60).meta({
    description: 'One of the node types: see /scenario-management/node-types',
    example: 'condition',
  }),
  settings: z
    .record(z.string().max(100), z.unknown())
    .default({})
    .meta({
      description: 'As the type asks for',
      example: { rule: { field: 'health', operator: 'lesser', value: 5 } },
    }),
  next: z
    .record(z.string().max(40), nodeKey)
    .default({})
    .meta({
      description: 'The key of the next node, by branch; nodes with one way out call it `next`',
      example: { yes: 'call', no: 'end' },
    }),
})
export type ScenarioNode = z.output<typeof scenarioNodeSchema>

export const reentrySchema = z.strictObject({
  rule: z.enum(reentryRules).meta({ description: 'How often a record may enter' }),
  times: z.int().min(1).max(1000).optional().meta({ description: 'Of a limited scenario: so many times' }),
  days: z.int().min(1).max(3650).optional().meta({ description: 'in so many days' }),
  whileRunning: z.boolean().default(false).meta({
    description: 'Whether a record may enter while it is still in the scenario',
  }),
})
export type Reentry = z.output<typeof reentrySchema>

export const scenarioFormSchema = z.strictObject({
  name: z
    .string({ error: 'Enter a name.' })
    .trim()
    .min(1, 'Enter a name.')
    .max(limits.name, `At most ${limits.name} characters.`)
    .refine(isOneLine, 'Enter a single line.')
    .meta({ example: 'Silent for 30 days' }),
  description: z.string().trim().max(limits.description).default(''),
  level: levelSchema,
  timeZone: z.string().max(60).default('UTC').meta({
    description: 'In which waits and schedules are reckoned',
    example: 'Europe/London',
  }),
  actionsPerDay: z.int().min(1).max(100_000_000).nullable().default(null).meta({
    description: 'How many actions it may take on a day of its time zone before it pauses; null: any number',
    example: 5000,
  }),
  reentry: reentrySchema.default({ rule: 'once', whileRunning: false }),
})
export type ScenarioForm = z.output<typeof scenarioFormSchema>

export const saveScenarioSchema = z.strictObject({
  formData: scenarioFormSchema,
  nodes: z
    .array(scenarioNodeSchema)
    .min(1, 'Add a trigger.')
    .max(limits.nodes, `A scenario can have at most ${limits.nodes} nodes.`)
    .meta({
      example: [
        { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'end' } },
        { key: 'end', type: 'end' },
      ],
    }),
  baseVersion: z.int().positive().optional().meta({
    description: 'The version that was edited: a version that others saved since is not overwritten',
  }),
})
export type SaveScenario = z.output<typeof saveScenarioSchema>

export const executionSummarySchema = z
  .object(
    Object.fromEntries(executionStatuses.map((status) => [status, z.int()])) as Record<
      (typeof executionStatuses)[number],
      z.ZodInt
    >,
  )
  .meta({ id: 'ExecutionSummary' })
export type ExecutionSummary = z.infer<typeof executionSummarySchema>

export const savedNodeSchema = z
  .object({
    nodeId: idSchema,
    category: z.enum(nodeCategories),
    ...scenarioNodeSchema.shape,
    executions: z.object({ summary: executionSummarySchema }),
  })
  .meta({ id: 'ScenarioNode' })

export const scenarioProblemSchema = z.object({
  path: z.string().meta({ example: 'nodes.2.settings.field' }),
  message: z.string(),
  onlyActivation: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the scenario can be saved all the same, and only not be activated' }),
})

export const scenarioSchema = z
  .object({
    scenarioId: idSchema,
    status: z.enum(scenarioStatuses),
    version: z.int(),
    formData: scenarioFormSchema.extend({ level: levelName }),
    nodes: z.array(savedNodeSchema),
    problems: z.array(scenarioProblemSchema).meta({
      description: 'What no longer fits, such as a field that was deleted since the scenario was saved',
    }),
    pausedBecause: z.string().nullable().meta({ description: 'Why Steward paused it' }),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    activatedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Scenario' })
export type Scenario = z.infer<typeof scenarioSchema>

export const scenarioSummarySchema = z
  .object({
    scenarioId: idSchema,
    name: z.string(),
    description: z.string(),
    level: levelName,
    status: z.enum(scenarioStatuses),
    version: z.int(),
    trigger: z.string().meta({ description: 'The type of its trigger', example: 'onEvent' }),
    triggerSettings: z
      .record(z.string(), z.unknown())
      .meta({ description: 'As the type of trigger asks for' }),
    entered: z.int().meta({ description: 'Records that entered it' }),
    lastEnteredAt: instantSchema
      .nullable()
      .meta({ description: 'When a record entered it last, as far as executions are kept' }),
    inProgress: z.int().meta({ description: 'Records that are in it' }),
    failed: z.int().meta({ description: 'Failures that no one has attended to' }),
    pausedBecause: z.string().nullable(),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    activatedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ScenarioSummary' })
export type ScenarioSummary = z.infer<typeof scenarioSummarySchema>

export const scenarioListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(50),
  level: levelSchema.optional(),
  status: z.enum(scenarioStatuses).optional(),
  name: z.string().trim().max(200).optional().meta({ description: 'Part of the name' }),
})

export const scenarioPageSchema = z.object({
  data: z.array(scenarioSummarySchema),
  itemCount: z.int(),
  page: z.int(),
  pageSize: z.int(),
  totalItemCount: z.int(),
})

export const scenarioSearchQuery = z.object({
  level: levelSchema.optional(),
  name: z.string().trim().max(200).optional(),
})

export const nodeTypeSchema = z
  .object({
    type: z.string(),
    category: z.enum(nodeCategories),
    label: z.string().meta({ example: 'Create Task' }),
    levels: z.array(levelName).meta({ description: 'The levels of which scenarios can have it' }),
  })
  .meta({ id: 'ScenarioNodeType' })

export const automationSettingSchema = z
  .strictObject({ stopped: z.boolean().meta({ description: 'Whether no scenario does anything' }) })
  .meta({ id: 'AutomationSetting' })
