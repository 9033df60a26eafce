import { z } from 'zod'
import { dataOf, idSchema } from './api.ts'
import {
  formOf,
  loggedChange,
  loggedForm,
  loggedPageOf,
  outcomeSchema,
  peopleIdsSchema,
  richTextSchema,
  titleSchema,
} from './logged-item.ts'
import { activityItemSchema } from './timeline.ts'

export const sentiments = ['positive', 'neutral', 'negative'] as const

export type Sentiment = (typeof sentiments)[number]

/** The longest an activity takes: a week, in minutes. */
export const longestActivity = 7 * 24 * 60

/** An activity is an item of the timeline; its id is that of the item. */
export const activitySchema = activityItemSchema.extend({ activityId: idSchema }).meta({ id: 'Activity' })

export type Activity = z.infer<typeof activitySchema>

export const activityPageSchema = loggedPageOf(activitySchema).meta({ id: 'ActivityPage' })

/** `text_format=rich`: the description is the JSON of a document; without it each text is as it stands. */
export const textFormatQuery = z.object({
  text_format: z.enum(['rich', 'plain'], { error: 'text_format must be rich or plain.' }).default('plain'),
})

export type TextFormat = z.output<typeof textFormatQuery>['text_format']

const activityForm = {
  title: titleSchema.optional().meta({ example: 'Quarterly review', description: 'The subject' }),
  description: richTextSchema.optional(),
  durationMinutes: z
    .int('The duration must be a whole number of minutes.')
    .min(0, "The duration can't be negative.")
    .max(longestActivity, 'The duration can be at most a week.')
    .nullish()
    .meta({ example: 45 }),
  outcome: outcomeSchema.nullish(),
  sentiment: z
    .enum(sentiments, { error: `The sentiment must be one of ${sentiments.join(', ')}.` })
    .nullish()
    .meta({ example: 'positive' }),
  userIds: peopleIdsSchema
    .optional()
    .meta({ example: [], description: 'Users who took part; default: the caller' }),
  contactIds: peopleIdsSchema
    .optional()
    .meta({ example: [], description: 'Contacts who took part; the activity also appears on their pages' }),
}

const typeIdSchema = z.coerce
  .number({ error: 'Choose an activity type.' })
  .int('Choose an activity type.')
  .positive('Choose an activity type.')
  .meta({ example: 1 })

export const createActivitySchema = formOf(
  z.strictObject({ ...loggedForm, activityTypeId: typeIdSchema, ...activityForm }),
)

export type CreateActivity = z.output<typeof createActivitySchema>

export const changeActivitySchema = formOf(
  z.strictObject({ ...loggedChange, activityTypeId: typeIdSchema.optional(), ...activityForm }),
)

export type ChangeActivity = z.output<typeof changeActivitySchema>

export const deletedActivitySchema = dataOf(z.object({ activityId: idSchema, itemId: idSchema }))
