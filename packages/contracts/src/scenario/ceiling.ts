import { z } from 'zod'

const most = 100_000_000

/** What holds for all scenarios of a company. */
export const scenarioCeilingsFormSchema = z
  .strictObject({
    messagesPerWeek: z
      .int('Enter a whole number.')
      .min(1, 'At least 1.')
      .max(100, 'At most 100.')
      .nullable()
      .meta({ description: 'Emails that a contact gets in 7 days from all scenarios; null: any number' }),
    actionsPerDay: z
      .int('Enter a whole number.')
      .min(1, 'At least 1.')
      .max(most)
      .nullable()
      .meta({ description: 'Of each scenario that has no limit of its own; null: any number' }),
    hours: z
      .strictObject({
        from: z.int('Enter an hour from 0 to 23.').min(0).max(23).meta({ example: 8 }),
        to: z.int('Enter an hour from 1 to 24.').min(1).max(24).meta({ example: 18 }),
      })
      .refine(({ from, to }) => from < to, { path: ['to'], error: 'Choose a later hour than the first one.' })
      .nullable()
      .meta({
        description: 'Emails go out on business days between these hours, in the time zone of their scenario',
      }),
    lateEventHours: z
      .int('Enter a whole number.')
      .min(1, 'At least 1.')
      .max(720, 'At most 720.')
      .meta({ description: 'Events that are older let no record enter', example: 24 }),
  })
  .meta({ id: 'ScenarioCeilingsForm' })
export type ScenarioCeilingsForm = z.output<typeof scenarioCeilingsFormSchema>

export const scenarioCeilingsSchema = z
  .object(scenarioCeilingsFormSchema.shape)
  .meta({ id: 'ScenarioCeilings' })
