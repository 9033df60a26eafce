import { z } from 'zod'
import { daySchema, flagSchema, idSchema, instantSchema } from '../api.ts'
import { selectionSchema } from '../bulk-update.ts'
import { levelSchema } from '../level.ts'
import { instanceStatuses, playbookLimits as limits, stepStates } from '../plain/playbook.ts'
import { taskPriorities, taskStatuses } from '../plain/task.ts'
import { linkedRecordSchema, personSchema } from '../timeline.ts'

/** The records to apply a playbook to: by their ids, a filter or a segment. */
export const applyPlaybookSchema = z
  .strictObject({
    entities: z.array(idSchema).min(1, 'Choose at least one record.').max(50_000).optional(),
    selection: selectionSchema.optional(),
    startDate: daySchema.optional().meta({ description: 'Default: today' }),
    endDate: daySchema.optional().meta({ description: "Default: by the playbook's duration" }),
    ownerId: idSchema.optional().meta({ description: 'Owner of the instances; default: the primary owner' }),
  })
  .refine(({ entities, selection }) => (entities === undefined) !== (selection === undefined), {
    error: 'Send either entities or selection.',
    path: ['entities'],
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || endDate >= startDate, {
    error: 'The end is before the start.',
    path: ['endDate'],
  })
  .meta({ example: { entities: [1] } })

export type ApplyPlaybook = z.output<typeof applyPlaybookSchema>

const refusedSchema = z.object({ id: idSchema, name: z.string().nullable(), reason: z.string() })

/** What an application would come to. Nothing is written. */
export const playbookPreviewSchema = z
  .object({
    matched: z.int(),
    applicable: z.int().meta({ description: 'Records that would get the playbook' }),
    heldOut: z.int().nullable().meta({
      description: 'Records left without it for comparison; null for who may not edit playbooks',
    }),
    refused: z.array(refusedSchema).meta({ description: "The first that can't take it, and why" }),
    refusedCount: z.int(),
    running: z.array(refusedSchema).meta({ description: 'The first that already run it' }),
    runningCount: z.int(),
    planned: z.int().meta({ description: 'Records that were planned for this preview, at most 1,000' }),
    sample: z
      .array(
        z.object({
          record: linkedRecordSchema,
          steps: z.array(
            z.object({
              stepId: idSchema,
              title: z.string(),
              dueDate: daySchema.nullable(),
              assignee: personSchema.nullable(),
              reason: z.string().meta({ description: 'Why it is theirs, or why the step is left out' }),
              state: z.enum(stepStates),
            }),
          ),
        }),
      )
      .meta({ description: 'The first records with their dates' }),
    load: z
      .array(
        z.object({
          person: personSchema,
          week: daySchema.meta({ description: 'Its Monday' }),
          open: z.int().meta({ description: 'Open tasks that are due in the week already' }),
          added: z.int(),
        }),
      )
      .meta({ description: 'Tasks per person and week, the fullest weeks first' }),
  })
  .meta({ id: 'PlaybookPreview' })

export type PlaybookPreview = z.infer<typeof playbookPreviewSchema>

export const playbookApplicationSchema = z
  .object({
    applicationId: idSchema,
    templateId: idSchema,
    state: z.enum(['running', 'completed', 'failed']),
    matched: z.int(),
    processed: z.int(),
    applied: z.int().meta({ description: 'Instances that were created' }),
    refused: z.int(),
    running: z.int().meta({ description: 'Records that already ran it' }),
    tasks: z.int(),
    failure: z.string().nullable(),
    changeSetId: idSchema.nullable().meta({ description: 'For undo; null: nothing was created' }),
    instanceIds: z.array(idSchema).meta({ description: 'The first 200' }),
    createdAt: instantSchema,
  })
  .meta({ id: 'PlaybookApplication' })

export type PlaybookApplication = z.infer<typeof playbookApplicationSchema>

export const instanceStepSchema = z.object({
  stepId: idSchema,
  key: z.string(),
  title: z.string(),
  state: z.enum(stepStates),
  taskId: idSchema.nullable(),
  status: z.enum(taskStatuses).nullable().meta({ description: 'Of its task' }),
  priority: z.enum(taskPriorities),
  dueDate: daySchema.nullable(),
  isDatePinned: z.boolean().meta({ description: 'Someone set the date, so rescheduling leaves it' }),
  assignee: personSchema.nullable(),
  reason: z.string().meta({ description: 'Why it is theirs, why it was skipped, or why it is left out' }),
})

export const playbookInstanceSchema = z
  .object({
    playbookInstanceId: idSchema,
    templateId: idSchema,
    name: z.string(),
    version: z.int(),
    latestVersion: z.int(),
    status: z.enum(instanceStatuses),
    record: linkedRecordSchema,
    owner: personSchema.nullable(),
    startDate: daySchema,
    dueDate: daySchema.nullable(),
    stepCount: z.int().meta({ description: 'Without those that were skipped or left out' }),
    completedCount: z.int(),
    progress: z.int().meta({ description: 'Percent' }),
    nextStep: z.object({ title: z.string(), dueDate: daySchema.nullable() }).nullable(),
    createdAt: instantSchema,
    completedAt: instantSchema.nullable(),
  })
  .meta({ id: 'PlaybookInstance' })

export type PlaybookInstance = z.infer<typeof playbookInstanceSchema>

export const instanceDetailSchema = z
  .object({ ...playbookInstanceSchema.shape, steps: z.array(instanceStepSchema), mayEdit: z.boolean() })
  .meta({ id: 'PlaybookInstanceDetail' })

export type InstanceDetail = z.infer<typeof instanceDetailSchema>

const directionSchema = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(['asc', 'desc']).default('desc'),
)

export const instanceSortColumns = ['playbookInstanceId', 'dueDate', 'status'] as const

export const instanceListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(50),
  templateId: idSchema.optional(),
  ownerId: idSchema.optional(),
  status: z.enum(instanceStatuses).optional(),
  hideDone: flagSchema.default(false).meta({ description: 'Leaves out completed and archived ones' }),
  level: levelSchema.optional().meta({ description: 'Of the records' }),
  overdue: flagSchema.default(false).meta({ description: 'Only running ones that were due before today' }),
  orderBy: z.enum(instanceSortColumns).default('playbookInstanceId'),
  order: directionSchema,
})

export const instanceSearchQuery = z.object({
  orderBy: z.enum(instanceSortColumns).default('playbookInstanceId'),
  order: directionSchema,
  level: levelSchema,
  parentIdentifier: idSchema,
})

export const instancePageSchema = z.object({
  data: z.array(playbookInstanceSchema),
  itemCount: z.int(),
  page: z.int(),
  pageSize: z.int(),
  totalItemCount: z.int(),
  today: daySchema.meta({ description: "In the caller's time zone" }),
})

/** What happens to open tasks when an instance ends. */
export const endInstanceSchema = z.strictObject({
  openTasks: z.enum(['complete', 'archive']).default('archive'),
})

export const changeInstanceSchema = z
  .strictObject({
    ownerId: idSchema.optional(),
    startDate: daySchema.optional(),
    dueDate: daySchema.optional().meta({ description: 'The end, which steps may be counted from' }),
    version: z.int().positive().optional().meta({ description: 'Moves the instance to another version' }),
    preview: z.boolean().default(false).meta({ description: 'Only shows which steps would move' }),
  })
  .refine((change) => Object.keys(change).some((key) => key !== 'preview'), 'Send at least one change.')
  .meta({ example: { startDate: '2026-12-01', preview: true } })

export type ChangeInstance = z.output<typeof changeInstanceSchema>

export const instanceActions = ['complete', 'start', 'archive', 'assign'] as const

export type InstanceAction = (typeof instanceActions)[number]

/** One operation on several instances. Open tasks of those that end are archived. */
export const changeInstancesSchema = z
  .strictObject({
    instanceIds: z
      .array(idSchema)
      .min(1, 'Choose at least one playbook.')
      .max(limits.instancesAtOnce, `At most ${limits.instancesAtOnce} playbooks at once.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Name each playbook once.'),
    action: z.enum(instanceActions),
    ownerId: idSchema.optional().meta({ description: 'The new owner, for `assign`' }),
  })
  .refine(({ action, ownerId }) => (action === 'assign') === (ownerId !== undefined), {
    error: 'Choose the new owner, and only to assign.',
    path: ['ownerId'],
  })
  .meta({ example: { instanceIds: [1], action: 'complete' } })

export type ChangeInstances = z.output<typeof changeInstancesSchema>

export const changedInstancesSchema = z
  .object({
    changed: z.int(),
    unchanged: z.int().meta({ description: 'Were in this state already' }),
    refused: z.array(z.object({ id: idSchema, message: z.string() })),
    changeSetId: idSchema.nullable().meta({ description: 'For undo; null: nothing was changed' }),
  })
  .meta({ id: 'ChangedPlaybookInstances' })

export type ChangedInstances = z.infer<typeof changedInstancesSchema>

export const changedInstanceSchema = z.object({
  data: instanceDetailSchema,
  changeSetId: idSchema.nullable(),
  moves: z.array(
    z.object({
      stepId: idSchema,
      title: z.string(),
      kind: z.enum(['moved', 'pinned', 'added', 'removed']).meta({
        description: 'Pinned steps would move, but someone set their date',
      }),
      from: daySchema.nullable(),
      to: daySchema.nullable(),
    }),
  ),
})

export type ChangedInstance = z.infer<typeof changedInstanceSchema>

export const skipStepSchema = z.strictObject({
  reason: z
    .string({ error: 'Enter a reason.' })
    .trim()
    .min(1, 'Enter a reason.')
    .max(limits.reason, `At most ${limits.reason} characters.`)
    .meta({ example: 'They did this with sales already.' }),
})

export const skipStepParams = z.object({ id: idSchema, stepId: idSchema })

export const instanceChangesQuery = z.object({
  before: idSchema.optional().meta({ description: 'Only change sets older than this one' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
