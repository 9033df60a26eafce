import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from '../api.ts'
import { dateFormats } from '../plain/cell-format.ts'
import { importStates, importTargets } from '../plain/survey.ts'
import { tableSettingsSchema } from '../sheet.ts'
import { personSchema } from '../timeline.ts'

/** Responses that were given elsewhere, from a file that was uploaded like those of other imports. */

const columnSchema = z.strictObject({
  column: z.int().min(0).max(5000).meta({ description: 'Counted from 0', example: 0 }),
  target: z
    .string()
    .min(1)
    .max(60)
    .meta({
      description: `The key of a question, such as score, or one of ${importTargets.join(', ')}`,
      example: 'score',
    }),
  dateFormat: z.enum(dateFormats).optional().meta({ description: 'Of answeredAt' }),
})

export const surveyImportFormSchema = z
  .strictObject({
    uploadId: z.uuid(),
    settings: tableSettingsSchema.optional(),
    columns: z.array(columnSchema).min(1, 'Choose the column of an answer.').max(200),
    noAnswer: z
      .array(z.string().max(100))
      .max(20)
      .default([])
      .meta({ description: 'Cells that mean no answer, besides empty ones', example: ['11'] }),
    answeredOn: daySchema
      .nullable()
      .default(null)
      .meta({ description: 'The day of rows without one; null: today', example: null }),
  })
  .meta({
    id: 'SurveyImportForm',
    example: {
      uploadId: '7f0f3bb4-9a3d-4d8e-8f5f-0d7c4a1f2b10',
      columns: [{ column: 0, target: 'score' }],
      noAnswer: [],
    },
  })

export type SurveyImportForm = z.output<typeof surveyImportFormSchema>

export const surveyImportPreviewSchema = dataOf(
  z
    .object({
      rows: z.int(),
      ready: z.int().meta({ description: 'Responses that would be imported' }),
      noAnswer: z.int().meta({ description: 'Rows without an answer, which are left out' }),
      refused: z.int(),
      unmatched: z
        .int()
        .meta({ description: 'Of the ready ones, those whose person or company is not known' }),
      score: z.number().nullable().meta({ description: 'Of the ready ones', example: 39.84 }),
      distribution: z.array(z.object({ score: z.number(), responses: z.int() })),
      problems: z
        .array(z.object({ line: z.int(), message: z.string() }))
        .meta({ description: 'Of the first 100 refused rows' }),
    })
    .meta({ id: 'SurveyImportPreview' }),
)

export type SurveyImportPreview = z.infer<typeof surveyImportPreviewSchema>['data']

export const surveyImportSchema = z
  .object({
    importId: idSchema,
    fileName: z.string(),
    state: z.enum(importStates),
    imported: z.int(),
    noAnswer: z.int(),
    refused: z.int(),
    failure: z.string().nullable(),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    finishedAt: instantSchema.nullable(),
  })
  .meta({ id: 'SurveyImport' })

export type SurveyImport = z.infer<typeof surveyImportSchema>

export const surveyImportsSchema = dataOf(z.array(surveyImportSchema))

export const surveyImportParams = z.object({ id: idSchema, importId: idSchema })
