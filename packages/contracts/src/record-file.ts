import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from './api.ts'
import { storedFileSchema } from './file.ts'
import { levels, levelSchema, type LevelPlural } from './level.ts'
import { linkedEntitiesSchema, richTextSchema, sourceSchema } from './logged-item.ts'
import { itemKinds, linkedRecordSchema, personSchema, recordRefQuery, type LinkedRecord } from './timeline.ts'
import { mostAttachments } from './plain/stored-file.ts'

export const fileGroupPageSize = 50

const groupKinds = itemKinds.filter((kind) => kind !== 'change' && kind !== 'survey')

const linkedByLevelSchema = z.object(
  Object.fromEntries(levels.map(({ plural }) => [plural, z.array(linkedRecordSchema)])) as Record<
    LevelPlural,
    z.ZodArray<typeof linkedRecordSchema>
  >,
)

/** Files that came together: put there as such, or attached to a note, an activity, a pulse or a mail. */
export const fileGroupSchema = z
  .object({
    groupId: idSchema.meta({ description: 'Of the timeline item' }),
    itemId: idSchema,
    kind: z
      .enum(groupKinds)
      .meta({ description: 'file for files; for other kinds the comment is their text' }),
    title: z.string(),
    comment: z
      .string()
      .nullable()
      .meta({ description: 'Rich text: a plain text, or the JSON of a document' }),
    text: z.string().meta({ description: 'The plain text of the comment' }),
    bookmarkStatus: z.boolean(),
    pinStatus: z.boolean(),
    record: linkedRecordSchema
      .nullable()
      .meta({ description: "The record it was added to; null if the caller can't see it" }),
    inherited: z.boolean(),
    linkedEntities: linkedByLevelSchema,
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    occurredAt: instantSchema,
    mayEdit: z.boolean(),
    version: z.int(),
    files: z.array(storedFileSchema.extend({ pinStatus: z.boolean() })),
  })
  .meta({ id: 'FileGroup' })

export type FileGroup = z.infer<typeof fileGroupSchema>

export const fileGroupQuery = z.object({
  ...recordRefQuery.shape,
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page' }),
  pageSize: z.coerce.number().int().min(1).max(100).default(fileGroupPageSize),
})

export type FileGroupQuery = z.output<typeof fileGroupQuery>

export const fileGroupPageSchema = z
  .object({
    data: z.array(fileGroupSchema),
    first: z
      .array(fileGroupSchema)
      .meta({ description: 'On the first page: the pinned items, also included in `data`' }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'FileGroupPage' })

export type FileGroupPage = z.infer<typeof fileGroupPageSchema>

/** A file by its id, or as its upload answered. */
const fileReferenceSchema = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'fileId' in value ? value.fileId : value),
  idSchema,
)

const filesSchema = z
  .array(fileReferenceSchema, { error: 'Files must be a list of ids.' })
  .min(1, 'Choose a file.')
  .max(mostAttachments, `Add at most ${mostAttachments} files at once.`)
  .meta({ example: [1], description: 'The ids of uploaded files, or the response of their upload' })

export const createFileGroupSchema = z.strictObject({
  files: filesSchema,
  comment: richTextSchema.optional(),
  linkedEntities: linkedEntitiesSchema.optional(),
  level: levelSchema.optional().meta({ description: 'Of the record it is added to' }),
  parentIdentifier: idSchema
    .optional()
    .meta({ description: 'The record it is added to; default: the lowest of those in `linkedEntities`' }),
  source: sourceSchema.optional(),
})

export type CreateFileGroup = z.output<typeof createFileGroupSchema>

export const changeFileGroupSchema = z.strictObject({
  comment: richTextSchema.optional(),
  files: filesSchema.optional(),
  version: z
    .int()
    .optional()
    .meta({ description: 'The version that was read: later changes by others are kept' }),
})

export type ChangeFileGroup = z.output<typeof changeFileGroupSchema>

export const fileGroupParams = z.object({ groupId: idSchema })

export const deletedFileGroupSchema = dataOf(z.object({ groupId: idSchema, itemId: idSchema }))

/** Records by the plural of their level. */
export function byLevel(linked: readonly LinkedRecord[]): FileGroup['linkedEntities'] {
  const of = (level: number) => linked.filter((record) => record.level === level)
  return Object.fromEntries(levels.map(({ id, plural }) => [plural, of(id)])) as FileGroup['linkedEntities']
}
