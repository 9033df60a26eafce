import { z } from 'zod'
import { shownOutcomes } from './plain/bulk-kind.ts'
import { idSchema, instantSchema } from './api.ts'
import { levelIdSchema, levelSchema } from './level.ts'
import { bulkUpdateSchema } from './bulk-update.ts'
import { bundleSchema } from './import/bundle.ts'
import { importConfigSchema } from './sheet.ts'

/** States of a bulk job, by the ids of the specification. */
export const bulkStates = {
  Submitting: 0,
  Submitted: 10,
  Processing: 20,
  Stopped: 30,
  Completed: 40,
} as const

export const outcomeCountsSchema = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  conflict: z.int(),
  refused: z.int(),
})

/** Why rows, or cells of rows, were not taken. */
export const bulkCauseSchema = z
  .object({
    outcome: z.enum(['leftOut', 'refused', 'conflict']).meta({
      description: 'leftOut: the row was imported without the cell',
    }),
    field: z.string().nullable(),
    message: z.string().meta({ description: 'The first message of this cause' }),
    count: z.int(),
    values: z
      .array(z.object({ text: z.string(), count: z.int() }))
      .meta({ description: 'The cells that could not be read, up to 50 different ones' }),
  })
  .meta({ id: 'BulkCause' })

export type BulkCause = z.infer<typeof bulkCauseSchema>

/** What an import comes to besides its rows. */
export const bulkFindingsSchema = z
  .object({
    moved: z.int().meta({ description: 'Records that go to another organization or account' }),
    following: z.int().meta({ description: 'Records below accounts that move, which go with them' }),
    renamed: z.int().meta({
      description: 'Records, found by an ID, that get a name that has nothing in common with theirs',
    }),
    renames: z
      .array(z.object({ recordId: idSchema, line: z.int(), before: z.string(), after: z.string() }))
      .meta({ description: 'The first of them, up to 20' }),
    unidentified: z.int().meta({ description: 'Rows without a readable key' }),
    missing: z.int().meta({ description: 'Records that no row names, where they were asked for' }),
    missingChanged: z.int().meta({ description: 'Those of them that are changed' }),
    newAccounts: z.int().nullable().meta({
      description:
        'New parents that are accounts; the others are organizations. Null for imports of earlier releases',
    }),
  })
  .meta({ id: 'BulkFindings' })

export type BulkFindings = z.infer<typeof bulkFindingsSchema>

const jobShape = {
  jobId: idSchema,
  type: z.literal([10, 20, 30]),
  typeName: z.string().meta({ example: 'Bulk Upload' }),
  state: z.literal([0, 10, 20, 30, 40]),
  stateName: z.string().meta({ example: 'Completed' }),
  preview: z.boolean(),
  level: levelIdSchema,
  fileName: z.string().nullable(),
  sheet: z.string().nullable().meta({ description: 'The sheet of a workbook, where one was chosen' }),
  label: z
    .string()
    .nullable()
    .meta({ description: 'Description of a bulk update', example: 'Set Pulse to 4' }),
  by: z.object({ id: z.int().nullable(), name: z.string() }),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  rowsRead: z.int(),
  rowsTotal: z.int().nullable(),
  isRowsTotalExact: z.boolean().meta({
    description: 'Whether rowsTotal is no estimate: the file was read to its end before, as by a preview',
  }),
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  counts: outcomeCountsSchema,
  newOptions: z.array(z.object({ field: z.string(), values: z.array(z.string()) })),
  newParents: z.int(),
  newFields: z.array(z.string()).meta({
    description: 'Fields created for an import, by API name; its undo deletes those that nothing uses',
  }),
  causes: z.array(bulkCauseSchema).meta({ description: 'What was not taken, the most frequent cause first' }),
  findings: bulkFindingsSchema,
  failure: z.string().nullable().meta({ description: 'Why the whole job stopped' }),
  changeSetId: idSchema.nullable(),
  undo: z
    .object({
      state: z.literal([10, 20, 30, 40]),
      undone: z.int(),
      kept: z.int(),
      failure: z.string().optional().meta({ description: 'Why the undo stopped; it can be retried' }),
    })
    .nullable(),
  linksRows: z.boolean().meta({
    description:
      'Whether it is the second part of a file, which fills the fields by which its rows name one another',
  }),
}

/** One file of an import of related files. */
export const bulkPartSchema = z.object(jobShape).meta({ id: 'BulkPart' })

export type BulkPart = z.infer<typeof bulkPartSchema>

export const bulkJobSchema = z
  .object({
    ...jobShape,
    parts: z.array(bulkPartSchema).meta({
      description:
        'The files of an import of related files, in the order in which they are imported; the counts of the job are their sums. A file whose rows name one another has a second part, which links them',
    }),
    isPart: z.boolean().meta({ description: 'Whether it belongs to an import of related files' }),
  })
  .meta({ id: 'BulkJob' })

export type BulkJob = z.infer<typeof bulkJobSchema>

export const previewRowSchema = z
  .object({
    row: z.int().meta({ description: 'Counted from 1, without the header' }),
    line: z.int().meta({ description: 'The line in the file' }),
    outcome: z.enum(shownOutcomes),
    recordId: idSchema.nullable(),
    name: z.string().nullable(),
    changes: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
    problems: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
  })
  .meta({ id: 'PreviewRow' })

export const previewRowsQuery = z.object({
  outcome: z.enum(shownOutcomes),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})

/** Values of fields nest once or twice: money, lists of ids. */
const deepest = 10

function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1))
}

const cellSchema = z
  .unknown()
  .refine((value) => isNestedWithin(value, deepest), `A value can be nested at most ${deepest} levels deep.`)

export const updateByIdSchema = z.strictObject({
  id: idSchema,
  data: z.record(z.string(), cellSchema).meta({ example: { 'system:pulse': 4 } }),
})

/** The one call that starts a bulk job: rows of a file, rows in JSON, or updates of known records. */
export const startBulkSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('entityBulkUpload'),
      level: levelSchema,
      config: importConfigSchema,
      data: z.array(z.record(z.string(), cellSchema)).max(10_000).optional().meta({
        description: 'Rows in JSON: values by field name. Without it the rows come from config.uploadId.',
      }),
    }),
    z.strictObject({
      type: z.literal(['entity', 'pulse']),
      level: levelSchema,
      data: z.array(updateByIdSchema).min(1).max(10_000),
    }),
    bulkUpdateSchema,
    bundleSchema,
  ])
  .meta({ example: { type: 'entity', level: 'account', data: [{ id: 1, data: { 'system:pulse': 4 } }] } })

export const startPreviewSchema = z.strictObject({ level: levelSchema, config: importConfigSchema }).meta({
  example: {
    level: 'account',
    config: {
      uploadId: '8d0b1f2e-6f1b-4a53-9a53-2c7e5a7c9d10',
      columns: [{ column: 0, target: 'name' }],
      key: ['name'],
    },
  },
})

export const bulkItemsQuery = z.object({
  status: z
    .string()
    .regex(
      /^(10|20|30)(,(10|20|30))*$/,
      'Use 10 (refused), 20 (done) and 30 (conflict), separated by commas.',
    )
    .default('10,30'),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(5000).default(100),
})

export const bulkItemSchema = z
  .object({
    row: z.int(),
    line: z.int(),
    status: z.literal([10, 20, 30]),
    recordId: idSchema.nullable(),
    update_body: z.record(z.string(), z.unknown()),
    failure_reason: z.object({
      failures: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
    }),
  })
  .meta({ id: 'BulkItem' })

export const jobParams = z.object({ jobId: idSchema })

export const bulkPageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(50),
})

export const startedBulkSchema = z.object({ data: bulkJobSchema, message: z.string() })

const pageShape = { itemCount: z.int(), page: z.int(), pageSize: z.int(), totalItemCount: z.int() }

export const bulkJobListSchema = z.object({ data: z.array(bulkJobSchema), ...pageShape })
export const previewRowListSchema = z.object({ data: z.array(previewRowSchema), ...pageShape })
export const bulkItemListSchema = z.object({ data: z.array(bulkItemSchema), ...pageShape })

export const keptSchema = z
  .object({ id: idSchema, name: z.string(), fields: z.array(z.string()), message: z.string() })
  .meta({ id: 'BulkKept' })
export const keptListSchema = z.object({ data: z.array(keptSchema), ...pageShape })

/** What `bulk.finished` and `bulk.undone` tell. */
export interface BulkEvent {
  jobId: number
}
