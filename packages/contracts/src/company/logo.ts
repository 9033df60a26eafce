import { z } from 'zod'
import { dataOf, idListSchema, idSchema } from '../api.ts'
import { mostLogos } from '../plain/stored-file.ts'

export const listLogosQuery = z.strictObject({
  recordIds: idListSchema
    .refine((ids) => ids.length <= mostLogos, `Send at most ${mostLogos} ids per call.`)
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
