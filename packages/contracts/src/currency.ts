import { z } from 'zod'
import { idSchema } from './api.ts'

export const currencyDefinitionSchema = z
  .object({
    currencyDefinitionId: idSchema,
    code: z.string().meta({ example: 'USD' }),
    name: z.string().meta({ example: 'US Dollar' }),
    symbol: z.string().meta({ example: '$' }),
    isBase: z.boolean(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'CurrencyDefinition' })

export type CurrencyDefinition = z.infer<typeof currencyDefinitionSchema>
