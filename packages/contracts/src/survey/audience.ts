import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from '../api.ts'
import { askChannels, surveyLimits as limits } from '../plain/survey.ts'
import { askGates, installationStates, waveStates } from '../plain/survey/audience.ts'
import { linkedRecordSchema, personSchema } from '../timeline.ts'
import { publicSurveySchema, visitorSchema } from './answer.ts'
import { languageSchema } from './definition.ts'

/** Who is asked, and why others are not. */

const gateSchema = z.enum(askGates).meta({ example: 'quietPeriod' })

export const previewQuery = z.object({
  channel: z.enum(askChannels, { error: 'Choose inProduct, mail or link.' }).default('mail'),
})

/** Of the draft as it is saved, so that it can be looked at before it is published. */
export const audiencePreviewSchema = dataOf(
  z
    .object({
      contacts: z.int().meta({ description: 'All contacts' }),
      asked: z.int().meta({ description: 'Contacts that would be asked now' }),
      excluded: z.array(
        z.object({
          gate: gateSchema,
          reason: z.string().meta({ example: 'Another survey was sent to them in the last 30 days' }),
          contacts: z.int(),
        }),
      ),
      examples: z.array(linkedRecordSchema).meta({ description: 'Up to 5 contacts that would be asked' }),
    })
    .meta({ id: 'SurveyAudiencePreview' }),
)

export type AudiencePreview = z.infer<typeof audiencePreviewSchema>['data']

export const whyParams = z.object({ id: idSchema, contactId: idSchema })

export const whySchema = dataOf(
  z
    .object({
      contact: linkedRecordSchema,
      isAsked: z.boolean(),
      gate: gateSchema.nullable().meta({ description: 'The first rule that keeps them out' }),
      reason: z.string().meta({ example: 'The survey “Onboarding” was sent to them on 2026-03-02.' }),
      asks: z.array(
        z.object({
          surveyId: idSchema,
          surveyName: z.string(),
          channel: z.enum(askChannels),
          askedAt: instantSchema,
          answeredAt: instantSchema.nullable(),
        }),
      ),
    })
    .meta({ id: 'SurveyWhy' }),
)

export type Why = z.infer<typeof whySchema>['data']

export const createLinkSchema = z
  .strictObject({ contactId: idSchema })
  .meta({ id: 'CreateSurveyLink', example: { contactId: 71 } })

export const surveyLinkSchema = dataOf(
  z.object({ address: z.string().meta({ description: 'The page for this contact alone' }) }),
)

export const waveParams = z.object({ id: idSchema, waveId: idSchema })

export const surveyWaveSchema = z
  .object({
    waveId: idSchema,
    state: z.enum(waveStates),
    version: z.int(),
    sent: z.int().meta({ description: 'Emails in the outbox or delivered' }),
    answered: z.int(),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    finishedAt: instantSchema.nullable(),
  })
  .meta({ id: 'SurveyWave' })

export type SurveyWave = z.infer<typeof surveyWaveSchema>

export const surveyWavesSchema = dataOf(z.array(surveyWaveSchema))

export const surveySettingsFormSchema = z
  .strictObject({
    quietDays: z
      .int('Enter a whole number of days.')
      .min(0, 'At least 0.')
      .max(limits.days, 'At most 3,650.')
      .meta({
        description: 'For so many days after a survey, no other one is sent to a person. 0: no quiet period',
      }),
    consentField: z
      .string()
      .max(200)
      .nullable()
      .meta({ description: 'The API name of a boolean field of contacts that must be true; null: none' }),
    languageField: z.string().max(200).nullable().default(null).meta({
      description:
        'The API name of a field of contacts that holds their language, as a text or one option: de, de-AT or German; null: mails are in the default language of the survey',
      example: null,
    }),
    requiresSignature: z
      .boolean()
      .meta({ description: 'Whether pages have to sign their user, or else ask no one' }),
  })
  .meta({
    id: 'SurveySettingsForm',
    example: { quietDays: 30, consentField: null, languageField: null, requiresSignature: false },
  })

export type SurveySettingsForm = z.output<typeof surveySettingsFormSchema>

export const surveySettingsSchema = dataOf(
  surveySettingsFormSchema
    .extend({
      siteKey: z.string().meta({ description: 'Names the company on its pages; no secret' }),
      signingKey: z.string().nullable().meta({
        description: 'Signs users: HMAC-SHA256 of the user id, in hex. null for readers who may not see it',
      }),
    })
    .meta({ id: 'SurveySettings' }),
)

export type SurveySettings = z.infer<typeof surveySettingsSchema>['data']

export const installationSchema = dataOf(
  z
    .object({
      state: z.enum(installationStates),
      message: z.string().meta({ example: 'Waiting for the first page that loads the snippet.' }),
      steps: z.array(z.string()).meta({ description: 'What to do next' }),
      origins: z.array(z.object({ origin: z.string(), seenAt: instantSchema, isSigned: z.boolean() })),
    })
    .meta({ id: 'SurveyInstallation' }),
)

export type Installation = z.infer<typeof installationSchema>['data']

export const siteParams = z.object({ siteKey: z.string().max(200).meta({ example: 's.1.q8zP' }) })

/** What a page says of the person before it. */
export const siteAskSchema = z
  .strictObject({
    userId: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'The external id of the contact', example: 'u-4711' }),
    email: z.string().max(320).optional(),
    signature: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'HMAC-SHA256 of userId, or of the email where there is no userId, in hex' }),
    name: z.string().max(200).optional(),
    visitor: visitorSchema,
    language: languageSchema.optional(),
    drawsAtOnce: z.boolean().optional().meta({
      description:
        'Whether the page draws a survey that needs no wait as soon as it has it: then the answer has the survey, and it counts as shown',
    }),
  })
  .meta({ id: 'SurveySiteAsk', example: { userId: 'u-4711', visitor: 'f3b0c44298fc1c149afb' } })

export type SiteAsk = z.output<typeof siteAskSchema>

export const siteAskedSchema = dataOf(
  z
    .object({
      token: z.string().meta({ description: 'Of this person and survey; calls below /survey-ask take it' }),
      delaySeconds: z.int(),
      survey: publicSurveySchema
        .optional()
        .meta({ description: 'What is shown, where the page draws at once and there is no delay' }),
    })
    .nullable()
    .meta({ description: 'null: no one is asked now' }),
)

export type SiteAsked = z.output<typeof siteAskedSchema>

export const shownSchema = dataOf(
  z.object({
    show: z.boolean().meta({ description: 'false: it was shown in another tab, or must not be any more' }),
    survey: publicSurveySchema.nullable().meta({ description: 'What is shown; null: nothing' }),
  }),
)

export const unsubscribedSchema = dataOf(z.object({ unsubscribed: z.boolean() }))
