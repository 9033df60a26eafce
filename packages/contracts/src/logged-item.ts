import { z } from 'zod'
import { idSchema } from './api.ts'
import { levelSchema, type LevelPlural } from './level.ts'
import { mostLinks, recordRefQuery } from './timeline.ts'
import { mostAttachments } from './plain/stored-file.ts'
import { hasForbiddenCharacters } from './value.ts'

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
    .string({ error: `${what} is a text.` })
    .trim()
    .max(most, `${what} has at most ${most} characters.`)
    .refine((text) => !hasForbiddenCharacters(text) && !/[\n\r]/.test(text), `${what} is one line of text.`)

export const titleSchema = oneLineSchema(loggedItemLimits.title, 'The title').meta({ example: 'Kick-off' })

export const outcomeSchema = oneLineSchema(200, 'The outcome').meta({ example: 'They will renew' })

export const sourceSchema = oneLineSchema(loggedItemLimits.source, 'The source').meta({
  example: 'app',
  description: 'By which way it came',
})

/** Rich text as its editor writes it, or a plain text; whether it is sound is looked at when it is kept. */
export const richTextSchema = z
  .string({ error: 'The text is a string.' })
  .max(loggedItemLimits.text, 'The text has at most 100,000 characters.')
  .meta({ example: 'They asked about the roadmap.', description: 'A plain text, or the JSON of a document' })

export const occurredAtSchema = z.iso
  .datetime({ offset: true, error: 'A time is written like 2026-03-14T09:26:53Z.' })
  .meta({ example: '2026-03-14T09:26:53.000Z', description: 'When it happened; absent: now' })

const idsSchema = (what: string) =>
  z
    .array(idSchema, { error: `${what} are a list of ids.` })
    .max(mostLinks, `At most ${mostLinks} ${what} go here.`)

const linkedIdsSchema = idsSchema('records').optional()

/** Further records on whose page an item lies, by the plural of their level. */
export const linkedEntitiesSchema = z
  .strictObject({
    organizations: linkedIdsSchema,
    accounts: linkedIdsSchema,
    contacts: linkedIdsSchema,
    pipelines: linkedIdsSchema,
  } satisfies Record<LevelPlural, typeof linkedIdsSchema>)
  .meta({ example: {}, description: 'Further records on whose page it is, by the plural of their level' })

export type LinkedEntities = z.output<typeof linkedEntitiesSchema>

export const peopleIdsSchema = idsSchema('people').meta({ example: [] })

export const fileIdsSchema = z
  .array(idSchema, { error: 'Files are a list of ids.' })
  .max(mostAttachments, `At most ${mostAttachments} files are attached.`)
  .meta({ example: [], description: 'Files that were uploaded' })

/** What all that people log have in common. */
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
  level: levelSchema.optional().meta({ description: 'As it is: an item stays with its record' }),
  parentIdentifier: idSchema.optional().meta({ description: 'As it is: an item stays with its record' }),
  occurredAt: occurredAtSchema.optional(),
  linkedEntities: linkedEntitiesSchema.optional(),
  fileIds: fileIdsSchema.optional(),
  source: sourceSchema.optional().meta({ description: 'Taken, and left as it was' }),
  version: z.int().positive().optional().meta({
    example: 1,
    description: 'The one that was opened: what others changed since is not overwritten',
  }),
}

export const loggedListQuery = z.object({
  ...recordRefQuery.shape,
  page: z.coerce.number().int().min(1, 'Pages begin with 1.').max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100, 'A page has at most 100 items.').default(loggedPageSize),
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
