import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { levelIdSchema } from './level.ts'

/** How the stream of changes reports one operation on records of a level. */
export const changeNoticeSchema = z
  .object({
    changeSetId: idSchema,
    level: levelIdSchema,
    records: z.array(idSchema).nullable().meta({
      description: 'The changed records that the reader can see; null if there are too many to list',
    }),
    by: z
      .object({ id: idSchema, name: z.string() })
      .nullable()
      .meta({ description: "The user; null for Steward itself, and if the reader can't see all records" }),
    at: instantSchema,
  })
  .meta({ id: 'ChangeNotice' })

export type ChangeNotice = z.infer<typeof changeNoticeSchema>

export const changeStreamQuery = z.object({
  age: z.coerce.number().int().min(0).optional().meta({
    description: 'Milliseconds since the reader loaded what it shows: changes since then are sent first',
    example: 1500,
  }),
})

/** More records than these are not named. */
export const namedChanges = 200

/** A stream that says nothing sends a comment this often, in seconds. */
export const changeHeartbeat = 20
