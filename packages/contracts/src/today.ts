import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from './api.ts'
import { levelIdSchema } from './level.ts'
import { feedbackReasons, todayLimits, todaySources, type TodaySource } from './plain/today.ts'
import { linkedRecordSchema, personSchema } from './timeline.ts'

const sourceSchema = z.enum(todaySources, { error: `The source must be one of ${todaySources.join(', ')}.` })

const cardKeySchema = z
  .string()
  .regex(/^[a-z]+:\d{1,18}$/, 'Send the key of a card, such as record:12.')
  .meta({ example: 'record:12' })

/** The task, record, thread or success plan behind a reason. */
const subjectSchema = z.object({
  kind: z.enum(['task', 'record', 'thread', 'plan']),
  id: idSchema,
  level: levelIdSchema.nullable().meta({ description: 'Of a record, or of the record that it belongs to' }),
  recordId: idSchema.nullable(),
})

const reasonSchema = z
  .object({
    source: sourceSchema,
    text: z.string().meta({ example: '“Send the agenda” was due 3 days ago' }),
    cause: z
      .string()
      .nullable()
      .meta({ description: 'The cause, where Steward knows it', example: 'No contact −1.20' }),
    points: z.number().meta({ description: 'What it adds to the points of the card', example: 24 }),
    subject: subjectSchema,
    activityTypeId: idSchema.nullable().meta({
      description: 'Of a task: the type of the activity that completing it can log; null where it has none',
    }),
  })
  .meta({ id: 'TodayReason' })

export type TodayReason = z.infer<typeof reasonSchema>

const nextSteps = ['completeTask', 'answerMail', 'openHealth', 'planRisk', 'contact', 'openPlan'] as const
export type TodayNextStep = (typeof nextSteps)[number]

const cardSchema = z
  .object({
    key: cardKeySchema,
    record: linkedRecordSchema.nullable().meta({ description: 'null: tasks that belong to no record' }),
    title: z.string(),
    points: z
      .number()
      .meta({ description: 'The sum of the points of its reasons. Cards come in this order.' }),
    reasons: z.array(reasonSchema),
    nextStep: z.enum(nextSteps).meta({ description: 'What its strongest reason asks for' }),
  })
  .meta({ id: 'TodayCard' })

export type TodayCard = z.infer<typeof cardSchema>

const bookSchema = z
  .object({
    accounts: z.int(),
    value: z.array(z.object({ currencyDefinitionId: idSchema, value: z.number() })).meta({
      description: 'The total of the first currency field of accounts per currency',
    }),
    health: z.object({ good: z.int(), average: z.int(), poor: z.int(), none: z.int() }),
    changedThisWeek: z.int().meta({ description: 'Accounts that changed since Monday' }),
    openTasks: z.int(),
  })
  .meta({ id: 'TodayBook' })

export type TodayBook = z.infer<typeof bookSchema>

const newsSchema = z
  .object({
    itemId: idSchema,
    kind: z.string().meta({ example: 'note' }),
    text: z.string().meta({ example: 'Stage: Onboarding → Live' }),
    record: linkedRecordSchema,
    author: personSchema.nullable(),
    occurredAt: instantSchema,
  })
  .meta({ id: 'TodayNews' })

export type TodayNews = z.infer<typeof newsSchema>

const dueTaskSchema = z.object({
  taskId: idSchema,
  title: z.string(),
  dueTime: z
    .string()
    .nullable()
    .meta({ description: 'HH:MM in the time zone of the user', example: '14:30' }),
  estimateMinutes: z.int().nullable(),
  record: linkedRecordSchema.nullable(),
})

export const todayQuery = z.object({
  userId: z.coerce.number().int().positive().optional().meta({
    description: 'A member of the team, for callers who see all records; the caller when absent',
  }),
})

/** One ordered list of what deserves the next hour, and what surrounds it. */
export const todaySchema = dataOf(
  z.object({
    day: daySchema.meta({ description: 'In the time zone of the user' }),
    user: personSchema,
    cards: z.array(cardSchema),
    totalCards: z.int().meta({ description: `Without snoozed ones. At most ${todayLimits.cards} are sent.` }),
    snoozedCards: z.int(),
    calendar: z.array(dueTaskSchema).meta({
      description: 'Tasks that are due today: those with a time in its order, then the others',
    }),
    book: bookSchema,
    news: z.array(newsSchema).meta({ description: 'What others and Steward did since yesterday' }),
  }),
)

export type Today = z.infer<typeof todaySchema>['data']

export const todaySnoozeSchema = z
  .strictObject({
    key: cardKeySchema,
    until: daySchema
      .nullable()
      .meta({ description: 'The day on which it comes back; null: once a reason changes' }),
  })
  .meta({ id: 'TodaySnooze', example: { key: 'record:12', until: '2026-03-20' } })

export type TodaySnooze = z.output<typeof todaySnoozeSchema>

export const todayFeedbackSchema = z
  .strictObject({
    key: cardKeySchema,
    source: sourceSchema,
    reason: z.enum(feedbackReasons, { error: `The reason must be one of ${feedbackReasons.join(', ')}.` }),
    comment: z.string().trim().max(todayLimits.feedback).default(''),
  })
  .meta({ id: 'TodayFeedbackForm', example: { key: 'record:12', source: 'quiet', reason: 'notImportant' } })

export type TodayFeedback = z.output<typeof todayFeedbackSchema>

const weightSchema = z
  .number({ error: 'Enter a number from 0 to 100.' })
  .min(0, 'Enter a number from 0 to 100.')
  .max(todayLimits.weight, 'Enter a number from 0 to 100.')

export const todayWeightsSchema = z
  .strictObject(
    Object.fromEntries(todaySources.map((source) => [source, weightSchema])) as Record<
      TodaySource,
      typeof weightSchema
    >,
  )
  .meta({
    id: 'TodayWeights',
    example: { task: 40, score: 50, mail: 35, risk: 30, quiet: 25, plan: 35, survey: 45 },
  })

export type TodayWeights = z.infer<typeof todayWeightsSchema>

export const todayPreviewSchema = z.strictObject({ weights: todayWeightsSchema, userId: idSchema }).meta({
  id: 'TodayPreviewForm',
  example: {
    weights: { task: 40, score: 50, mail: 35, risk: 30, quiet: 25, plan: 35, survey: 45 },
    userId: 1,
  },
})

/** The order by other weights beside the present one. */
export const todayPreviewedSchema = dataOf(
  z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      points: z.number(),
      place: z.int(),
      placeNow: z
        .int()
        .nullable()
        .meta({ description: 'null: it is not in the list by the present weights' }),
    }),
  ),
)

export const todaySettingsSchema = dataOf(
  z.object({
    weights: todayWeightsSchema,
    feedback: z
      .array(z.object({ source: sourceSchema, reason: z.enum(feedbackReasons), count: z.int() }))
      .meta({ description: 'How often items were called not useful in the last 90 days' }),
    comments: z
      .array(z.object({ source: sourceSchema, comment: z.string(), at: z.iso.datetime() }))
      .meta({ description: 'The latest 20 reasons in people’s own words, the newest first' }),
  }),
)

export type TodaySettings = z.infer<typeof todaySettingsSchema>['data']

export const todayKeyParams = z.object({ key: z.string().meta({ example: 'record:12' }) })
