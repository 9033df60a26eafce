import { z } from 'zod'
import { daySchema, idSchema } from './api.ts'
import { totalFunctions } from './column-set.ts'
import { listQuerySchema } from './record.ts'

/** The most totals that one call asks for. */
export const mostTotals = 100

export const recordTotalsQuery = listQuerySchema.extend({
  totals: z
    .string({ error: 'Specify totals, for example sum(arr),count(name).' })
    .min(1, 'Specify totals, for example sum(arr),count(name).')
    .max(15_000)
    .meta({
      description:
        'count, sum, average, min and max of fields: all for numbers; count, min and max for dates; count for all other types. A count is the number of records with a value.',
      example: 'count(name),max(createdAt)',
    }),
})

export const recordTotalSchema = z
  .object({
    column: z.string().meta({ description: 'The requested name' }),
    function: z.enum(totalFunctions),
    value: z.union([z.number(), z.string()]).nullable().meta({
      description: "Dates are YYYY-MM-DD; null if no record has a value, or it can't be calculated",
    }),
    currencyDefinitionId: idSchema
      .optional()
      .meta({ description: "The currency of an amount: the reader's display currency" }),
    rateDate: daySchema.optional().meta({ description: 'The date of the oldest exchange rate used' }),
    missing: z
      .int()
      .optional()
      .meta({ description: 'Number of amounts without an exchange rate, which are not included' }),
    note: z.string().optional().meta({ description: 'The amounts that are not included' }),
  })
  .meta({ id: 'RecordTotal' })

export type RecordTotal = z.infer<typeof recordTotalSchema>
