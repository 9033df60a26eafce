import type { Rule } from '@steward/conditions'
import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { levelSchema, levels } from '../level.ts'
import { richTextSchema } from '../logged-item.ts'
import {
  archiveActions,
  dayOffRules,
  offsetAnchors,
  playbookLimits as limits,
  playbookStatuses,
} from '../plain/playbook.ts'
import { taskPriorities } from '../plain/task.ts'
import { personSchema } from '../timeline.ts'
import { isOneLine } from '../value.ts'

const levelName = z.enum(levels.map((level) => level.name) as [string, ...string[]])

const line = (most: number, what: string) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(most, `At most ${most} characters.`)
    .refine(isOneLine, 'Enter a single line.')

const keySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'A key has 1 to 40 letters, digits, hyphens or underscores.')
  .meta({ description: 'Names the step within its template, from version to version', example: 'kickoff' })

const groupSchema = z
  .array(idSchema)
  .min(1, 'Choose at least one person.')
  .max(limits.group, `Choose at most ${limits.group} people.`)

/** Whose a step is. Who can't see the record, or no longer works here, is passed over for the primary owner. */
export const assigneeRuleSchema = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('primaryOwner') }),
  z.strictObject({
    rule: z.literal('secondaryOwner'),
    roleId: z.int().min(1).max(4).nullable().default(null).meta({ description: 'The first with this role' }),
  }),
  z.strictObject({ rule: z.literal('user'), userId: idSchema }),
  z.strictObject({ rule: z.literal('leastLoaded'), userIds: groupSchema }),
  z.strictObject({ rule: z.literal('roundRobin'), userIds: groupSchema }),
])

export type AssigneeRule = z.output<typeof assigneeRuleSchema>

export const stepOffsetSchema = z.strictObject({
  from: z.enum(offsetAnchors).meta({
    description:
      'The start or the end of the playbook, the completion of another step, or a date field of the record',
  }),
  days: z
    .int('Enter a whole number of days.')
    .min(-limits.offset, `At most ${limits.offset.toLocaleString('en-US')} days before.`)
    .max(limits.offset, `At most ${limits.offset.toLocaleString('en-US')} days after.`)
    .meta({ description: 'Less than zero: before', example: 3 }),
  unit: z.enum(['calendar', 'business']).default('calendar'),
  step: keySchema.optional(),
  field: z.string().max(200).optional().meta({ description: 'API name of a date field' }),
})

export type StepOffset = z.output<typeof stepOffsetSchema>

const ruleSchema = z.custom<Rule>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'Enter a rule: a condition, or a group of conditions.' },
)

export const playbookStepSchema = z
  .strictObject({
    key: keySchema,
    title: line(limits.title, 'a title').meta({ example: 'Hold the kick-off with {{record.name}}' }),
    activityTypeId: idSchema.nullable().default(null),
    priority: z.enum(taskPriorities).default('NORMAL'),
    description: richTextSchema.nullable().default(null),
    checklist: z
      .array(line(limits.checklistText, 'a text'))
      .max(limits.checklist, `At most ${limits.checklist} items.`)
      .default([]),
    estimateMinutes: z.int().min(1).max(120_000).nullable().default(null),
    assignee: assigneeRuleSchema.default({ rule: 'primaryOwner' }),
    offset: stepOffsetSchema.default({ from: 'start', days: 0, unit: 'calendar' }),
    dayOff: z.enum(dayOffRules).default('after').meta({ description: 'For a date on a day off' }),
    condition: ruleSchema.nullable().default(null).meta({
      description: 'The step is left out of records for which it does not hold',
    }),
    conditionAt: z.enum(['apply', 'reached']).default('apply').meta({
      description: 'When the condition is looked at: reached is when the step before it is completed',
    }),
  })
  .meta({ id: 'PlaybookStep' })

export type PlaybookStep = z.output<typeof playbookStepSchema>

/** The success measure of a playbook. */
export const playbookEffectSchema = z.strictObject({
  measure: z.enum(['field', 'health', 'churn']).meta({
    description: 'The change of a number field or of the health score, or whether the record churned',
  }),
  field: z.string().max(200).nullable().default(null).meta({ description: 'API name of a number field' }),
  days: z.int().min(1).max(730).meta({ description: 'Days after which it is measured', example: 90 }),
  holdOutPercent: z
    .int()
    .min(0)
    .max(limits.holdOut, `At most ${limits.holdOut} percent can be held out.`)
    .meta({
      description: 'Of the records of a selection, left without the playbook for comparison',
      example: 20,
    }),
})

export type PlaybookEffect = z.output<typeof playbookEffectSchema>

export const savePlaybookSchema = z.strictObject({
  name: line(limits.name, 'a name').meta({ example: 'Onboarding' }),
  description: z.string().trim().max(limits.description).default(''),
  level: levelSchema,
  durationDays: z
    .int('Enter a whole number of days.')
    .min(1, 'At least one day.')
    .max(limits.duration, `At most ${limits.duration.toLocaleString('en-US')} days.`)
    .nullable()
    .default(null)
    .meta({ description: 'From the start to the end, which steps can be counted from' }),
  steps: z
    .array(playbookStepSchema)
    .min(1, 'Add at least one step.')
    .max(limits.steps, `A playbook can have at most ${limits.steps} steps.`)
    .meta({ example: [{ key: 'kickoff', title: 'Hold the kick-off' }] }),
  effect: playbookEffectSchema.nullable().default(null),
  baseVersion: z.int().positive().optional().meta({
    description: 'The version that was edited: a version that others saved since is not overwritten',
  }),
})

export type SavePlaybook = z.output<typeof savePlaybookSchema>

export const playbookTemplateSchema = z
  .object({
    templateId: idSchema,
    name: z.string(),
    description: z.string(),
    level: levelName,
    status: z.enum(playbookStatuses),
    version: z.int(),
    durationDays: z.int().nullable(),
    steps: z.array(z.object({ stepId: idSchema }).extend(playbookStepSchema.shape)),
    effect: playbookEffectSchema.nullable().meta({ description: 'null also for who may not edit playbooks' }),
    runningInstances: z.int().meta({ description: 'Those that the caller can see' }),
    lastAppliedAt: instantSchema.nullable(),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    mayEdit: z.boolean(),
  })
  .meta({ id: 'PlaybookTemplate' })

export type PlaybookTemplate = z.infer<typeof playbookTemplateSchema>

export const playbookListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(50),
  level: levelSchema.optional(),
  status: z.enum(playbookStatuses).optional(),
  name: z.string().trim().max(200).optional().meta({ description: 'Part of the name' }),
})

export const playbookPageSchema = z.object({
  data: z.array(playbookTemplateSchema),
  itemCount: z.int(),
  page: z.int(),
  pageSize: z.int(),
  totalItemCount: z.int(),
})

export const playbookSearchQuery = z.object({
  entity: levelSchema.optional(),
  name: z.string().trim().max(200).optional(),
})

export const archivePlaybookSchema = z.strictObject({
  action: z.enum(archiveActions).default('keep').meta({
    description: 'What happens to running instances: they continue, or they are completed or archived',
  }),
})

export const playbookChangeSchema = z
  .object({
    changeId: idSchema,
    at: instantSchema,
    by: personSchema.nullable(),
    action: z.enum(['created', 'saved', 'activated', 'deactivated', 'archived']),
    version: z.int(),
    keys: z.array(z.string()).meta({ description: 'What was changed of the playbook itself' }),
    steps: z.array(
      z.object({
        stepId: idSchema,
        title: z.string(),
        kind: z.enum(['added', 'changed', 'removed']),
        keys: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'PlaybookChange' })

export type PlaybookChange = z.infer<typeof playbookChangeSchema>

export const playbookStarterSchema = z
  .object({
    starter: z.string(),
    name: z.string(),
    description: z.string(),
    level: levelName,
    durationDays: z.int().nullable(),
    steps: z.array(playbookStepSchema),
    dateField: z.boolean().meta({ description: 'Choose the date field that its steps count from' }),
  })
  .meta({ id: 'PlaybookStarter' })

export type PlaybookStarter = z.infer<typeof playbookStarterSchema>
