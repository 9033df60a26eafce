import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { itemKinds, kindListSchema, linkedRecordSchema, personSchema, timelinePageSize } from '../timeline.ts'

/** A search over everything that was written, newest first. */
export const timelineSearchQuery = z.object({
  query: z.string().trim().min(2, 'Type at least two characters.').max(200).meta({ example: 'roadmap' }),
  kinds: kindListSchema.optional(),
  cursor: z.string().max(200).optional(),
  pageSize: z.coerce.number().int().min(1).max(50).default(timelinePageSize),
})

export const timelineSearchSchema = z
  .object({
    data: z.array(
      z.object({
        itemId: idSchema,
        kind: z.enum(itemKinds),
        record: linkedRecordSchema
          .nullable()
          .meta({ description: "The record it was logged on; null if the caller can't see it" }),
        occurredAt: instantSchema,
        author: personSchema.nullable(),
        title: z.string(),
        excerpt: z
          .array(z.object({ text: z.string(), match: z.boolean() }))
          .meta({ description: 'The words around the first match, in pieces' }),
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'TimelineSearch' })

export type TimelineSearch = z.infer<typeof timelineSearchSchema>
