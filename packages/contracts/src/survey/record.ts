import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from '../api.ts'
import { npsGroups, surveyChannels, surveyTypes } from '../plain/survey.ts'
import { linkedRecordSchema } from '../timeline.ts'
import { scoredSchema, surveyTrendPointSchema } from './response.ts'

const recordResponseSchema = z
  .object({
    responseId: idSchema,
    surveyId: idSchema,
    surveyName: z.string(),
    type: z.enum(surveyTypes),
    channel: z.enum(surveyChannels),
    score: z.number().nullable(),
    group: z.enum(npsGroups).nullable().meta({ description: 'Of an NPS survey' }),
    answers: z
      .array(z.object({ question: z.string(), answer: z.string() }))
      .meta({ description: 'In words, in the default language of the survey' }),
    contact: linkedRecordSchema.nullable().meta({ description: 'null: the account itself' }),
    answeredAt: instantSchema,
  })
  .meta({ id: 'RecordSurveyResponse' })

export type RecordResponse = z.infer<typeof recordResponseSchema>

export const recordSurveysSchema = dataOf(
  z
    .object({
      nps: scoredSchema.extend({
        trend: z.array(surveyTrendPointSchema).meta({ description: 'By quarter, the earliest first' }),
      }),
      surveys: z.array(
        scoredSchema.extend({
          surveyId: idSchema,
          name: z.string(),
          type: z.enum(surveyTypes),
          complete: z.int().meta({ description: 'Responses that are complete' }),
          lastAnsweredAt: instantSchema,
        }),
      ),
      responses: z.array(recordResponseSchema).meta({ description: 'The latest' }),
    })
    .meta({ id: 'RecordSurveys' }),
)

export type RecordSurveys = z.infer<typeof recordSurveysSchema>['data']
