import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { levelIdSchema, levelSchema } from '../level.ts'
import { mappingChoicesSchema } from '../sheet.ts'

const longestName = 100

export const importMappingSchema = z
  .object({
    mappingId: idSchema,
    level: levelIdSchema,
    name: z.string().meta({ example: 'Monthly customer list' }),
    choices: mappingChoicesSchema,
    mayEdit: z.boolean(),
    createdBy: z.object({ id: idSchema, name: z.string() }),
    updatedAt: instantSchema,
  })
  .meta({ id: 'ImportMapping' })

export type ImportMapping = z.infer<typeof importMappingSchema>

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(longestName, `The name can have at most ${longestName} characters.`)
  .meta({ example: 'Monthly customer list' })

export const createImportMappingSchema = z.strictObject({
  level: levelSchema,
  name: nameSchema,
  choices: mappingChoicesSchema,
})

export type CreateImportMapping = z.output<typeof createImportMappingSchema>

/** What is absent stays as it is. */
export const changeImportMappingSchema = z.strictObject({
  name: nameSchema.optional(),
  choices: mappingChoicesSchema.optional(),
})

export type ChangeImportMapping = z.output<typeof changeImportMappingSchema>

export const importMappingParams = z.object({ mappingId: idSchema })
export const importMappingsQuery = z.object({ level: levelSchema })
