import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/** The most that one call writes. */
export const mostCells = 10_000
export const mostCellRows = 1000

const rowSchema = z.strictObject({
  id: idSchema,
  version: z.int().positive().optional().meta({
    description: 'The version that the writer saw. A cell that changed since is refused.',
  }),
  data: z.record(z.string().max(100), z.unknown()).meta({
    description: 'Values by the API names of the fields; null clears',
    example: { 'system:pulse': 4 },
  }),
})

export const writeCellsSchema = z
  .strictObject({
    cells: z
      .array(rowSchema)
      .min(1, 'Say which cells to write.')
      .max(mostCellRows, 'Cells of at most 1,000 records go into one call.')
      .refine(
        (rows) => rows.reduce((sum, row) => sum + Object.keys(row.data).length, 0) <= mostCells,
        'At most 10,000 cells go into one call.',
      ),
    asText: z.boolean().default(false).meta({
      description: 'Texts are read as the cells of a file are: options, users and records by name',
    }),
    locale: z.string().max(35).optional().meta({
      description: 'How numbers and days in texts are written; without it as in the profile of the writer',
      example: 'en-GB',
    }),
  })
  .meta({ id: 'WriteCells' })

export const writtenCellsSchema = z
  .object({
    changeSetId: idSchema.nullable().meta({ description: 'null when nothing differed' }),
    changed: z.int().meta({ description: 'Cells that have another value now' }),
    records: z.array(z.object({ id: idSchema, version: z.int() })).meta({
      description: 'The records that changed, and their versions now',
    }),
    refused: z.array(
      z.object({
        id: z.int(),
        field: z.string().meta({ description: 'As the call named it' }),
        message: z.string(),
        changedBy: z
          .object({ id: z.int().nullable(), name: z.string(), at: instantSchema })
          .optional()
          .meta({ description: 'Who changed the cell since the version that the writer saw' }),
      }),
    ),
  })
  .meta({ id: 'WrittenCells' })

export type WriteCells = z.output<typeof writeCellsSchema>
export type WrittenCells = z.infer<typeof writtenCellsSchema>
export type RefusedCell = WrittenCells['refused'][number]
