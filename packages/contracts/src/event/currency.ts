import { z } from 'zod'
import { defineEvent, type PayloadOf } from './define.ts'

/** The exchange rates, or the currency used where none is named, changed. */
export const currencyChanged = defineEvent({
  name: 'currency.changed',
  version: 1,
  payload: z.object({ change: z.enum(['rates', 'default']) }),
  example: { change: 'rates' },
})

export type CurrencyChanged = PayloadOf<typeof currencyChanged>
