import { z } from 'zod'
import { idSchema } from './api.ts'
import { levelSchema, type LevelPlural } from './level.ts'
import { mostLinks, recordRefQuery } from './timeline.ts'
import { mostAttachments } from './plain/stored-file.ts'
import { isOneLine } from './value.ts'

export const loggedItemLimits = { title: 255, source: 40, text: 500_000 } as const

/** Items on a page of one kind, unless the call says otherwise. */
export const loggedPageSize = 10

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A form that comes as it is, or as `formData` with what is beside it. */
export function formOf<Form extends z.ZodType>(form: Form) {
  return z.preprocess((body) => {
    if (!isObject(body) || !isObject(body['formData'])) return body
    const { formData, ...beside } = body
    return { ...beside, ...(formData as object) }
  }, form)
}

const oneLineSchema = (most: number, what: string) =>
  z
    .string({ error: `${what} must be text.` })
    .trim()
    .max(most, `${what} can have at most ${most} characters.`)
    .refine(isOneLine, `${what} must be a single line.`)

export const titleSchema = oneLineSchema(loggedItemLimits.title, 'The title').meta({ example: 'Kick-off' })

export const outcomeSchema = oneLineSchema(200, 'The outcome').meta({ example: 'They will renew' })

export const sourceSchema = oneLineSchema(loggedItemLimits.source, 'The source').meta({
  example: 'app',
  description: 'The channel it came from',
})

/** Rich text as its editor writes it, or a plain text; whether it is sound is looked at when it is kept. */
export const richTextSchema = z
  .string({ error: 'The text must be a string.' })
  .max(loggedItemLimits.text, 'The text can have at most 100,000 characters.')
  .meta({ example: 'They asked about the roadmap.', description: 'A plain text, or the JSON of a document' })

export const occurredAtSchema = z.iso
  .datetime({ offset: true, error: 'Enter a time like 2026-03-14T09:26:53Z.' })
  .meta({ example: '2026-03-14T09:26:53.000Z', description: 'When it happened; default: now' })

const idsSchema = (what: string) =>
  z
    .array(idSchema, { error: `${what} must be a list of ids.` })
    .max(mostLinks, `Add at most ${mostLinks} ${what}.`)

const linkedIdsSchema = idsSchema('records').optional()

/** Further records on whose page an item lies, by the plural of their level. */
export const linkedEntitiesSchema = z
  .strictObject({
    organizations: linkedIdsSchema,
    accounts: linkedIdsSchema,
    contacts: linkedIdsSchema,
    pipelines: linkedIdsSchema,
  } satisfies Record<LevelPlural, typeof linkedIdsSchema>)
  .meta({ example: {}, description: 'Further linked records, by the plural of their level' })

export type LinkedEntities = z.output<typeof linkedEntitiesSchema>

export const peopleIdsSchema = idsSchema('people').meta({ example: [] })

export const fileIdsSchema = z
  .array(idSchema, { error: 'Files must be a list of ids.' })
  .max(mostAttachments, `Attach at most ${mostAttachments} files.`)
  .meta({ example: [], description: 'Uploaded files' })

/** The part that all logged items share. */
export const loggedForm = {
  level: levelSchema,
  parentIdentifier: idSchema,
  occurredAt: occurredAtSchema.optional(),
  linkedEntities: linkedEntitiesSchema.optional(),
  fileIds: fileIdsSchema.optional(),
  source: sourceSchema.optional(),
}

/** The same in a change: what is absent stays as it is. */
export const loggedChange = {
  level: levelSchema.optional().meta({ description: 'Unchanged: an item stays with its record' }),
  parentIdentifier: idSchema.optional().meta({ description: 'Unchanged: an item stays with its record' }),
  occurredAt: occurredAtSchema.optional(),
  linkedEntities: linkedEntitiesSchema.optional(),
  fileIds: fileIdsSchema.optional(),
  source: sourceSchema.optional().meta({ description: 'Accepted and ignored' }),
  version: z.int().positive().optional().meta({
    example: 1,
    description: 'The version that was opened: later changes by others are not overwritten',
  }),
}

export const loggedListQuery = z.object({
  ...recordRefQuery.shape,
  page: z.coerce.number().int().min(1, 'The page must be at least 1.').max(1_000_000).default(1),
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(100, 'A page can have at most 100 items.')
    .default(loggedPageSize),
})

export type LoggedListQuery = z.output<typeof loggedListQuery>

/** A page of items of one kind, newest first, with those of the records below. */
export function loggedPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    itemCount: z.int().meta({ description: 'On this page' }),
    page: z.int(),
    pageSize: z.int(),
    totalItemCount: z.int(),
  })
}
