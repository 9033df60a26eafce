import { z } from 'zod'
import { idSchema } from '../api.ts'
import { surveyChannels, surveyTypes } from '../plain/survey.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Someone answered a survey, or changed their answer. Imported and partial answers publish none. */
export const surveyAnswered = defineEvent({
  name: 'survey.answered',
  version: 1,
  payload: z.object({
    surveyId: idSchema,
    responseId: idSchema,
    type: z.enum(surveyTypes),
    channel: z.enum(surveyChannels),
    contactId: idSchema.nullable().meta({ description: 'null: the person is not known' }),
    score: z.number().nullable(),
    isFirst: z.boolean().meta({ description: 'false: an answer was changed' }),
  }),
  example: {
    surveyId: 4,
    responseId: 8121,
    type: 'nps',
    channel: 'mail',
    contactId: 71,
    score: 9,
    isFirst: true,
  },
})

export type SurveyAnswered = PayloadOf<typeof surveyAnswered>

/** Surveys were created, edited, published, paused, resumed or deleted. */
export const surveyChanged = defineEvent({
  name: 'survey.changed',
  version: 1,
  payload: z.object({
    surveyId: idSchema,
    change: z.enum(['created', 'edited', 'published', 'paused', 'resumed', 'deleted']),
    version: z.int().nullable().meta({ description: 'That is published; null: none' }),
    userId: z.int().nullable(),
  }),
  example: { surveyId: 4, change: 'published', version: 1, userId: 3 },
})

export type SurveyChanged = PayloadOf<typeof surveyChanged>
