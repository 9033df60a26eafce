import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { levelIdSchema } from './level.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** States of an export: it waits, is written, ended without a file, or is ready. */
export const exportStates = ['waiting', 'running', 'stopped', 'ready'] as const
export type ExportState = (typeof exportStates)[number]

/** How long a file is kept, in days. */
export const exportDays = 7

/** The part of a list's query that decides which records it shows, and in which order. */
const exportedListSchema = z.strictObject({
  filter: z.string().max(100_000).optional().meta({
    description: 'A rule in JSON, as for lists',
    example: '{"and":[{"field":"entityArchived","operator":"isFalse"}]}',
  }),
  query: z.string().trim().max(200).optional().meta({ description: 'Part of a name' }),
  myEntitiesOnly: z.boolean().optional(),
  pipelineType: z.literal([1, 2]).optional().meta({ description: '1 opportunity, 2 risk' }),
  sort: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Up to four API names, `-` before one for descending', example: '-updatedAt,name' }),
})

export const startExportSchema = z
  .strictObject({
    format: z.enum(exportFormats, { error: 'Choose csv or xlsx.' }),
    query: exportedListSchema.default({}),
    columns: z
      .array(z.string().max(150))
      .min(1, 'Choose at least one column.')
      .max(1000, 'An export can have at most 1,000 columns.')
      .meta({
        description:
          'API names in order; also organization.<field>, account.<field>, owner.name, owner.email and owner.role',
        example: ['name', 'system:externalId', 'createdAt'],
      }),
    scope: z.enum(['all', 'ids']).default('all').meta({
      description: 'all: all records of the query; ids: only these records, in the order of the query',
    }),
    ids: z
      .array(idSchema)
      .min(1, 'Choose at least one record.')
      .max(50_000, 'Select at most 50,000 records, or export all records of a filter.')
      .optional(),
  })
  .refine(({ scope, ids }) => scope === 'all' || ids !== undefined, {
    path: ['ids'],
    message: 'Specify the records to export.',
  })
  .meta({ id: 'StartExport' })

export type StartExport = z.output<typeof startExportSchema>

export const exportSchema = z
  .object({
    exportId: idSchema,
    level: levelIdSchema,
    format: z.enum(exportFormats),
    state: z.enum(exportStates),
    fileName: z.string().meta({ example: 'accounts-2026-11-21T10-30-00Z.csv' }),
    rowsDone: z.int(),
    rowsTotal: z.int().nullable().meta({ description: 'Null until the records have been found' }),
    size: z.int().nullable().meta({ description: 'Size of the file in bytes, once it is ready' }),
    note: z.string().nullable().meta({ description: 'How the file differs from the data in Steward' }),
    failure: z.string().nullable().meta({ description: 'Why there is no file' }),
    createdAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    keptUntil: instantSchema,
  })
  .meta({ id: 'Export' })

export type Export = z.infer<typeof exportSchema>

export const exportListSchema = z.object({ data: z.array(exportSchema) })
export const exportParams = z.object({ exportId: idSchema })
