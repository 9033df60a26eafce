import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { dateFormats, numberFormats } from './plain/cell-format.ts'
import { levelSchema } from './level.ts'

/** Encodings a file may be read in. Only the first four are ever detected, the others are chosen. */
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const

export type Encoding = (typeof encodings)[number]

/** How a file is to be read. */
export const tableSettingsSchema = z
  .object({
    format: z.enum(['csv', 'xlsx']),
    encoding: z.enum(encodings),
    delimiter: z.string().length(1, 'The delimiter must be one character.'),
    // Empty where quotes mean nothing in the file.
    quote: z.string().max(1),
    header: z.boolean(),
    // Physical lines to leave out at the top, in a workbook rows of the sheet.
    skipLines: z.int().min(0).max(1000),
    // Lines that begin with this are left out.
    comment: z.string().max(1, 'The comment character must be one character.').optional(),
    // Whether rows that end before the last column are filled up with empty cells, instead of refused.
    fillShort: z.boolean().optional(),
    // Whether a line of totals at the end is read as a row, instead of left out.
    keepTotals: z.boolean().optional(),
    // The first sheet where none is named.
    sheet: z.string().max(255).optional(),
    // The decimal separator of the file's numbers, as far as it is known.
    decimal: z.enum(['.', ',']).optional(),
  })
  .meta({
    id: 'TableSettings',
    example: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      header: true,
      skipLines: 0,
    },
  })

export type TableSettings = z.infer<typeof tableSettingsSchema>

const matchSchema = z.enum(['externalId', 'name', 'email', 'id'])

/** Where one column of the file goes. `target` is a field's API name, or null to leave the column out. */
export const columnMappingSchema = z
  .object({
    column: z.int().min(0).max(5000).meta({ description: 'Counted from 0' }),
    target: z.string().max(100).nullable().meta({
      description: 'Columns mapped to the same text field are joined with a space, in the order of this list',
      example: 'name',
    }),
    dateFormat: z.enum(dateFormats).optional(),
    numberFormat: z.enum(numberFormats).optional(),
    createOptions: z.boolean().optional().meta({ description: 'Add missing options to the picklist' }),
    createParents: z.boolean().optional().meta({
      description:
        'Create organizations or accounts that are not there yet; none of the level that is imported',
    }),
    wholeNumbers: z.boolean().optional().meta({
      description: 'Whether IDs are read as whole numbers: 1.0 and 001 as 1',
    }),
    match: matchSchema.optional().meta({ description: 'How to find a parent or a user' }),
    idSource: z.string().max(60).optional().meta({
      description:
        'With match externalId: the other system whose ids the column has, instead of external IDs of records',
      example: 'HubSpot',
    }),
    newOptions: z.array(z.string().max(255)).max(2000).optional().meta({
      description: 'Options that may be added to the picklist, where createOptions does not allow all',
    }),
    repairs: z
      .array(
        z.strictObject({
          from: z.string().max(1000),
          to: z.string().max(1000).meta({ description: 'Empty to read the cell as empty' }),
        }),
      )
      .max(1000)
      .optional()
      .meta({ description: 'Cells that are read as if they held another text' }),
  })
  .meta({ id: 'ColumnMapping' })

export const importConfigSchema = z
  .object({
    uploadId: z.uuid().optional(),
    fileName: z.string().max(255).optional(),
    settings: tableSettingsSchema.optional(),
    columns: z.array(columnMappingSchema).max(5000),
    key: z.array(z.string().max(100)).max(5).default([]).meta({
      description: 'The fields that identify a record; empty creates a record for every row',
    }),
    mode: z.enum(['create', 'update', 'createOrUpdate']).default('createOrUpdate'),
    emptyCells: z.enum(['keep', 'clear']).default('keep'),
    unreadableCells: z.enum(['refuse', 'leaveOut']).default('refuse').meta({
      description:
        'Whether a cell that cannot be read rejects its row, or is left out. Cells of required fields, of the key and external IDs always reject it',
    }),
    changedParents: z.enum(['move', 'keep']).default('move').meta({
      description:
        'Whether a row with another organization or account moves its record there, or leaves it where it is',
    }),
    missingRecords: z.enum(['leave', 'list', 'archive', 'set']).default('leave').meta({
      description:
        'The action for records with a key that no row names, archived ones aside. They are only listed while a row has no readable key',
    }),
    missingFrom: z.array(idSchema).min(1).max(20).optional().meta({
      description:
        'With missingRecords: only records that these imports, by jobId, created or changed. Without it, all that have the key',
    }),
    missingValues: z.record(z.string(), z.unknown()).default({}).meta({
      description: 'What missingRecords `set` sets on them, by field name',
    }),
    newFields: z.array(z.string().max(100)).max(500).default([]).meta({
      description: 'Fields that were created for this import; its undo deletes those that nothing uses',
    }),
    unknownOwners: z.enum(['refuse', 'me', 'none']).default('refuse'),
    defaults: z.record(z.string(), z.unknown()).default({}).meta({
      description: 'Values of new records for fields without a column',
    }),
  })
  .meta({ id: 'ImportConfig' })

export type ImportConfig = z.infer<typeof importConfigSchema>
export type ColumnMapping = z.infer<typeof columnMappingSchema>

export const uploadSchema = z
  .object({
    uploadId: z.uuid(),
    fileName: z.string(),
    size: z.int(),
    offset: z.int().meta({ description: 'Bytes received; resume from here' }),
    complete: z.boolean(),
  })
  .meta({ id: 'Upload' })

export const createUploadSchema = z.strictObject({
  fileName: z.string().trim().min(1).max(255).meta({ example: 'customers.csv' }),
  size: z
    .int()
    .positive('The file is empty. Choose a file with a header and at least one row.')
    .max(4 * 1024 ** 3, 'The file is larger than 4 GB. Split it into smaller files.'),
})

export const columnGuessSchema = z.object({
  column: z.int(),
  name: z.string(),
  samples: z.array(z.string()),
  filled: z.int().meta({ description: 'Rows that have a value' }),
  distinct: z.int().meta({ description: 'Different values; an estimate in columns of many' }),
  repeats: z.int().meta({ description: 'Rows whose value came before' }),
  misfits: z
    .object({ count: z.int(), samples: z.array(z.string()) })
    .meta({ description: 'Values that are not of the type' }),
  target: z.string().nullable().meta({ description: 'The suggested field' }),
  why: z.string().nullable(),
  confidence: z.number().nullable().meta({
    description: 'From 0 to 1; suggestions from 0.7 on are in target, those below in offer',
  }),
  offer: z
    .object({ target: z.string(), why: z.string(), match: matchSchema.nullable() })
    .nullable()
    .meta({ description: 'A field that the column may be for, to choose or to leave' }),
  dataType: z.string().meta({ description: 'The type of a field made from the column' }),
  fieldName: z.string().meta({ description: 'The name of a field made from the column' }),
  dateFormat: z.enum(dateFormats).nullable(),
  numberFormat: z.enum(numberFormats).nullable(),
  match: matchSchema.nullable(),
  place: z.int().nullable().meta({
    description:
      'The place among the columns that are joined to the same field: the first name before the last',
  }),
})

/** Where the columns of a file go, by their headers, and how its rows meet records. */
export const mappingChoicesSchema = importConfigSchema
  .pick({
    key: true,
    mode: true,
    emptyCells: true,
    unreadableCells: true,
    changedParents: true,
    missingRecords: true,
    missingValues: true,
    unknownOwners: true,
    defaults: true,
  })
  .extend({
    columns: z
      .array(columnMappingSchema.omit({ column: true }).extend({ header: z.string().max(1000) }))
      .min(1)
      .max(5000)
      .meta({ description: 'All columns of the file; those without a target are left out' }),
  })
  .meta({
    id: 'ImportMappingChoices',
    example: {
      key: ['system:externalId'],
      columns: [
        { header: 'Customer no.', target: 'system:externalId' },
        { header: 'Company', target: 'name' },
      ],
    },
  })

export type MappingChoices = z.output<typeof mappingChoicesSchema>

/** How the last import of the same columns mapped them. */
const earlierMappingSchema = z.object({ fileName: z.string(), choices: mappingChoicesSchema }).meta({
  id: 'EarlierMapping',
})

export type EarlierMapping = z.output<typeof earlierMappingSchema>

export const detectionSchema = z
  .object({
    uploadId: z.uuid(),
    settings: tableSettingsSchema,
    notes: z.array(z.string()),
    sheets: z.array(z.string()),
    estimatedRows: z.int().meta({ description: 'Exact once the file has been read to its end' }),
    reading: z.object({ share: z.number(), rows: z.int() }).nullable().meta({
      description:
        'While a long file is read to its end: how far that is, from 0 to 1. Suggestions are of its first rows; ask again',
    }),
    columns: z.array(columnGuessSchema),
    sample: z.array(z.array(z.string())).meta({ description: 'The first 20 rows' }),
    earlier: earlierMappingSchema.nullable().meta({
      description:
        'How the last import of a file with these columns, or fewer of them, mapped them, if you may see it',
    }),
    imports: z.array(z.object({ jobId: idSchema, fileName: z.string(), finishedAt: instantSchema })).meta({
      description:
        'Earlier imports of files with these columns, or fewer of them, the latest first; those you may see',
    }),
    key: z.array(z.string()).meta({ description: 'The suggested key' }),
    keyNote: z
      .object({ isUnique: z.boolean(), duplicates: z.int(), blank: z.int(), why: z.string() })
      .nullable()
      .meta({ description: 'Whether every row has a value of its own in the suggested key' }),
  })
  .meta({ id: 'TableDetection' })

export const detectSchema = z.strictObject({
  level: levelSchema,
  settings: tableSettingsSchema.partial().optional(),
})

export const uploadParams = z.object({ uploadId: z.uuid('Specify the upload by its id.') })
export const uploadOffsetQuery = z.object({
  offset: z.coerce.number().int().min(0).meta({ description: 'Bytes received so far', example: 0 }),
})
