import { parseRule, type Rule } from '@steward/conditions'
import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { dateBreakdowns, taskGroupings, taskLimits } from '../plain/task.ts'

const ruleSchema = z
  .custom<Rule>((value) => parseRule(value).ok, {
    error: 'Enter a rule: a condition, or a group of conditions.',
  })
  .meta({
    description: 'A rule, as lists of tasks take it',
    example: { and: [{ field: 'priority', operator: 'isSetTo', value: [3, 4] }] },
  })

/** How tasks are shown: what the address of a list says. */
export const taskViewStateSchema = z.strictObject({
  mode: z.enum(['list', 'board', 'calendar']).default('list'),
  mine: z.boolean().default(true).meta({ description: 'Only tasks of the reader' }),
  bookmarked: z.boolean().default(false),
  showsCompleted: z.boolean().default(false),
  showsArchived: z.boolean().default(false),
  due: z.enum(dateBreakdowns).nullable().default(null),
  group: z.enum(taskGroupings).default('none'),
  query: z.string().max(200).default(''),
  filter: ruleSchema.nullable().default(null),
})

export type TaskViewState = z.output<typeof taskViewStateSchema>

/** A list of tasks under a name. */
export const taskViewSchema = z
  .object({
    viewId: idSchema,
    name: z.string().meta({ example: 'Urgent renewals' }),
    isPrivate: z.boolean().meta({ description: 'Visible to its creator only' }),
    view: taskViewStateSchema,
    mayEdit: z.boolean(),
    createdBy: z.object({ id: idSchema, name: z.string() }),
    updatedAt: instantSchema,
  })
  .meta({ id: 'TaskView' })

export type SavedTaskView = z.infer<typeof taskViewSchema>

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(taskLimits.viewName, `The name can have at most ${taskLimits.viewName} characters.`)
  .meta({ example: 'Urgent renewals' })

export const createTaskViewSchema = z.strictObject({
  name: nameSchema,
  isPrivate: z.boolean().default(true),
  view: taskViewStateSchema.prefault({}),
})

export type CreateTaskView = z.output<typeof createTaskViewSchema>

/** What is absent stays as it is. */
export const changeTaskViewSchema = z.strictObject({
  name: nameSchema.optional(),
  isPrivate: z.boolean().optional(),
  view: taskViewStateSchema.optional(),
})

export type ChangeTaskView = z.output<typeof changeTaskViewSchema>

export const taskViewParams = z.object({ viewId: idSchema })
