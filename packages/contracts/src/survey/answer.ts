import { z } from 'zod'
import { dataOf } from '../api.ts'
import { surveyLimits as limits, surveyStates } from '../plain/survey.ts'
import { keySchema, languageSchema, questionSchema, thanksSchema } from './definition.ts'
import { surveyTypeSchema } from './survey.ts'

/** What people who are asked send and get, without a sign-in. */

/** A text, a number, yes or no, or the keys of options. */
export const answerValueSchema = z.union([
  z.string().max(limits.longAnswer, `At most ${limits.longAnswer.toLocaleString('en-US')} characters.`),
  z.number(),
  z.boolean(),
  z.array(keySchema).max(limits.options),
])

export type AnswerValue = z.output<typeof answerValueSchema>

export const answersSchema = z
  .record(keySchema, answerValueSchema)
  .refine(
    (answers) => Object.keys(answers).length <= limits.questions,
    `At most ${limits.questions} answers.`,
  )
  .meta({
    example: { score: 9, reason: 'Your team answers within the hour.' },
    description: 'By key of the question',
  })

export type Answers = z.output<typeof answersSchema>

/** An id that a browser made up, by which a person without a name changes their own answer. */
export const visitorSchema = z
  .string()
  .regex(/^[\w-]{16,64}$/, 'Send 16 to 64 letters, digits, hyphens or underscores.')
  .meta({ example: 'f3b0c44298fc1c149afb' })

export const askTokenParams = z.object({
  token: z.string().max(200).meta({ example: 'a.1.12.q8zP' }),
})

export const sendAnswerSchema = z
  .strictObject({
    answers: answersSchema,
    isComplete: z
      .boolean()
      .default(true)
      .meta({ description: 'false stores what was answered so far, and asks for nothing that is missing' }),
    language: languageSchema.optional(),
    version: z.int().positive().optional().meta({
      description: 'The version that the page showed, of an open link; the present one when absent',
    }),
    visitor: visitorSchema.optional().meta({ description: 'Required with an open link' }),
  })
  .meta({ id: 'SurveyAnswer', example: { answers: { score: 9 }, isComplete: true } })

export type SendAnswer = z.output<typeof sendAnswerSchema>

export const sentAnswerSchema = dataOf(
  z
    .object({
      isComplete: z.boolean(),
      thanks: thanksSchema
        .nullable()
        .meta({ description: 'What the score leads to; null: a plain thank-you' }),
    })
    .meta({ id: 'SurveyAnswerSent' }),
)

/** What a page needs to ask. It says nothing about the person. */
export const publicSurveySchema = z
  .object({
    company: z.string(),
    name: z.string(),
    type: surveyTypeSchema,
    state: z.enum(surveyStates).meta({ description: 'Answers are accepted while it is live' }),
    version: z.int(),
    defaultLanguage: languageSchema,
    languages: z.array(languageSchema),
    questions: z.array(questionSchema),
    thanks: z.array(thanksSchema),
    look: z.object({
      color: z.string().nullable(),
      position: z.enum(['bottomRight', 'bottomLeft', 'center']),
    }),
    isOpenLink: z.boolean().meta({ description: 'Whether an answer has to name its visitor' }),
    answers: answersSchema.nullable().meta({ description: 'What this person answered before' }),
  })
  .meta({ id: 'PublicSurvey' })

export type PublicSurvey = z.infer<typeof publicSurveySchema>
