import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from '../api.ts'
import { fileIdsSchema, formOf, richTextSchema } from '../logged-item.ts'
import { kpiCriteria, kpiTargetTypes, planLimits } from '../plain/success-plan.ts'
import { taskStatuses } from '../plain/task.ts'
import { fileBriefSchema, personSchema } from '../timeline.ts'
import { planNameSchema, planPeopleSchema } from './shared.ts'

const base = {
  itemId: idSchema,
  successPlanId: idSchema,
  version: z.int(),
  description: z.string().nullable(),
  isArchived: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
}

const worked = {
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
  ownerId: z.int().nullable(),
  owner: personSchema.nullable(),
  collaborators: z.array(personSchema),
  completedAt: instantSchema.nullable(),
  completedBy: personSchema.nullable().meta({ description: 'null: Steward, or not completed' }),
  completionPercent: z.number(),
}

const planTaskSchema = z.object({
  taskId: idSchema,
  title: z.string(),
  status: z.enum(taskStatuses),
  dueDate: daySchema.nullable(),
  assignee: personSchema.nullable(),
})

export const milestoneSchema = z
  .object({
    kind: z.literal('MILESTONE'),
    ...base,
    milestoneId: idSchema,
    name: z.string(),
    ...worked,
    statusId: z.int(),
    statusName: z.string(),
    taskIds: z.array(idSchema),
    tasks: z.array(planTaskSchema),
    completesWithTasks: z.boolean().meta({ description: 'Completed once all of its tasks are' }),
  })
  .meta({ id: 'Milestone' })

export type Milestone = z.infer<typeof milestoneSchema>

export const kpiSourceStates = ['byHand', 'following', 'broken'] as const

const targetDetailsSchema = z.object({
  targetType: z.enum(kpiTargetTypes),
  targetCriteria: z.enum(kpiCriteria),
  startValue: z.number(),
  targetValue: z.number(),
  currentKpiValue: z.number().nullable(),
  currencyDefinitionId: z.int().nullable(),
})

export const kpiSchema = z
  .object({
    kind: z.literal('KPI'),
    ...base,
    kpiId: idSchema,
    kpiName: z.string(),
    ...worked,
    progressId: z.int(),
    progressName: z.string(),
    currentKpiValue: z.number().nullable(),
    currentAt: instantSchema.nullable(),
    currentBy: personSchema.nullable().meta({ description: 'Who entered the value; null: its source' }),
    targetDetails: targetDetailsSchema,
    isMet: z.boolean(),
    source: z
      .object({
        field: z.string().nullable().meta({ description: 'The API name; null: it was deleted' }),
        label: z.string(),
        state: z.enum(kpiSourceStates),
      })
      .meta({ description: 'Where the current value comes from' }),
  })
  .meta({ id: 'Kpi' })

export type Kpi = z.infer<typeof kpiSchema>

export const planNoteSchema = z
  .object({ kind: z.literal('NOTE'), ...base, name: z.string() })
  .meta({ id: 'PlanNote' })

export const planFileSchema = z
  .object({ kind: z.literal('FILE'), ...base, name: z.string(), files: z.array(fileBriefSchema) })
  .meta({ id: 'PlanFile' })

export const planItemSchema = z.discriminatedUnion('kind', [
  milestoneSchema,
  kpiSchema,
  planNoteSchema,
  planFileSchema,
])

export type PlanItem = z.infer<typeof planItemSchema>

const version = z.int().positive().optional().meta({
  example: 1,
  description: 'The version that was opened: a change of the same field by others is not overwritten',
})

const workedForm = {
  description: richTextSchema.nullable().optional(),
  startDate: daySchema.nullable().optional(),
  dueDate: daySchema.nullable().optional(),
  ...planPeopleSchema,
}

const milestoneForm = {
  ...workedForm,
  statusId: idSchema.optional().meta({ example: 21 }),
  taskIds: z
    .array(idSchema)
    .max(planLimits.tasks, `A milestone can have at most ${planLimits.tasks} tasks.`)
    .optional()
    .meta({ example: [], description: 'Tasks of the record of the plan' }),
  completesWithTasks: z.boolean().optional(),
}

export const createMilestoneSchema = formOf(z.strictObject({ name: planNameSchema, ...milestoneForm }))
export const changeMilestoneSchema = formOf(
  z.strictObject({ name: planNameSchema.optional(), ...milestoneForm, version }),
)

const valueSchema = z
  .number({ error: 'Enter a number.' })
  .gt(-planLimits.value, 'This number is too small.')
  .lt(planLimits.value, 'This number is too large.')

const targetForm = z.strictObject({
  targetType: z.enum(kpiTargetTypes),
  targetCriteria: z.enum(kpiCriteria),
  startValue: valueSchema.default(0).meta({ example: 0 }),
  targetValue: valueSchema.meta({ example: 90 }),
  currentKpiValue: valueSchema.nullable().optional().meta({ example: 40 }),
  currencyDefinitionId: idSchema.optional().meta({
    description: 'Of a currency; the default currency unless it is named',
  }),
})

const kpiForm = {
  ...workedForm,
  progressId: idSchema.optional().meta({ example: 31 }),
  currentKpiValue: valueSchema.nullable().optional().meta({ example: 40 }),
  sourceField: z.string().max(200).nullable().optional().meta({
    example: null,
    description:
      'A number, percentage or currency of the record of the plan, calculated ones included, or health, which the current value follows; null: entered by hand',
  }),
}

export const createKpiSchema = formOf(
  z.strictObject({ kpiName: planNameSchema, targetDetails: targetForm, ...kpiForm }),
)
export const changeKpiSchema = formOf(
  z.strictObject({
    kpiName: planNameSchema.optional(),
    targetDetails: targetForm.optional(),
    ...kpiForm,
    version,
  }),
)

const noteForm = { description: richTextSchema.nullable().optional(), fileIds: fileIdsSchema.optional() }

export const createPlanItemSchema = formOf(
  z.strictObject({ kind: z.enum(['NOTE', 'FILE']), name: planNameSchema, ...noteForm }),
)
export const changePlanItemSchema = formOf(
  z.strictObject({ name: planNameSchema.optional(), ...noteForm, version }),
)

export const createPlanTaskSchema = z.strictObject({
  title: planNameSchema,
  dueDate: daySchema.nullable().optional(),
  assigneeId: idSchema.nullable().optional(),
})

export type MilestoneForm = z.output<typeof changeMilestoneSchema>
export type KpiForm = z.output<typeof changeKpiSchema>
export type NoteForm = z.output<typeof changePlanItemSchema>
export type KpiTargetForm = z.output<typeof targetForm>
export type PlanTaskForm = z.output<typeof createPlanTaskSchema>

const writtenOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: item,
    changeSetId: idSchema.nullable().meta({ description: 'For undo; null: nothing changed' }),
  })

export const writtenMilestoneSchema = writtenOf(milestoneSchema)
export const writtenKpiSchema = writtenOf(kpiSchema)
export const writtenItemSchema = writtenOf(planItemSchema)

export const kpiHistorySchema = dataOf(
  z.array(
    z.object({
      at: instantSchema,
      value: z.number().nullable(),
      by: personSchema.nullable().meta({ description: 'null: its source' }),
    }),
  ),
)

export type KpiHistory = z.infer<typeof kpiHistorySchema>['data']
