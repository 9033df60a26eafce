import { z } from 'zod'
import { dataOf, daySchema, flagSchema, idSchema, instantSchema } from '../api.ts'
import { levelSchema } from '../level.ts'
import { formOf, richTextSchema } from '../logged-item.ts'
import { planLimits, planShows } from '../plain/success-plan.ts'
import { linkedRecordSchema, personSchema } from '../timeline.ts'
import { isOneLine } from '../value.ts'
import { planItemSchema } from './item.ts'
import { planNameSchema, planPeopleSchema } from './shared.ts'

export const planSchema = z
  .object({
    successPlanId: idSchema,
    version: z.int(),
    name: z.string(),
    description: z.string().nullable().meta({ description: 'The JSON of a document, or a plain text' }),
    startDate: daySchema.nullable(),
    dueDate: daySchema.nullable(),
    ownerId: z.int().nullable(),
    owner: personSchema.nullable(),
    collaborators: z.array(personSchema),
    statusId: z.int(),
    statusName: z.string(),
    progressId: z.int(),
    progressName: z.string(),
    record: linkedRecordSchema,
    organizationId: z.int().nullable(),
    accountId: z.int().nullable(),
    isArchived: z.boolean(),
    isBehind: z.boolean().meta({
      description: 'Open and overdue, or with an overdue milestone, or with a progress that means behind',
    }),
    completedAt: instantSchema.nullable(),
    completedBy: personSchema.nullable(),
    completionPercent: z.number().meta({ description: 'The mean of milestones and KPIs, 0 to 100' }),
    milestones: z.int(),
    completedMilestones: z.int(),
    kpis: z.int(),
    metKpis: z.int(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    mayEdit: z.boolean(),
  })
  .meta({ id: 'SuccessPlan' })

export type SuccessPlan = z.infer<typeof planSchema>

export const planDetailSchema = planSchema
  .extend({ items: z.array(planItemSchema).meta({ description: 'In the order of the plan' }) })
  .meta({ id: 'SuccessPlanDetail' })

export type SuccessPlanDetail = z.infer<typeof planDetailSchema>

const fields = {
  description: richTextSchema.nullable().optional(),
  startDate: daySchema.nullable().optional(),
  dueDate: daySchema.nullable().optional(),
  ...planPeopleSchema,
  statusId: idSchema.optional().meta({ example: 1 }),
  progressId: idSchema.optional().meta({ example: 12 }),
}

export const createPlanSchema = formOf(
  z.strictObject({
    level: levelSchema,
    entityId: idSchema.meta({ description: 'A record of the level' }),
    name: planNameSchema,
    ...fields,
  }),
)

export type CreatePlan = z.output<typeof createPlanSchema>

export const changePlanSchema = formOf(
  z.strictObject({
    name: planNameSchema.optional(),
    ...fields,
    version: z.int().positive().optional().meta({
      example: 1,
      description: 'The version that was opened: a change of the same field by others is not overwritten',
    }),
  }),
)

export type ChangePlan = z.output<typeof changePlanSchema>

export const planListQuery = z.object({
  level: levelSchema.optional(),
  entityId: idSchema.optional().meta({ description: 'Only plans of this record; needs level' }),
  includeBelow: flagSchema.default(false).meta({
    description: 'Plans of the records below it too, such as those of the accounts of an organization',
  }),
  show: z.enum(planShows).optional(),
  ownerId: idSchema.optional(),
  query: z.string().max(200).refine(isOneLine).optional().meta({ description: 'Part of the name' }),
  includeArchived: flagSchema.default(false),
  includeCompleted: flagSchema.default(true),
  page: z.coerce.number().int().min(1, 'The page must be at least 1.').max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200, 'A page can have at most 200 plans.').default(50),
})

export type PlanListQuery = z.output<typeof planListQuery>

export const planPageSchema = z
  .object({
    data: z.array(planSchema),
    itemCount: z.int().meta({ description: 'On this page' }),
    page: z.int(),
    pageSize: z.int(),
    totalItemCount: z.int(),
  })
  .meta({ id: 'SuccessPlanPage' })

export type PlanPage = z.infer<typeof planPageSchema>

/** What is still open in a plan or a milestone. */
export const planStatusSchema = dataOf(
  z.object({
    statusId: z.int(),
    statusName: z.string(),
    progressId: z.int().nullable(),
    isCompleted: z.boolean(),
    isArchived: z.boolean(),
    completionPercent: z.number(),
    openMilestones: z.array(z.object({ itemId: idSchema, name: z.string() })),
    openTasks: z.array(z.object({ taskId: idSchema, title: z.string() })),
  }),
)

export type PlanStatus = z.infer<typeof planStatusSchema>['data']

export const completeQuery = z.object({
  complete_all: flagSchema.default(false).meta({ description: 'With all open milestones and tasks' }),
})

export const completePlanSchema = z.strictObject({
  progressId: idSchema.optional().meta({ example: 14, description: 'How the plan ended' }),
})

export const writtenPlanSchema = z.object({
  data: planDetailSchema,
  changeSetId: idSchema.nullable().meta({ description: 'For undo; null: nothing changed' }),
})

export const planIdList = z.strictObject({
  itemIds: z.array(idSchema).min(1).max(planLimits.items).meta({ description: 'All items, in their order' }),
})
