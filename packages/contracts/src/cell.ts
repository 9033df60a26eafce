import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/** The most that one call writes. */
export const mostCells = 10_000
export const mostCellRows = 1000

const rowSchema = z.strictObject({
  id: idSchema,
  version: z.int().positive().optional().meta({
    description: 'The version that the caller read. A cell changed since then is refused.',
  }),
  data: z.record(z.string().max(100), z.unknown()).meta({
    description: 'Values by field API name; null clears',
    example: { 'system:pulse': 4 },
  }),
})

export const writeCellsSchema = z
  .strictObject({
    cells: z
      .array(rowSchema)
      .min(1, 'Specify the cells to write.')
      .max(mostCellRows, 'Send cells of at most 1,000 records per call.')
      .refine(
        (rows) => rows.reduce((sum, row) => sum + Object.keys(row.data).length, 0) <= mostCells,
        'Send at most 10,000 cells per call.',
      ),
    asText: z.boolean().default(false).meta({
      description: 'Texts are parsed like cells of a file: options, users and records by name',
    }),
    locale: z.string().max(35).optional().meta({
      description: "Format of numbers and dates in texts; default: the caller's profile",
      example: 'en-GB',
    }),
  })
  .meta({ id: 'WriteCells' })

export const writtenCellsSchema = z
  .object({
    changeSetId: idSchema.nullable().meta({ description: 'null when nothing differed' }),
    changed: z.int().meta({ description: 'Cells whose value changed' }),
    records: z.array(z.object({ id: idSchema, version: z.int() })).meta({
      description: 'The changed records and their new versions',
    }),
    refused: z.array(
      z.object({
        id: z.int(),
        field: z.string().meta({ description: 'As named in the call' }),
        message: z.string(),
        changedBy: z
          .object({ id: z.int().nullable(), name: z.string(), at: instantSchema })
          .optional()
          .meta({ description: 'The user who changed the cell since the version that the caller read' }),
      }),
    ),
  })
  .meta({ id: 'WrittenCells' })

export type WriteCells = z.output<typeof writeCellsSchema>
export type WrittenCells = z.infer<typeof writtenCellsSchema>
export type RefusedCell = WrittenCells['refused'][number]
