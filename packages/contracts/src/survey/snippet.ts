import { z } from 'zod'
import { dataOf } from '../api.ts'

export const snippetScriptParams = z.object({
  script: z
    .string()
    .regex(/^[0-9a-f]{12}\.js$/, 'Send a version, followed by .js.')
    .meta({ example: '0f3b1c9a2d4e.js' }),
})

export const snippetVersionSchema = dataOf(
  z
    .object({
      version: z.string().meta({ example: '0f3b1c9a2d4e' }),
      path: z.string().meta({ example: '/api/survey-snippet/0f3b1c9a2d4e.js' }),
      integrity: z.string().meta({ description: 'For the attribute integrity of the script' }),
      bytes: z.int(),
    })
    .meta({ id: 'SurveySnippetVersion' }),
)
