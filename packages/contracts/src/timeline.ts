import { z } from 'zod'
import { dataOf, flagSchema, idListSchema, idSchema, instantSchema } from './api.ts'
import { levelIdSchema, levelSchema } from './level.ts'
import { surveyTypes } from './plain/survey.ts'
import { changeActorSchema, changeCauseSchema, changeSources } from './record-history.ts'

/** The types of timeline items, in the order in which filters show them. */
export const itemKinds = ['note', 'activity', 'pulse', 'file', 'email', 'change', 'survey'] as const

export type ItemKind = (typeof itemKinds)[number]

/** The readers of an item: everyone who sees its record, the record's owners and the participants, or only these. */
export const audiences = ['everyone', 'team', 'participants'] as const

export type Audience = (typeof audiences)[number]

export const timelinePageSize = 20
/** Pinned and bookmarked items that are before the others. */
export const mostPinned = 50
export const mostLinks = 50

export const personSchema = z
  .object({ id: idSchema, name: z.string(), imageId: z.string().nullable() })
  .meta({ id: 'Person' })

export type Person = z.infer<typeof personSchema>

export const linkedRecordSchema = z
  .object({ level: levelIdSchema, id: idSchema, name: z.string() })
  .meta({ id: 'LinkedRecord' })

export type LinkedRecord = z.infer<typeof linkedRecordSchema>

/** A stored file as others show it. */
export const fileBriefSchema = z
  .object({
    fileId: idSchema,
    name: z.string().meta({ example: 'Contract 2026.pdf' }),
    mediaType: z.string().meta({ example: 'application/pdf', description: 'Detected from the content' }),
    size: z.int().meta({ description: 'In bytes' }),
  })
  .meta({ id: 'FileBrief' })

export type FileBrief = z.infer<typeof fileBriefSchema>

const namedSchema = z.object({ id: idSchema, name: z.string() })

/** The facts of an activity besides its text. */
export const activityDetailsSchema = z.object({
  activityType: namedSchema.extend({ iconName: z.string() }),
  durationMinutes: z.int().nullable(),
  outcome: z.string().nullable(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).nullable(),
  users: z.array(namedSchema),
  contacts: z.array(namedSchema),
})

export type ActivityDetails = z.infer<typeof activityDetailsSchema>

export const pulseDetailsSchema = z.object({
  pulse: z.int().min(1).max(5),
  previous: z.int().min(1).max(5).nullable(),
})

export type PulseDetails = z.infer<typeof pulseDetailsSchema>

export const fileDetailsSchema = z.object({ groupId: idSchema })

export const emailDetailsSchema = z.object({
  threadId: idSchema,
  messageId: idSchema,
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.array(z.object({ name: z.string(), address: z.string() })),
  direction: z.enum(['sent', 'received']),
})

export type EmailDetails = z.infer<typeof emailDetailsSchema>

export const surveyDetailsSchema = z.object({
  surveyId: idSchema,
  surveyName: z.string(),
  type: z.enum(surveyTypes),
  score: z.number().nullable(),
  responseId: idSchema,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
})

export type SurveyItemDetails = z.infer<typeof surveyDetailsSchema>

/** A change of a record in words: the field, its value before and after. */
export const changeDetailsSchema = z.object({
  changeSetId: idSchema,
  source: z.enum(changeSources),
  actor: changeActorSchema
    .nullable()
    .meta({ description: 'What made the change; null for a person in the app, who is the author' }),
  causes: z.array(changeCauseSchema),
  changes: z.array(
    z.object({
      field: z.string().meta({ example: 'system:lifecycleStageId' }),
      label: z.string().meta({ example: 'Lifecycle Stage' }),
      before: z.string().nullable().meta({ example: 'Onboarding' }),
      after: z.string().nullable().meta({ example: 'Live' }),
    }),
  ),
})

export type ChangeDetails = z.infer<typeof changeDetailsSchema>

const itemBase = {
  itemId: idSchema,
  record: linkedRecordSchema
    .nullable()
    .meta({ description: "The record it was logged on; null if the caller can't see it" }),
  inherited: z.boolean().meta({ description: 'It belongs to a child record of the requested one' }),
  linked: z.array(linkedRecordSchema).meta({ description: 'Further linked records that the caller can see' }),
  occurredAt: instantSchema,
  author: personSchema.nullable().meta({ description: 'null for Steward itself and for external people' }),
  source: z.string().meta({ example: 'app' }),
  title: z.string(),
  body: z.string().nullable().meta({ description: 'Rich text: a plain text, or the JSON of a document' }),
  text: z.string().meta({ description: 'The plain text of the body' }),
  files: z.array(fileBriefSchema),
  audience: z.enum(audiences),
  bookmarked: z.boolean().meta({ description: 'By the caller' }),
  pinned: z.boolean().meta({ description: 'For everyone' }),
  unread: z
    .boolean()
    .meta({ description: 'It mentions the caller, or has a reply, since they last viewed it' }),
  commentCount: z.int(),
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema.nullable().meta({ description: 'When it was last edited' }),
  mayEdit: z.boolean(),
}

const itemOf = <Kind extends ItemKind, Details extends z.ZodType>(kind: Kind, details: Details) =>
  z.object({ kind: z.literal(kind), details, ...itemBase })

export const noteItemSchema = itemOf('note', z.object({}))
export const activityItemSchema = itemOf('activity', activityDetailsSchema)
export const pulseItemSchema = itemOf('pulse', pulseDetailsSchema)

/** One thing that happened with a customer. */
export const timelineItemSchema = z
  .discriminatedUnion('kind', [
    noteItemSchema,
    activityItemSchema,
    pulseItemSchema,
    itemOf('file', fileDetailsSchema),
    itemOf('email', emailDetailsSchema),
    itemOf('change', changeDetailsSchema),
    itemOf('survey', surveyDetailsSchema),
  ])
  .meta({ id: 'TimelineItem' })

export type TimelineItem = z.infer<typeof timelineItemSchema>

export const kindListSchema = z
  .string()
  .max(100)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(itemKinds, { error: `A kind must be one of ${itemKinds.join(', ')}.` })))
  .meta({ example: 'note,activity', description: 'Kinds, separated by commas' })

/** A record by its level and id, as the calls about what is stored with it name it. */
export const recordRefQuery = z.object({ level: levelSchema, parentIdentifier: idSchema })

export const timelineQuery = z.object({
  ...recordRefQuery.shape,
  kinds: kindListSchema.optional(),
  authors: idListSchema.optional(),
  from: instantSchema.optional().meta({ description: 'Not before this instant' }),
  until: instantSchema.optional().meta({ description: 'Before this instant' }),
  query: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'Words to search for; the last one may be incomplete' }),
  bookmarked: flagSchema.optional(),
  pinned: flagSchema.optional(),
  unread: flagSchema.optional(),
  withFiles: flagSchema.optional().meta({ description: 'Only items with files' }),
  ownOnly: flagSchema.optional().meta({ description: 'Without items of child records' }),
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page' }),
  pageSize: z.coerce.number().int().min(1).max(100).default(timelinePageSize),
})

export type TimelineQuery = z.output<typeof timelineQuery>

export const timelinePageSchema = z
  .object({
    data: z.array(timelineItemSchema),
    first: z.array(timelineItemSchema).meta({
      description: "On the first page without filters: pinned items, then the caller's bookmarks",
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'TimelinePage' })

export type TimelinePage = z.infer<typeof timelinePageSchema>

export const itemParams = z.object({ itemId: idSchema })

export const bookmarkSchema = z
  .preprocess((body) => body ?? {}, z.strictObject({ bookmarkStatus: z.boolean().optional() }))
  .default({})
  .meta({ description: 'Absent: toggle' })

export const pinSchema = z.strictObject({ pinStatus: z.boolean() })

export const seenSchema = z.strictObject({ itemIds: z.array(idSchema).min(1).max(100) })

export const bookmarkedSchema = dataOf(z.object({ itemId: idSchema, bookmarked: z.boolean() }))

export const pinnedSchema = dataOf(z.object({ itemId: idSchema, pinned: z.boolean() }))

export const seenItemsSchema = dataOf(z.object({ itemIds: z.array(idSchema) }))

/** An item before it was edited, deleted or restored. */
export const itemRevisionSchema = z
  .object({
    version: z.int().meta({ description: 'The version before the edit' }),
    act: z.enum(['edit', 'delete', 'restore']),
    at: instantSchema,
    by: personSchema.nullable(),
    before: z
      .object({
        title: z.string(),
        body: z.string().nullable(),
        text: z.string(),
        occurredAt: instantSchema,
        details: z.record(z.string(), z.unknown()),
        linkedIds: z.array(idSchema),
        fileIds: z.array(idSchema),
        audience: z.enum(audiences),
        participants: z.array(idSchema),
      })
      .partial()
      .meta({ description: 'The edited parts before the edit' }),
  })
  .meta({ id: 'ItemRevision' })

export type ItemRevision = z.infer<typeof itemRevisionSchema>

/** The answer to a change of an item: its id. `core/timeline/{itemId}/restore` undoes the change. */
export const deletedItemSchema = dataOf(z.object({ itemId: idSchema }))

export const commentSchema = z
  .object({
    commentId: idSchema,
    author: personSchema,
    body: z.string(),
    text: z.string(),
    createdAt: instantSchema,
    updatedAt: instantSchema.nullable(),
    mayEdit: z.boolean().meta({ description: 'Allowed for the author' }),
    mayDelete: z.boolean().meta({ description: 'Allowed for the author, managers and administrators' }),
  })
  .meta({ id: 'Comment' })

export type Comment = z.infer<typeof commentSchema>

export const deletedCommentSchema = dataOf(z.object({ commentId: idSchema }))

export const commentParams = z.object({ itemId: idSchema, commentId: idSchema })

export const writeCommentSchema = z.strictObject({
  body: z
    .string({ error: 'Write a comment.' })
    .trim()
    .min(1, 'Write a comment.')
    .max(500_000, 'A comment can have at most 100,000 characters.'),
})
