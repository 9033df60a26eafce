import { z } from 'zod'
import { dataOf, daySchema, idSchema } from './api.ts'
import { dayOffRules, recurrenceLimits, recurrenceModes } from './plain/recurrence.ts'

const form = {
  rule: z
    .string({ error: 'The rule must be text.' })
    .trim()
    .min(1, "The rule can't be empty.")
    .max(recurrenceLimits.rule, `The rule can have at most ${recurrenceLimits.rule} characters.`)
    .meta({
      description: 'A recurrence rule of RFC 5545, by days: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY',
      example: 'FREQ=WEEKLY;BYDAY=MO',
    }),
  mode: z.enum(recurrenceModes).default('calendar').meta({
    description: 'The next day is counted from the last one (calendar), or from the day of completion',
  }),
  dayOff: z.enum(dayOffRules).default('keep').meta({
    description: 'Whether a day off is moved to the business day before or after, or kept',
  }),
}

export const recurrenceFormSchema = z.strictObject(form).meta({ id: 'RecurrenceForm' })

export type RecurrenceForm = z.output<typeof recurrenceFormSchema>

export const recurrenceSchema = z
  .object({
    rule: z.string(),
    mode: z.enum(recurrenceModes),
    dayOff: z.enum(dayOffRules),
    day: daySchema.meta({ description: 'The present day of the rule, before days off moved it' }),
    missed: z.int().meta({ description: 'Days of the rule that passed while the task was open' }),
    text: z.string().meta({ example: 'every week on Monday' }),
  })
  .meta({ id: 'Recurrence' })

export const recurrencePreviewQuery = z.object({
  ...form,
  from: daySchema.meta({ description: 'The first day, or the day of completion', example: '2026-03-02' }),
  assigneeId: idSchema.optional().meta({ description: 'Whose days off count; the company’s by default' }),
})

export type RecurrencePreviewQuery = z.output<typeof recurrencePreviewQuery>

export const recurrencePreviewSchema = dataOf(
  z.object({
    rule: z.string().meta({ description: 'The rule as it is stored' }),
    text: z.string(),
    days: z.array(daySchema).meta({ description: 'The next days on which it is due' }),
    isEnding: z.boolean().meta({ description: 'No other days follow' }),
  }),
)

export type RecurrencePreview = z.infer<typeof recurrencePreviewSchema>['data']
