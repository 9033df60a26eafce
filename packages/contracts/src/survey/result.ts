import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from '../api.ts'
import { questionTypes } from '../plain/survey.ts'
import { linkedRecordSchema } from '../timeline.ts'
import { keySchema } from './definition.ts'

/** What people answered to each question. */

const count = (description: string) => z.int().meta({ description })

const choiceSchema = z.object({
  key: keySchema,
  text: z.string().meta({ example: 'Reports', description: 'In the default language' }),
  isRemoved: z.boolean().meta({ description: 'Not an option of the present version' }),
  responses: count('Who chose it'),
})

const barSchema = z.object({
  from: z.number(),
  to: z
    .number()
    .meta({ description: 'The highest value of the bar; where isWhole is false, the first value above it' }),
  responses: z.int(),
})

const textSchema = z.object({
  responseId: idSchema,
  text: z.string(),
  contact: linkedRecordSchema.nullable().meta({ description: 'null: the person is not known' }),
  claimedName: z.string().nullable().meta({ description: 'What a page said without a signature' }),
  answeredAt: instantSchema,
})

export type LatestText = z.infer<typeof textSchema>

export const questionResultSchema = z
  .object({
    key: keySchema,
    type: z.enum(questionTypes),
    text: z.string().meta({ description: 'As it was asked last, in the default language' }),
    isRemoved: z
      .boolean()
      .meta({ description: 'The present version does not ask it, or asks it differently' }),
    lastVersion: z.int().meta({ description: 'The last version that asks it' }),
    shown: count('Responses whose way led to it; of imported ones, those that answer it'),
    answered: count('A consent that was not given counts as answered'),
    skipped: count('It was shown, and not answered'),
    choices: z.array(choiceSchema).nullable().meta({ description: 'Of choices' }),
    distribution: z.array(barSchema).nullable().meta({ description: 'Of scores, ratings and numbers' }),
    isWhole: z
      .boolean()
      .nullable()
      .meta({ description: 'Of scores, ratings and numbers: no value is a fraction' }),
    average: z.number().nullable().meta({ description: 'Of scores, ratings and numbers' }),
    median: z.number().nullable().meta({ description: 'Of scores, ratings and numbers' }),
    consent: z
      .object({ yes: count('Consent was given'), no: count('It was refused, or not given') })
      .nullable()
      .meta({ description: 'Of consent' }),
    latest: z.array(textSchema).nullable().meta({ description: 'Of texts: the latest three' }),
  })
  .meta({ id: 'SurveyQuestionResult' })

export type QuestionResult = z.infer<typeof questionResultSchema>

export const surveyResultsSchema = dataOf(
  z
    .object({
      responses: count('Complete responses'),
      questions: z
        .array(questionResultSchema)
        .meta({ description: 'Those of the present version in its order, then removed ones with answers' }),
    })
    .meta({ id: 'SurveyResults' }),
)

export type SurveyResults = z.infer<typeof surveyResultsSchema>['data']
