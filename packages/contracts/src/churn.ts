import { z } from 'zod'
import { idSchema } from './api.ts'

/** When, why and with how much a customer left. */
export const churnDetailsSchema = z.strictObject({
  date: z
    .string()
    .max(30)
    .nullable()
    .optional()
    .meta({ description: 'YYYY-MM-DD; default for a new churn: today', example: '2026-11-21' }),
  reasonId: idSchema.nullable().optional().meta({ description: 'A reason of either level, not retired' }),
  amount: z
    .strictObject({ currencyDefinitionId: idSchema, value: z.number() })
    .nullable()
    .optional()
    .meta({ description: 'Annual value lost' }),
})

export type ChurnDetails = z.infer<typeof churnDetailsSchema>

export const churnSchema = z
  .strictObject({
    churned: z.boolean({
      error: ({ input }) =>
        input === undefined
          ? 'Say whether the record is churned: true or false.'
          : 'This must be true or false.',
    }),
    ...churnDetailsSchema.shape,
  })
  .meta({
    description:
      'Absent properties stay unchanged, null clears them. Undoing the churn clears date, reason and amount.',
    example: { churned: true, date: '2026-03-31' },
  })
