import { z } from 'zod'
import { dataOf, daySchema, flagSchema, idSchema } from './api.ts'
import { levelSchema } from './level.ts'
import { dateBreakdowns, taskPageSize, taskSortColumns, taskStatuses, taskTypes } from './plain/task.ts'
import { historyEntrySchema } from './record-history.ts'
import { taskSchema } from './task.ts'
import { personSchema } from './timeline.ts'

/** How a list is narrowed. */
const narrowing = {
  query: z.string().max(200).optional().meta({ description: 'Part of the title' }),
  filters: z.string().max(100_000).optional().meta({
    description:
      'A rule, as JSON. Fields: those of tasks, and of their records as organization.name or account.health. status (1 open, 2 planned, 3 in progress, 4 completed, 5 archived), priority (0 none to 4 urgent) and type (1 normal, 2 playbook, 3 success plan) are compared by these numbers.',
  }),
  myTasksOnly: flagSchema.default(false),
  taskType: z.enum(taskTypes).optional(),
  status: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(z.enum(taskStatuses)),
    )
    .optional()
    .meta({ description: 'Any of these, separated by commas' }),
  hideCompleted: flagSchema.default(false),
  hideArchived: flagSchema.default(false),
  bookmarked: flagSchema.default(false).meta({ description: 'Only tasks that the caller bookmarked' }),
  dueFrom: daySchema.optional(),
  dueTo: daySchema.optional(),
}

const paging = {
  page: z.coerce.number().int().min(1, 'The page must be at least 1.').max(1_000_000).default(1),
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000, 'A page can have at most 1,000 tasks.')
    .default(taskPageSize),
}

const directionSchema = z.preprocess(
  (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  z.enum(['ASC', 'DESC']).default('ASC'),
)

export const taskListQuery = z.object({
  ...paging,
  sortColumn: z.enum(taskSortColumns).default('dueDate'),
  sortDirection: directionSchema,
  ...narrowing,
  dateBreakdownFilter: z.enum(dateBreakdowns).optional(),
  level: levelSchema.optional(),
  parentIdentifier: idSchema.optional().meta({
    description: 'Only tasks of this record and the records below it; needs level',
  }),
})

export type TaskListQuery = z.output<typeof taskListQuery>

export const taskSearchQuery = z.object({
  ...paging,
  order: directionSchema,
  orderBy: z.enum(taskSortColumns).default('dueDate'),
  level: levelSchema,
  parentIdentifier: idSchema,
})

export const dateBreakDownSchema = z.object(
  Object.fromEntries(dateBreakdowns.map((name) => [name, z.int()])) as Record<
    (typeof dateBreakdowns)[number],
    z.ZodInt
  >,
)

export const taskPageSchema = z
  .object({
    data: z.array(taskSchema),
    itemCount: z.int().meta({ description: 'On this page' }),
    page: z.int(),
    pageSize: z.int(),
    totalItemCount: z.int(),
    dateBreakDown: dateBreakDownSchema.meta({
      description: 'All that match, without dateBreakdownFilter, by due day in the time zone of the caller',
    }),
    today: daySchema.meta({ description: 'In the time zone of the caller' }),
    brokenConditions: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: 'TaskPage' })

export type TaskPage = z.infer<typeof taskPageSchema>

export const taskLoadQuery = z.object({
  weeks: z.coerce.number().int().min(1).max(12, 'At most 12 weeks can be shown.').default(6),
})

const loadSchema = z.object({
  tasks: z.int(),
  minutes: z.int().meta({ description: 'Estimates together; tasks without one count as none' }),
})

export const taskLoadSchema = dataOf(
  z.object({
    today: daySchema.meta({ description: 'In the time zone of the caller' }),
    weeks: z.array(daySchema).meta({ description: 'Their Mondays, from the present week on' }),
    people: z.array(
      z.object({
        person: personSchema.nullable().meta({ description: 'null: tasks without an assignee' }),
        overdue: loadSchema,
        weeks: z.array(loadSchema).meta({ description: 'By the weeks in which tasks are due' }),
        later: loadSchema,
        noDate: loadSchema,
      }),
    ),
  }),
)

export type TaskLoad = z.infer<typeof taskLoadSchema>['data']

export const taskChangesQuery = z.object({
  before: idSchema.optional().meta({ description: 'Only change sets older than this one' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const taskHistorySchema = z.object({
  data: z.array(
    historyEntrySchema.omit({ changes: true }).extend({
      changes: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          beforeText: z.string().nullable(),
          afterText: z.string().nullable(),
        }),
      ),
    }),
  ),
  hasMore: z.boolean(),
})
