import { z } from 'zod'
import { daySchema, idSchema } from './api.ts'
import { totalFunctions } from './column-set.ts'
import { listQuerySchema } from './record.ts'

/** The most totals that one call asks for. */
export const mostTotals = 100

export const recordTotalsQuery = listQuerySchema.extend({
  totals: z
    .string({ error: 'Say which totals, for example sum(arr),count(name).' })
    .min(1, 'Say which totals, for example sum(arr),count(name).')
    .max(15_000)
    .meta({
      description:
        'count, sum, average, min and max of fields: all of numbers, count, min and max of days, count of anything else. A count is of the records in which the field is set.',
      example: 'count(name),max(createdAt)',
    }),
})

export const recordTotalSchema = z
  .object({
    column: z.string().meta({ description: 'The name that was asked for' }),
    function: z.enum(totalFunctions),
    value: z.union([z.number(), z.string()]).nullable().meta({
      description: 'Days are YYYY-MM-DD; null where no record has a value, or where it cannot be said',
    }),
    currencyDefinitionId: idSchema
      .optional()
      .meta({ description: 'The currency of an amount: the one that the reader sees' }),
    rateDate: daySchema
      .optional()
      .meta({ description: 'The day of the oldest rate that amounts were converted by' }),
    missing: z.int().optional().meta({ description: 'Amounts without an exchange rate, which are left out' }),
    note: z.string().optional().meta({ description: 'What is left out' }),
  })
  .meta({ id: 'RecordTotal' })

export type RecordTotal = z.infer<typeof recordTotalSchema>
