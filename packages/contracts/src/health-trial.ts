import { z } from 'zod'
import { idSchema } from './api.ts'
import { healthStatuses } from './plain/built-in-value.ts'
import { scoreDetailSchema } from './health.ts'

const colouredSchema = z.object({
  score: z.number().nullable(),
  healthStatus: z.enum(healthStatuses).nullable(),
})

/** A record as it is, and as it would be by the draft. */
export const comparedRecordSchema = z
  .object({ entityId: idSchema, name: z.string(), before: colouredSchema, after: colouredSchema })
  .meta({ id: 'ComparedRecord' })

export type ComparedRecord = z.infer<typeof comparedRecordSchema>

/** The health of one record with its parts, as it is and as it would be by the draft. */
export const triedScoreSchema = z
  .object({ before: scoreDetailSchema, after: scoreDetailSchema })
  .meta({ id: 'TriedScore' })

export type TriedScore = z.infer<typeof triedScoreSchema>

export const startTrialSchema = z
  .strictObject({ revision: z.int().meta({ description: 'The revision of the draft that is tried' }) })
  .meta({ example: { revision: 1 } })

export const trialParams = z.object({ trialId: idSchema })

const colourSchema = z.enum([...healthStatuses, 'none']).optional()

export const trialRecordsQuery = z.object({
  from: colourSchema.meta({ description: 'The current score band; `none` without a score' }),
  to: colourSchema.meta({ description: 'The score band with the draft' }),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})

/** Records whose score band changes, by name. */
export const trialRecordsSchema = z.object({
  data: z.array(comparedRecordSchema),
  itemCount: z.int(),
  page: z.int(),
  pageSize: z.int(),
  totalItemCount: z.int(),
})

export type TrialRecords = z.infer<typeof trialRecordsSchema>
