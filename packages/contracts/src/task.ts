import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from './api.ts'
import { levelSchema } from './level.ts'
import { fileIdsSchema, formOf, richTextSchema } from './logged-item.ts'
import { recurrenceFormSchema, recurrenceSchema } from './recurrence.ts'
import { taskLimits, taskPriorities, taskStatuses, taskTypes } from './plain/task.ts'
import { fileBriefSchema, linkedRecordSchema, personSchema } from './timeline.ts'
import { isOneLine } from './value.ts'

const lineSchema = (most: number, what: string) =>
  z
    .string({ error: `${what} must be text.` })
    .trim()
    .min(1, `${what} can't be empty.`)
    .max(most, `${what} can have at most ${most} characters.`)
    .refine(isOneLine, `${what} must be a single line.`)

const taskTitleSchema = lineSchema(taskLimits.title, 'The title').meta({ example: 'Prepare the review' })

const userIdSchema = idSchema.meta({ description: 'A user' })

/** A step of a task's checklist; a new one gets its id when it is stored. */
const checklistStepSchema = z.strictObject({
  stepId: z.int().positive().optional().meta({ description: 'Of a step that is there already' }),
  text: lineSchema(taskLimits.checklistText, 'A step').meta({ example: 'Book the room' }),
  isDone: z.boolean().default(false),
  assigneeId: userIdSchema.nullable().default(null),
  dueDate: daySchema.nullable().default(null),
})

export type ChecklistStepForm = z.output<typeof checklistStepSchema>

export const checklistItemSchema = z
  .object({
    stepId: z.int(),
    text: z.string(),
    isDone: z.boolean(),
    assigneeId: z.int().nullable(),
    dueDate: daySchema.nullable(),
  })
  .meta({ id: 'ChecklistStep' })

export type ChecklistStep = z.infer<typeof checklistItemSchema>

const timeSchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:30.')
  .meta({ example: '14:30' })

export const taskSchema = z
  .object({
    taskId: idSchema,
    version: z.int(),
    title: z.string(),
    description: z.string().nullable().meta({ description: 'The JSON of a document, or a plain text' }),
    taskType: z.enum(taskTypes),
    status: z.enum(taskStatuses),
    priority: z.enum(taskPriorities),
    dueDate: daySchema.nullable(),
    dueTime: timeSchema.nullable().meta({
      description: 'HH:MM by the clock of the assignee; null: any time of the day',
    }),
    startDate: daySchema.nullable(),
    isDatePinned: z.boolean().meta({ description: 'Someone set the date, so a playbook leaves it' }),
    estimateMinutes: z.int().nullable(),
    recurrence: recurrenceSchema
      .nullable()
      .meta({ description: 'Of a series only the present task repeats' }),
    seriesId: z.int().nullable().meta({ description: 'The first task of its series' }),
    assignee: personSchema.nullable(),
    creator: personSchema.nullable().meta({ description: 'null: Steward' }),
    record: linkedRecordSchema.nullable().meta({ description: 'What the task is about' }),
    organization: linkedRecordSchema.nullable(),
    account: linkedRecordSchema.nullable(),
    activityTypeId: z.int().nullable(),
    checklist: z.array(checklistItemSchema),
    watchers: z.array(personSchema),
    files: z.array(fileBriefSchema),
    bookmarked: z.boolean().meta({ description: 'By the caller' }),
    commentCount: z.int(),
    playbookInstanceId: z.int().nullable(),
    playbookStepId: z.int().nullable(),
    activityId: z.int().nullable().meta({ description: 'The activity that its completion logged' }),
    completedAt: instantSchema.nullable(),
    completedBy: personSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    mayEdit: z.boolean(),
  })
  .meta({ id: 'Task' })

export type Task = z.infer<typeof taskSchema>

/** What a task is about: a record by its level and id, or by one of the other two. */
const place = {
  level: levelSchema.optional(),
  parentIdentifier: idSchema.nullable().optional().meta({ description: 'A record of the level' }),
  organizationId: idSchema.nullable().optional(),
  accountId: idSchema.nullable().optional(),
}

const fields = {
  description: richTextSchema.nullable().optional(),
  taskType: z.literal('normal').optional().meta({
    description: 'Tasks of playbooks and success plans are created by these',
  }),
  status: z.enum(taskStatuses).optional(),
  priority: z.enum(taskPriorities).optional(),
  dueDate: daySchema.nullable().optional(),
  dueTime: timeSchema.nullable().optional().meta({
    description: 'HH:MM by the clock of the assignee; needs a due date',
  }),
  startDate: daySchema.nullable().optional(),
  estimateMinutes: z.int().min(1).max(taskLimits.estimateMinutes).nullable().optional(),
  recurrence: recurrenceFormSchema.nullable().optional(),
  assigneeId: userIdSchema.nullable().optional(),
  activityTypeId: idSchema.nullable().optional(),
  checklist: z.array(checklistStepSchema).max(taskLimits.checklist).optional(),
  watcherIds: z.array(userIdSchema).max(taskLimits.watchers).optional(),
  fileIds: fileIdsSchema.optional(),
}

export const createTaskSchema = formOf(
  z.strictObject({
    ...place,
    title: taskTitleSchema,
    ...fields,
    dueDate: daySchema.nullable().optional().meta({ example: '2026-03-20' }),
  }),
)

export type CreateTask = z.output<typeof createTaskSchema>

/** The same in a change: what is absent stays as it is. */
export const changeTaskSchema = formOf(
  z.strictObject({
    ...place,
    title: taskTitleSchema.optional(),
    ...fields,
    version: z.int().positive().optional().meta({
      description: 'The version that was opened: a change of the same field by others is not overwritten',
    }),
  }),
)

export type ChangeTask = z.output<typeof changeTaskSchema>

/** One task for each line of a text. */
export const createTaskLinesSchema = z.strictObject({
  ...place,
  lines: z
    .array(taskTitleSchema)
    .min(1, 'Enter at least one line.')
    .max(taskLimits.lines, `Paste at most ${taskLimits.lines} lines.`)
    .meta({ example: ['Send the agenda', 'Book the room'] }),
  dueDate: daySchema.nullable().optional(),
  assigneeId: userIdSchema.nullable().optional(),
  priority: z.enum(taskPriorities).optional(),
})

export type CreateTaskLines = z.output<typeof createTaskLinesSchema>

const taskIds = {
  taskIds: z
    .array(idSchema, { error: 'taskIds must be a list of ids.' })
    .min(1, 'Choose at least one task.')
    .max(taskLimits.atOnce, `Choose at most ${taskLimits.atOnce} tasks.`),
}

export const taskIdsSchema = z.strictObject(taskIds)

export const completeTasksSchema = z.strictObject({
  ...taskIds,
  logActivity: z.boolean().default(false).meta({
    description: "Logs an activity of each task's type on the timeline of its record",
  }),
})

export const reassignTasksSchema = z.strictObject({
  ...taskIds,
  assigneeId: userIdSchema.nullable().meta({ description: 'null: no one', example: 1 }),
})

/** Sets the due day, or moves it by days. */
export const rescheduleTasksSchema = z
  .strictObject({
    ...taskIds,
    dueDate: daySchema.nullable().optional(),
    days: z.int().min(-3660).max(3660).optional(),
  })
  .refine(({ dueDate, days }) => (dueDate === undefined) !== (days === undefined), {
    error: 'Send either dueDate or days.',
    path: ['dueDate'],
  })
  .meta({ example: { taskIds: [1], dueDate: '2026-03-20' } })

/** The result of a call for each of its tasks. */
export const tasksChangedSchema = dataOf(
  z.object({
    changeSetId: idSchema.nullable().meta({ description: 'null: nothing changed' }),
    taskIds: z.array(idSchema).meta({ description: 'The tasks that were changed' }),
    unchanged: z.array(z.object({ taskId: idSchema, message: z.string() })).meta({
      description: 'Tasks that were in this state already, and who put them there',
    }),
    refused: z.array(z.object({ taskId: idSchema, message: z.string() })),
  }),
)

export type TasksChanged = z.infer<typeof tasksChangedSchema>['data']

export const writtenTaskSchema = z.object({
  data: taskSchema,
  changeSetId: idSchema.nullable().meta({ description: 'For undo; null: nothing changed' }),
})

export const writtenTasksSchema = dataOf(
  z.object({ changeSetId: idSchema.nullable(), taskIds: z.array(idSchema) }),
)

export const taskBookmarkedSchema = dataOf(z.object({ taskId: idSchema, bookmarked: z.boolean() }))
