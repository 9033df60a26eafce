import { z } from 'zod'
import { dataOf, daySchema, idSchema } from '../api.ts'

export const moveMilestoneSchema = z.strictObject({
  days: z
    .int('Enter a whole number of days.')
    .min(-3660, 'Move it by at most ten years.')
    .max(3660, 'Move it by at most ten years.')
    .meta({ example: 7, description: 'Later; negative: earlier' }),
  withFollowing: z.boolean().default(false).meta({
    description: 'Whether open milestones that start on the day it ends, or later, move along',
  }),
})

export type MoveMilestone = z.output<typeof moveMilestoneSchema>

const span = z.object({ startDate: daySchema.nullable(), dueDate: daySchema.nullable() })
const movedDatesSchema = z.object({ from: span, to: span })
export type MovedDates = z.output<typeof movedDatesSchema>

const planMoveSchema = z
  .object({
    days: z.int(),
    following: z.int().meta({ description: 'Open milestones that start on the day it ends, or later' }),
    milestones: z.array(movedDatesSchema.extend({ itemId: idSchema, name: z.string() })),
    tasks: z
      .array(z.object({ taskId: idSchema, title: z.string(), from: daySchema, to: daySchema }))
      .meta({ description: 'Open tasks of these milestones, which move by as many days' }),
    endsAfterPlan: z.boolean().meta({ description: 'Whether one of them then ends after the plan' }),
  })
  .meta({ id: 'PlanMove' })

export type PlanMove = z.output<typeof planMoveSchema>

export const planMovePreviewSchema = dataOf(planMoveSchema)
export const writtenMoveSchema = z.object({
  data: planMoveSchema,
  changeSetId: idSchema.nullable().meta({ description: 'For undo; null: nothing changed' }),
})
