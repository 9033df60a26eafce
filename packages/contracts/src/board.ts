import { z } from 'zod'
import { daySchema, idSchema } from './api.ts'
import type { LevelId } from './level.ts'
import { listQuerySchema, recordSchema } from './record.ts'

/** The cards of a column that come with the board; more of them are pages of the list. */
export const boardPageSize = 20

/** The default field for the columns of a board. */
export function usualGroup(level: LevelId): string {
  return level === 4 ? 'system:pipelineStatus' : 'system:lifecycleStageId'
}

export const boardQuerySchema = listQuerySchema
  .omit({ page: true, format: true, preserveList: true, ids: true })
  .extend({
    groupBy: z.string().max(100).optional().meta({
      description: 'The field whose values are the columns: stage, status or a single picklist',
      example: 'system:lifecycleStageId',
    }),
    sum: z.string().max(100).optional().meta({
      description: 'A currency or number field that is summed in each column',
      example: 'arr',
    }),
    pageSize: z.coerce
      .number()
      .int()
      .min(1)
      .max(100, 'A column can load at most 100 records.')
      .default(boardPageSize)
      .meta({ description: 'Records that come with each column' }),
  })

export type BoardQuery = z.infer<typeof boardQuerySchema>

export const boardColumnSchema = z.object({
  key: idSchema.nullable().meta({ description: 'The stage, status or option; null for records without one' }),
  label: z.string(),
  color: z.string().nullable(),
  retired: z.boolean().meta({ description: 'Retired, but still used by records' }),
  count: z.int().meta({ description: 'Records in the column, exactly' }),
  sum: z.number().nullable().meta({ description: 'null if no sum is requested' }),
  sumCurrencyId: idSchema
    .nullable()
    .meta({ description: "The currency of a sum of money: the reader's display currency" }),
  sumRateDate: daySchema.optional().meta({ description: 'The date of the oldest exchange rate used' }),
  sumMissing: z
    .int()
    .optional()
    .meta({ description: 'Number of amounts without an exchange rate, which are not included' }),
  sumNote: z.string().optional().meta({ description: 'The amounts that are not included' }),
  records: z.array(recordSchema),
})

export type BoardColumn = z.infer<typeof boardColumnSchema>

/** Everything that matches, in columns, with the first records of each. */
export const boardSchema = z
  .object({
    groupBy: z.string(),
    sum: z.string().nullable(),
    columns: z.array(boardColumnSchema),
    totalItemCount: z.int().meta({ description: 'Records that match' }),
    totalEntityCount: z.int().meta({ description: 'Records of the level that you can see' }),
    brokenConditions: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: 'Board' })

export type Board = z.infer<typeof boardSchema>
