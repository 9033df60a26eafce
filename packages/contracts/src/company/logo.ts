import { z } from 'zod'
import { dataOf, idListSchema, idSchema } from '../api.ts'
import { mostLogos } from '../plain/stored-file.ts'

export const listLogosQuery = z.object({
  recordIds: idListSchema
    .refine((ids) => ids.length <= mostLogos, `Send at most ${mostLogos} ids per call.`)
    .default([])
    .meta({ description: 'Ids of records', example: '1,2' }),
})

export const listLogosSchema = dataOf(
  z.array(
    z
      .object({
        recordId: idSchema,
        imageId: z.string().meta({ description: 'The imageUID of the picture' }),
      })
      .meta({ id: 'Logo' }),
  ),
)
