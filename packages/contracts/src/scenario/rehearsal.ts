import { z } from 'zod'
import { daySchema, idSchema, instantSchema } from '../api.ts'
import { executionStatuses, rehearsalStates, scenarioLimits as limits } from '../plain/scenario.ts'
import { personSchema } from '../timeline.ts'
import { pathStepSchema } from './path.ts'

export const startRehearsalSchema = z.strictObject({
  days: z
    .int('Enter a whole number of days.')
    .min(1, 'At least 1 day.')
    .max(limits.rehearsedDays, `At most ${limits.rehearsedDays} days.`)
    .default(limits.rehearsedDays)
    .meta({ description: 'How many days back it begins' }),
})

const countSchema = z.object({
  day: daySchema.meta({ description: 'In the time zone of the scenario' }),
  nodeKey: z.string(),
  status: z.enum(executionStatuses),
  count: z.int(),
})

/** What a scenario would have done. */
export const rehearsalSchema = z
  .object({
    rehearsalId: idSchema,
    state: z.enum(rehearsalStates).meta({
      description: '`outdated`: the scenario was saved since, and the numbers are about an earlier version',
    }),
    version: z.int(),
    days: z.int(),
    from: instantSchema.meta({ description: 'Where the replay begins' }),
    until: instantSchema,
    done: z.int().meta({ description: 'Records that were replayed' }),
    total: z.int(),
    entered: z.int().meta({ description: 'How often a record would have entered' }),
    actions: z.int().meta({ description: 'Actions that would have been taken' }),
    counts: z.array(countSchema).meta({
      description: 'Executions by day, node and status; those in progress are waiting at the end',
    }),
    ceilings: z
      .array(z.object({ day: daySchema, actions: z.int() }))
      .meta({ description: 'Days on which the limit of actions would have paused the scenario' }),
    startedBy: personSchema.nullable(),
    startedAt: instantSchema,
  })
  .meta({ id: 'ScenarioRehearsal' })
export type Rehearsal = z.infer<typeof rehearsalSchema>

export const rehearsedActionsQuery = z.object({
  day: daySchema.optional(),
  nodeKey: z.string().max(40).optional(),
  after: idSchema.optional().meta({ description: 'Only actions behind this one; for the next page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const rehearsedActionSchema = z
  .object({
    actionId: idSchema,
    at: instantSchema,
    day: daySchema,
    nodeKey: z.string(),
    status: z.enum(executionStatuses),
    record: z.object({ id: idSchema, name: z.string() }),
    effect: z.string().nullable().meta({ example: 'Create the task “Call Acme” for Ada Lovelace' }),
    reason: z.string().nullable().meta({ description: 'Why it would have failed or been skipped' }),
  })
  .meta({ id: 'RehearsedAction' })
export type RehearsedAction = z.infer<typeof rehearsedActionSchema>

export const rehearsedActionsSchema = z.object({ data: z.array(rehearsedActionSchema), hasMore: z.boolean() })

export const rehearsedPathSchema = z
  .object({
    record: z.object({ id: idSchema, name: z.string() }),
    runs: z.array(
      z.object({
        enteredAt: instantSchema,
        endedAt: instantSchema.nullable(),
        outcome: z
          .string()
          .nullable()
          .meta({ description: 'How it left; null where it would still be in it' }),
        steps: z.array(pathStepSchema),
      }),
    ),
  })
  .meta({ id: 'RehearsedPath' })
export type RehearsedPath = z.infer<typeof rehearsedPathSchema>

export const rehearsedRecordParams = z.object({ id: idSchema, recordId: z.coerce.number().int().positive() })
