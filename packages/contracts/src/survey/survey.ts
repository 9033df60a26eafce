import type { Rule } from '@steward/conditions'
import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from '../api.ts'
import { surveyLimits as limits, surveyStates, surveyTypes } from '../plain/survey.ts'
import { personSchema } from '../timeline.ts'
import { isOneLine } from '../value.ts'
import { definitionSchema, languageSchema } from './definition.ts'

const line = (most: number, what: string) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(most, `At most ${most} characters.`)
    .refine(isOneLine, 'Enter a single line.')

export const surveyTypeSchema = z.enum(surveyTypes, { error: 'Choose nps, csat, ces or custom.' })

const ruleSchema = z
  .custom<Rule>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'Enter a rule: a condition, or a group of conditions.',
  })
  .meta({ example: { field: 'name', operator: 'set' } })

const whole = (least: number, most: number, what: string) =>
  z
    .int(`Enter a whole number of ${what}.`)
    .min(least, `At least ${least}.`)
    .max(most, `At most ${most.toLocaleString('en-US')}.`)

const audienceSchema = z.strictObject({
  rule: ruleSchema.nullable().default(null).meta({ description: 'About contacts; null: all contacts' }),
  percent: whole(1, 100, 'percent')
    .default(100)
    .meta({ description: 'The share of the audience that is asked, always the same contacts' }),
  repeatDays: whole(1, limits.days, 'days')
    .nullable()
    .default(null)
    .meta({ description: 'After how many days the same contact is asked again; null: once', example: 90 }),
  maxPerDay: whole(1, limits.perDay, 'people')
    .nullable()
    .default(null)
    .meta({ description: 'Most people who are asked on one day, in UTC', example: null }),
  ignoresQuietPeriod: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether people are asked who got another survey a short time ago' }),
})

export type SurveyAudience = z.output<typeof audienceSchema>

const channelsSchema = z.strictObject({
  inProduct: z.boolean().default(false),
  mail: z.boolean().default(false),
  openLink: z.boolean().default(false).meta({ description: 'Anyone who has the link can answer' }),
})

const mailSchema = z.strictObject({
  subject: z.record(languageSchema, z.string().trim().max(200, 'At most 200 characters.')).default({}),
  text: z.record(languageSchema, z.string().trim().max(limits.text)).default({}),
})

export type SurveyMail = z.output<typeof mailSchema>

const timingSchema = z.strictObject({
  startsOn: daySchema.nullable().default(null).meta({ description: 'The first day, in UTC' }),
  endsOn: daySchema
    .nullable()
    .default(null)
    .meta({ description: 'The last day, in UTC; until then an answer can be changed' }),
  delaySeconds: whole(0, limits.delaySeconds, 'seconds')
    .default(5)
    .meta({ description: 'Between the loading of a page and the question' }),
})

/** Everything that a version of a survey pins. */
export const surveyContentSchema = definitionSchema.extend({
  channels: channelsSchema,
  mail: mailSchema,
  audience: audienceSchema,
  timing: timingSchema,
})

export type SurveyContent = z.output<typeof surveyContentSchema>

const nameSchema = line(limits.name, 'a name').meta({ example: 'Relationship survey' })

export const createSurveySchema = surveyContentSchema
  .partial()
  .extend({ name: nameSchema, type: surveyTypeSchema })
  .meta({
    id: 'CreateSurvey',
    description: 'Questions and texts of the type where none are sent',
    example: { name: 'Relationship survey', type: 'nps' },
  })

export type CreateSurvey = z.output<typeof createSurveySchema>

export const changeSurveySchema = surveyContentSchema
  .partial()
  .extend({
    name: nameSchema.optional(),
    revision: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'The revision that the editor has seen: a later one is not overwritten' }),
  })
  .meta({
    id: 'ChangeSurvey',
    description: 'What is left out stays',
    example: { name: 'Relationship survey' },
  })

export type ChangeSurvey = z.output<typeof changeSurveySchema>

export const surveyStatusSchema = z
  .strictObject({ paused: z.boolean({ error: 'Send true or false.' }) })
  .meta({ id: 'SurveyStatus', example: { paused: true } })

const figuresSchema = z.object({
  asked: z
    .int()
    .nullable()
    .meta({ description: 'People who were asked; null for Normal Users', example: 120 }),
  answered: z.int().nullable().meta({ description: 'Of those who were asked', example: 48 }),
  responses: z.int().meta({ description: 'Complete responses, of those that you see' }),
  score: z.number().nullable().meta({ description: 'Of complete responses; null without one', example: 40 }),
})

export type SurveyFigures = z.infer<typeof figuresSchema>

export const surveySchema = z
  .object({
    surveyId: idSchema,
    name: z.string(),
    type: surveyTypeSchema,
    state: z.enum(surveyStates),
    paused: z.boolean(),
    revision: z.int().meta({ description: 'Grows with each edit' }),
    publishedVersion: z.int().nullable().meta({ description: 'null: never published' }),
    hasUnpublishedChanges: z.boolean(),
    languages: z.array(languageSchema).meta({ description: 'In which every question has a text' }),
    figures: figuresSchema,
    openLink: z
      .string()
      .nullable()
      .meta({ description: 'The page for anyone; null unless it is published with an open link' }),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    publishedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Survey' })

export type Survey = z.infer<typeof surveySchema>

export const surveyDetailSchema = surveySchema
  .extend({ draft: surveyContentSchema.meta({ description: 'What the next version will be' }) })
  .meta({ id: 'SurveyDetail' })

export type SurveyDetail = z.infer<typeof surveyDetailSchema>

export const surveysSchema = dataOf(z.array(surveySchema))

export const surveyVersionsSchema = dataOf(
  z.array(
    z
      .object({
        version: z.int(),
        publishedAt: instantSchema,
        publishedBy: personSchema.nullable(),
        content: surveyContentSchema,
      })
      .meta({ id: 'SurveyVersion' }),
  ),
)

export type SurveyVersion = z.infer<typeof surveyVersionsSchema>['data'][number]
