import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from '../api.ts'
import { selectionSchema } from '../bulk-update.ts'
import { levelIdSchema, levelSchema } from '../level.ts'
import { richTextSchema } from '../logged-item.ts'
import { kpiCriteria, kpiTargetTypes, planLimits } from '../plain/success-plan.ts'
import { planNameSchema } from './shared.ts'

/** Days from the start of the plan. */
const offsetSchema = z
  .int('Enter a whole number of days.')
  .min(0, "It can't be before the plan starts. Enter 0 or more.")
  .max(3660, 'It ends within ten years.')

const text = richTextSchema.nullable().default(null).meta({ example: null })

const days = {
  startDay: offsetSchema.nullable().default(null).meta({ example: 0 }),
  dueDay: offsetSchema.nullable().default(null).meta({ example: 30 }),
}

const milestoneSchema = z.strictObject({
  kind: z.literal('MILESTONE'),
  name: planNameSchema.meta({ example: 'Train {{record.name}}' }),
  description: text,
  ...days,
  completesWithTasks: z.boolean().default(true),
  tasks: z
    .array(z.strictObject({ title: planNameSchema, dueDay: offsetSchema.nullable().default(null) }))
    .max(planLimits.tasks)
    .default([])
    .meta({ example: [] }),
})

const kpiSchema = z.strictObject({
  kind: z.literal('KPI'),
  name: planNameSchema,
  description: text,
  ...days,
  targetType: z.enum(kpiTargetTypes),
  targetCriteria: z.enum(kpiCriteria),
  startValue: z.number().default(0).meta({ example: 0 }),
  targetValue: z.number().meta({ example: 90 }),
  currencyDefinitionId: idSchema.nullable().default(null).meta({
    description: 'Of amounts; null: the default currency on the day on which the template is applied',
    example: null,
  }),
  sourceField: z.string().max(200).nullable().default(null).meta({ example: null }),
})

const noteSchema = z.strictObject({ kind: z.literal('NOTE'), name: planNameSchema, description: text })

const itemSchema = z.discriminatedUnion('kind', [milestoneSchema, kpiSchema, noteSchema])

export type TemplateItem = z.output<typeof itemSchema>

const definition = {
  name: planNameSchema.meta({ example: 'Onboarding' }),
  level: levelSchema,
  planName: planNameSchema.meta({
    example: 'Onboarding of {{record.name}}',
    description: 'Placeholders, here and in the texts: record.name, owner.name, start.date, due.date',
  }),
  description: text,
  durationDays: offsetSchema.nullable().default(null).meta({ example: 90 }),
  items: z
    .array(itemSchema)
    .max(planLimits.items)
    .default([])
    .meta({ example: [{ kind: 'MILESTONE', name: 'Kick-off', dueDay: 7 }] }),
}

export const savePlanTemplateSchema = z.strictObject(definition)
export type SavePlanTemplate = z.output<typeof savePlanTemplateSchema>

/** A template made of a plan: its days are counted from the start of the plan. */
export const templateOfPlanSchema = z.strictObject({ successPlanId: idSchema, name: definition.name })

export const planTemplateSchema = z
  .object({
    ...definition,
    templateId: idSchema,
    level: levelIdSchema,
    items: z.array(itemSchema),
    updatedAt: instantSchema,
  })
  .meta({ id: 'PlanTemplate' })

export type PlanTemplate = z.output<typeof planTemplateSchema>

export const planTemplatesSchema = dataOf(z.array(planTemplateSchema))

/** Records that a template is applied to at once; a job takes as many in a batch. */
export const mostApplied = 200

export const applyPlanTemplateSchema = z
  .strictObject({
    entities: z
      .array(idSchema)
      .min(1, 'Choose at least one record.')
      .max(mostApplied, `Choose at most ${mostApplied} records, or send a selection.`)
      .optional()
      .meta({ description: 'Records of the level of the template' }),
    selection: selectionSchema
      .optional()
      .meta({ description: 'Any number of them, by a filter, a segment or ids' }),
    startDate: daySchema,
  })
  .refine(({ entities, selection }) => (entities === undefined) !== (selection === undefined), {
    error: 'Send either entities or selection.',
    path: ['entities'],
  })
  .meta({ example: { entities: [1], startDate: '2026-03-01' } })

export type ApplyPlanTemplate = z.output<typeof applyPlanTemplateSchema>

/** A job that makes plans for many records. */
export const planJobSchema = z
  .object({
    applicationId: idSchema,
    state: z.enum(['running', 'completed', 'failed']),
    matched: z.int(),
    processed: z.int(),
    made: z.int(),
    refused: z.int().meta({ description: 'Records that got no plan' }),
    failure: z.string().nullable(),
    changeSetId: idSchema.nullable().meta({ description: 'For undo, once it has ended' }),
    createdAt: instantSchema,
  })
  .meta({ id: 'PlanJob' })

export type PlanJob = z.output<typeof planJobSchema>

export const planJobParams = z.object({ applicationId: idSchema })

export const planApplicationSchema = dataOf(
  z.object({
    changeSetId: idSchema
      .nullable()
      .meta({ description: 'For undo; null in a preview, by a job, or where none was made' }),
    matched: z.int().meta({ description: 'Records that were chosen' }),
    job: planJobSchema.nullable().meta({ description: 'Of an application to more than 200 records' }),
    plans: z.array(
      z.object({
        recordId: idSchema,
        recordName: z.string(),
        name: z.string(),
        startDate: daySchema,
        dueDate: daySchema.nullable(),
        ownerName: z.string().nullable(),
        successPlanId: idSchema.nullable().meta({ description: 'null in a preview' }),
      }),
    ),
    refused: z
      .array(z.object({ recordId: idSchema, name: z.string().nullable(), message: z.string() }))
      .meta({ description: 'Records that get no plan; the name is null where it is out of sight' }),
  }),
)

export type PlanApplication = z.output<typeof planApplicationSchema>['data']

export const planTemplateParams = z.object({ templateId: idSchema })
