import { z } from 'zod'
import { branchOperators, questionTypes, surveyLimits as limits } from '../plain/survey.ts'

export { boundsOfQuestion, inLanguage } from '../plain/survey/text.ts'

/** What a survey asks. A published definition never changes: an edit is the next version. */

/** The first two letters of the language, and the region where it matters: `de`, `pt-BR`. */
export const languageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'Enter a language such as en, de or pt-BR.')
  .meta({ example: 'en' })

export const keySchema = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,39}$/,
    'A key begins with a letter and has at most 40 letters, digits or underscores.',
  )
  .refine((key) => !(key in Object.prototype), 'Choose another key.')
  .meta({ example: 'reason' })

const textIn = (most: number) =>
  z
    .record(
      languageSchema,
      z
        .string()
        .trim()
        .max(most, `At most ${most.toLocaleString('en-US')} characters.`),
    )
    .refine(
      (texts) => Object.keys(texts).length <= limits.languages,
      `At most ${limits.languages} languages.`,
    )
    .meta({ example: { en: 'How likely are you to recommend us?' }, description: 'By language' })

export type Localized = Record<string, string>

const optionSchema = z.strictObject({ key: keySchema, text: textIn(limits.option) })

const answerValue = z.union([z.string().max(limits.shortAnswer), z.number(), z.boolean()])

const branchSchema = z.strictObject({
  operator: z.enum(branchOperators, { error: `Choose an operator: ${branchOperators.join(', ')}.` }),
  value: answerValue.nullable().default(null).meta({
    description: 'A number, or the key of an option; null for answered and notAnswered',
    example: 6,
  }),
  goTo: keySchema
    .nullable()
    .meta({ description: 'The key of a later question; null ends the survey', example: 'reason' }),
})

export type Branch = z.output<typeof branchSchema>

export const questionSchema = z
  .strictObject({
    key: keySchema,
    type: z.enum(questionTypes, { error: `Choose a type of question: ${questionTypes.join(', ')}.` }),
    text: textIn(limits.question),
    help: textIn(limits.question).default({}),
    isRequired: z.boolean().default(false),
    options: z
      .array(optionSchema)
      .max(limits.options, `At most ${limits.options} options.`)
      .default([])
      .meta({ description: 'Of a choice', example: [] }),
    min: z.number().nullable().default(null).meta({ description: 'Of a number', example: null }),
    max: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'Of a number; of a rating the number of stars, 2 to 10', example: null }),
    lowLabel: textIn(limits.option).default({}),
    highLabel: textIn(limits.option).default({}),
    branches: z
      .array(branchSchema)
      .max(limits.branches, `At most ${limits.branches} branches.`)
      .default([])
      .meta({
        description: 'The first that holds decides what comes next; else the next question',
        example: [],
      }),
  })
  .meta({ id: 'SurveyQuestion' })

export type Question = z.output<typeof questionSchema>

const linkSchema = z.strictObject({
  label: textIn(limits.option),
  url: z
    .url({ protocol: /^https$/, error: 'Enter an address that begins with https://.' })
    .max(2000, 'At most 2,000 characters.')
    .meta({ example: 'https://example.com/review' }),
})

export const thanksSchema = z
  .strictObject({
    from: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'The lowest score; null: any', example: 9 }),
    to: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'The highest score; null: any', example: 10 }),
    title: textIn(limits.question),
    text: textIn(limits.text).default({}),
    link: linkSchema.nullable().default(null).meta({ example: null }),
  })
  .meta({ id: 'SurveyThanks' })

export type Thanks = z.output<typeof thanksSchema>

const lookSchema = z.strictObject({
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color such as #4b48c8.')
    .nullable()
    .default(null)
    .meta({ description: 'null: that of Steward', example: '#4b48c8' }),
  position: z.enum(['bottomRight', 'bottomLeft', 'center']).default('bottomRight'),
})

export const definitionSchema = z.strictObject({
  defaultLanguage: languageSchema,
  questions: z.array(questionSchema).max(limits.questions, `At most ${limits.questions} questions.`),
  thanks: z
    .array(thanksSchema)
    .max(limits.thanks, `At most ${limits.thanks} pages.`)
    .meta({ description: 'The first that fits the score is shown at the end', example: [] }),
  look: lookSchema,
})

export type SurveyDefinition = z.output<typeof definitionSchema>

/** The languages in which every question has a text. */
export function languagesOf({ questions, defaultLanguage }: SurveyDefinition): string[] {
  const [first, ...others] = questions.map(
    ({ text }) => new Set(Object.keys(text).filter((key) => text[key])),
  )
  const common = [...(first ?? [])].filter((language) => others.every((texts) => texts.has(language)))
  return [defaultLanguage, ...common.filter((language) => language !== defaultLanguage).toSorted()]
}
