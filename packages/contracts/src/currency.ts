import { z } from 'zod'
import { daySchema, idSchema, instantSchema } from './api.ts'

export const currencyDefinitionSchema = z
  .object({
    currencyDefinitionId: idSchema,
    code: z.string().meta({ example: 'USD' }),
    name: z.string().meta({ example: 'US Dollar' }),
    symbol: z.string().meta({ example: '$' }),
    digits: z.int().meta({ description: 'Decimal places of amounts', example: 2 }),
    isActive: z.boolean().meta({ description: 'Whether new amounts can use it' }),
    isBase: z.boolean().meta({ description: 'The currency that exchange rates are relative to' }),
    isDefault: z.boolean().meta({ description: 'The currency of amounts without a currency' }),
  })
  .meta({ id: 'CurrencyDefinition' })

export type CurrencyDefinition = z.infer<typeof currencyDefinitionSchema>

/** A change of one currency, named by its id or code. */
const currencyTypeSchema = z
  .strictObject({
    currencyDefinitionId: idSchema.optional(),
    code: z.string().max(10).optional().meta({ example: 'CHF' }),
    isActive: z.boolean().optional().meta({ description: 'false removes it, unless it is in use' }),
    isBase: z.literal(true).optional().meta({ description: 'Makes it the base' }),
  })
  .refine(
    ({ currencyDefinitionId, code }) => currencyDefinitionId !== undefined || code !== undefined,
    'Specify the currency by its code or id.',
  )
  .meta({ example: { code: 'CHF', isActive: true } })

const mostCurrencyTypes = 300

export const currencyTypesSchema = z.preprocess(
  (body) => {
    const list = typeof body === 'object' && body !== null && 'currencyTypes' in body
    return list ? body.currencyTypes : body
  },
  z
    .array(currencyTypeSchema)
    .min(1, 'Specify at least one currency.')
    .max(mostCurrencyTypes, `Specify at most ${mostCurrencyTypes} currencies.`),
)

export type CurrencyType = z.infer<typeof currencyTypeSchema>

export const updateDefaultCurrencySchema = z.strictObject({ currencyDefinitionId: idSchema })

/** The least and the greatest rate. */
export const rateLimits = { least: 1e-9, most: 1e9 } as const
/** The most cells of the grid that one call writes. */
export const mostRates = 2000
/** Rates lie between these months. */
export const firstRateMonth = '1990-01'
/** Rates may be entered so many months ahead. */
export const monthsAhead = 24

const monthSchema = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM.')
  .meta({ example: '2026-04' })

/** Where a rate comes from: someone entered it, the European Central Bank published it, or the demo made it up. */
export const rateSources = ['entered', 'ecb', 'sample'] as const

export const exchangeRatesQuery = z.object({
  from: monthSchema
    .optional()
    .meta({ description: 'The first month; default: eleven months before the last' }),
  to: monthSchema.optional().meta({ description: 'The last month; default: the current month' }),
})

const monthRateSchema = z.object({
  currencyDefinitionId: idSchema,
  rate: z.number().meta({ description: 'Units of it per unit of the base currency', example: 0.8558 }),
  rateDate: daySchema,
  source: z.enum(rateSources),
  updatedBy: idSchema.nullable().meta({ description: 'The user who entered it' }),
  updatedAt: instantSchema,
})

const rateMonthSchema = z.object({
  month: monthSchema,
  rates: z
    .array(monthRateSchema)
    .meta({ description: 'Existing rates, without the base currency, which is always 1' }),
})

export type RateMonth = z.infer<typeof rateMonthSchema>

const effectiveRateSchema = z.object({
  currencyDefinitionId: idSchema,
  rate: z
    .number()
    .nullable()
    .meta({ description: 'Units of it per unit of the base currency; null without a rate' }),
  toBase: z.number().nullable().meta({ description: 'Units of the base currency per unit of it' }),
  rateDate: daySchema.nullable().meta({ description: 'The date of the rate; null for the base currency' }),
  month: monthSchema.nullable(),
  carried: z.boolean().meta({ description: 'Whether the rate is from an earlier month' }),
})

/** The rate by which amounts are converted today. */
export type EffectiveRate = z.infer<typeof effectiveRateSchema>

export const exchangeRatesSchema = z
  .object({
    baseCurrencyDefinitionId: idSchema,
    defaultCurrencyDefinitionId: idSchema,
    presentMonth: monthSchema,
    months: z.array(rateMonthSchema).meta({ description: 'All requested months, latest first' }),
    effective: z
      .array(effectiveRateSchema)
      .meta({ description: 'Every active currency, with the rate by which its amounts are converted today' }),
  })
  .meta({ id: 'ExchangeRates' })

export type ExchangeRates = z.infer<typeof exchangeRatesSchema>

const rateEditSchema = z
  .strictObject({
    month: monthSchema,
    currencyDefinitionId: idSchema.optional(),
    code: z.string().max(10).optional().meta({ example: 'EUR' }),
    rate: z.number('The rate must be a number.').nullable().meta({
      description: 'Units of the currency per unit of the base currency; null removes the rate',
      example: 0.8558,
    }),
  })
  .refine(
    ({ currencyDefinitionId, code }) => currencyDefinitionId !== undefined || code !== undefined,
    'Specify the currency by its code or id.',
  )
  .meta({ example: { month: '2026-04', code: 'EUR', rate: 0.8558 } })

export type RateEdit = z.infer<typeof rateEditSchema>

export const editRatesSchema = z.strictObject({
  rates: z
    .array(rateEditSchema)
    .min(1, 'Send at least one rate.')
    .max(mostRates, `Save at most ${mostRates} rates in one call.`),
})

export const editedRatesSchema = z.object({ changed: z.int(), rates: exchangeRatesSchema })

/** The largest import of rates, in bytes as sent and as unpacked. */
export const rateImportLimits = { file: 5 * 1024 * 1024, unpacked: 64 * 1024 * 1024 } as const

const isStream = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

export const importRatesSchema = z.strictObject({
  file: z
    .custom<AsyncIterable<Uint8Array>>(isStream, 'Send the file in the field "file" of a form.')
    .meta({ type: 'string', format: 'binary', description: 'At most 5 MB' }),
})

export const importRatesQuery = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: only reports what would be written' }),
})

export const importedRatesSchema = z
  .object({
    dryRun: z.boolean(),
    days: z.int().meta({ description: 'Dates in the file' }),
    firstMonth: monthSchema.nullable(),
    lastMonth: monthSchema.nullable(),
    months: z.int(),
    currencies: z.array(z.string()).meta({ description: 'Codes that have rates' }),
    skipped: z
      .array(z.string())
      .meta({ description: 'Codes of discontinued currencies in the file; they are skipped' }),
    left: z.array(monthSchema).meta({
      description: "Months that stay unchanged, because the entered rates can't be compared with the file",
    }),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    changes: z
      .array(
        z.object({
          month: monthSchema,
          code: z.string(),
          before: z.number().nullable().meta({ description: 'The previous rate; null if there was none' }),
          after: z.number().nullable(),
          replacesEntered: z.boolean().meta({ description: 'Whether a user entered the previous rate' }),
        }),
      )
      .meta({ description: 'The first 200 rates that change or replace others, latest first' }),
  })
  .meta({ id: 'ImportedRates' })

export type ImportedRates = z.infer<typeof importedRatesSchema>
