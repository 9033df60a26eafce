import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from '../api.ts'
import { npsGroups, surveyChannels, surveyLimits as limits } from '../plain/survey.ts'
import { linkedRecordSchema } from '../timeline.ts'
import { answersSchema } from './answer.ts'
import { keySchema, languageSchema } from './definition.ts'

export const responseParams = z.object({ id: idSchema, responseId: idSchema })

/** Which responses. All of them hold. */
export const responseFiltersSchema = z
  .strictObject({
    group: z.enum(npsGroups).optional(),
    scoreFrom: z.number().optional(),
    scoreTo: z.number().optional(),
    answeredFrom: daySchema.optional(),
    answeredTo: daySchema.optional(),
    channel: z.enum(surveyChannels).optional(),
    version: z.int().positive().optional(),
    language: languageSchema.optional(),
    hasComment: z.boolean().optional(),
    isComplete: z.boolean().optional(),
    answered: keySchema.optional().meta({ description: 'The key of a question that was answered' }),
    recordId: idSchema.optional().meta({ description: 'The contact, their account or their organization' }),
  })
  .meta({ id: 'SurveyResponseFilters', example: { group: 'detractor', hasComment: true } })

export type ResponseFilters = z.output<typeof responseFiltersSchema>

const unreadable = 'Send a JSON object of filters.'

const filtersSchema = z
  .string()
  .max(2000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: unreadable })
      return z.NEVER
    }
  })
  .pipe(responseFiltersSchema)
  .optional()
  .meta({ description: 'JSON of SurveyResponseFilters', example: '{"group":"detractor"}' })

export const responsesQuery = z.object({
  startAtKey: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'lastFetchedKey of the page before; absent: the latest responses' }),
  limit: z.coerce
    .number()
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(limits.mostResponses, `At most ${limits.mostResponses.toLocaleString('en-US')}.`)
    .default(limits.responses),
  filters: filtersSchema,
})

export const statBarQuery = z.object({ filters: filtersSchema })

export const surveyResponseSchema = z
  .object({
    responseId: idSchema,
    version: z.int().meta({ description: 'Of the survey, as it was asked' }),
    channel: z.enum(surveyChannels),
    language: languageSchema.nullable(),
    score: z.number().nullable(),
    group: z.enum(npsGroups).nullable().meta({ description: 'Of an NPS survey' }),
    isComplete: z.boolean(),
    answers: answersSchema,
    comment: z.string().nullable().meta({ description: 'The texts of the answers' }),
    contact: linkedRecordSchema.nullable().meta({ description: 'null: the person is not known' }),
    account: linkedRecordSchema.nullable(),
    claimedName: z.string().nullable().meta({ description: 'What a page said without a signature' }),
    answeredAt: instantSchema,
    changedAt: instantSchema.nullable().meta({ description: 'When the answer was changed last' }),
  })
  .meta({ id: 'SurveyResponse' })

export type SurveyResponse = z.infer<typeof surveyResponseSchema>

export const responsesSchema = z.object({
  data: z.array(surveyResponseSchema),
  lastFetchedKey: z
    .string()
    .nullable()
    .meta({ description: 'Where the next page begins; null on the last page' }),
})

const intervalSchema = z.object({ low: z.number(), high: z.number() }).nullable().meta({
  description: 'The 95 % confidence interval of the score; null with too few responses',
})

export const scoredSchema = z.object({
  responses: z.int().meta({ description: 'Complete ones with a score' }),
  score: z.number().nullable().meta({
    description: 'NPS: % promoters − % detractors. CSAT: % of 4 and 5. CES: the mean',
    example: 39.84,
  }),
  interval: intervalSchema,
  tooFew: z.boolean().meta({ description: 'Fewer than 30' }),
})

export const statBarSchema = dataOf(
  scoredSchema
    .extend({
      asked: z.int().nullable().meta({ description: 'People who were asked; null with filters' }),
      answered: z.int().nullable().meta({ description: 'Of them, those who answered; null with filters' }),
      responseRate: z
        .number()
        .nullable()
        .meta({ description: 'In percent; null where no one was asked, or with filters' }),
      complete: z.int(),
      partial: z.int(),
      distribution: z.array(z.object({ score: z.number(), responses: z.int() })),
      groups: z
        .object({ promoters: z.int(), passives: z.int(), detractors: z.int() })
        .nullable()
        .meta({ description: 'Of an NPS survey' }),
    })
    .meta({ id: 'SurveyStatBar' }),
)

export type SurveyStatBar = z.infer<typeof statBarSchema>['data']

export const trendQuery = z.object({
  period: z.enum(['day', 'week', 'month', 'quarter']).default('month'),
})

export const surveyTrendPointSchema = scoredSchema
  .extend({ from: daySchema })
  .meta({ id: 'SurveyTrendPoint' })

export const trendSchema = dataOf(z.array(surveyTrendPointSchema))

export type SurveyTrendPoint = z.infer<typeof trendSchema>['data'][number]

export const splitQuery = z.object({
  field: z.string().min(1).max(200).meta({
    description: 'The API name of a picklist, reference, user or boolean field of contacts or accounts',
    example: 'lifecycleStage',
  }),
  level: z.enum(['organization', 'account', 'contact']).default('account'),
})

export const splitSchema = dataOf(
  z.array(
    scoredSchema
      .extend({
        value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        label: z.string().meta({ example: 'Live' }),
      })
      .meta({ id: 'SurveySplit' }),
  ),
)

export type SurveySplit = z.infer<typeof splitSchema>['data'][number]

export const deletedResponseSchema = dataOf(z.object({ responseId: idSchema }))
