import { z } from 'zod'
import { idSchema } from './api.ts'

/** When, why and with how much a customer left. */
export const churnDetailsSchema = z.strictObject({
  date: z
    .string()
    .max(30)
    .nullable()
    .optional()
    .meta({ description: 'YYYY-MM-DD; today when absent for what was not churned', example: '2026-11-21' }),
  reasonId: idSchema.nullable().optional().meta({ description: 'A reason of either level, not retired' }),
  amount: z
    .strictObject({ currencyDefinitionId: idSchema, value: z.number() })
    .nullable()
    .optional()
    .meta({ description: 'What the customer was worth' }),
})

export type ChurnDetails = z.infer<typeof churnDetailsSchema>

export const churnSchema = z
  .strictObject({ churned: z.boolean().default(true), ...churnDetailsSchema.shape })
  .nullish()
  .meta({
    description:
      'What is absent stays as it is, null clears. No longer churned clears date, reason and amount.',
  })
