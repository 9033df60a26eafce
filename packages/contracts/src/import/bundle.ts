import { z } from 'zod'
import { levelSchema } from '../level.ts'
import { importConfigSchema } from '../sheet.ts'

/** Related files, or sheets of a workbook, that are imported together. */
export const bundleSchema = z
  .strictObject({
    type: z.literal('bundle'),
    parts: z
      .array(z.strictObject({ level: levelSchema, config: importConfigSchema }))
      .min(1)
      .max(4)
      .meta({
        description: 'One file for each level, in any order: records of higher levels are imported first',
      }),
  })
  .meta({
    example: {
      type: 'bundle',
      parts: [
        {
          level: 'organization',
          config: {
            uploadId: '8d0b1f2e-6f1b-4a53-9a53-2c7e5a7c9d10',
            columns: [{ column: 0, target: 'name' }],
            key: ['name'],
          },
        },
      ],
    },
  })

export type Bundle = z.output<typeof bundleSchema>
