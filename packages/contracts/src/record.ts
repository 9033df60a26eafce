import { z } from 'zod'
import { daySchema, flagSchema, idListSchema, idSchema, instantSchema } from './api.ts'
import { healthStatuses } from './plain/built-in-value.ts'
import { churnDetailsSchema } from './churn.ts'
import { levelIdSchema } from './level.ts'

/** Page sizes: the list asks for windows of 100; no one gets more than 5,000 at once. */
export const defaultPageSize = 50
export const largestPageSize = 5000

/** The most columns by which a list is sorted. */
export const mostSortColumns = 4

export const sortSchema = z
  .string()
  .max(1000)
  .refine(
    (sort) => sort.split(',').every((key) => /^-?[^-\s]/.test(key)),
    'Separate fields by commas, with - before fields sorted in descending order.',
  )
  .refine(
    (sort) => sort.split(',').length <= mostSortColumns,
    `A list can be sorted by at most ${mostSortColumns} columns.`,
  )
  .meta({
    description:
      'API names of up to four fields, separated by commas, - before a field in descending order; takes precedence over sortColumn. Fields of parents are organization.<name> and account.<name>, fields of the primary owner are owner.name, owner.email and owner.role.',
    example: '-updatedAt,name',
  })

export const displayCurrencySchema = z.string().max(3).meta({
  description:
    'The code of the display currency: amounts then have `converted`, and amounts in filters use it. By default, filters and totals use the user’s own.',
  example: 'EUR',
})

export const listQuerySchema = z.object({
  page: z.coerce.number().int().min(1, 'The page must be at least 1.').max(10_000_000).default(1),
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(largestPageSize, 'A page can have at most 5,000 records.')
    .default(defaultPageSize),
  sortColumn: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The API name of a field', example: 'name' }),
  sortDirection: z.enum(['ASC', 'DESC']).default('ASC'),
  sort: sortSchema.optional(),
  query: z.string().trim().max(200).optional().meta({ description: 'Part of a name', example: 'north' }),
  filter: z.string().max(100_000).optional().meta({
    description: 'A rule in JSON: conditions of field, operator and value, nested with and, or, not',
    example: '{"and":[{"field":"entityArchived","operator":"isFalse"}]}',
  }),
  format: z.enum(['list', 'board']).default('list'),
  preserveList: flagSchema.optional().meta({
    description: 'With format=board: all pages up to this one, as one; for a board that is reloaded',
  }),
  pipelineType: z.coerce
    .number()
    .int()
    .min(1)
    .max(2)
    .optional()
    .meta({ description: '1 opportunity, 2 risk' }),
  myEntitiesOnly: flagSchema.optional(),
  displayCurrency: displayCurrencySchema.optional(),
  ids: idListSchema.optional(),
  columns: z.string().max(20_000).optional().meta({
    description:
      'Fields to send, by API name, separated by commas; all of the record when absent. Sent in any case are what identifies a record, its stage, pulse, health, owners, churned and archived. organization.<name>, account.<name> and owner.<name> are sent as relatedFields.',
  }),
})

export type ListQuery = z.infer<typeof listQuerySchema>

export const ownerSchema = z.object({ id: idSchema, name: z.string() })
export const parentSchema = z.object({ id: idSchema, name: z.string() })

const moneySchema = z.object({
  currencyDefinitionId: idSchema,
  value: z.number(),
  converted: z
    .object({ currencyDefinitionId: idSchema, value: z.number(), rateDate: daySchema.nullable() })
    .nullable()
    .optional()
    .meta({
      description: 'The amount in the requested currency, with the date of the rate; null without a rate',
    }),
})

/** Lists that name their columns have the optional ones only if they are asked for. */
export const globalFieldsSchema = z.object({
  name: z.string(),
  externalId: z.string().nullable(),
  email: z.string().nullable().optional(),
  about: z.string().nullable().optional(),
  imageId: z.string().nullable().meta({ description: 'The imageUID of its picture' }),
  health: z.number().nullable(),
  healthStatus: z.enum(healthStatuses).nullable(),
  lifecycleStageId: z.int().nullable(),
  lifecycleStage: z.string().nullable().optional().meta({ description: 'The name of the stage' }),
  pulse: z.int().nullable(),
  owners: z.array(ownerSchema).meta({ description: 'The primary owner comes first' }),
  churned: z.boolean(),
  churnDate: z.string().nullable().optional().meta({ description: 'YYYY-MM-DD; only for churned records' }),
  churnReason: z.int().nullable().optional().meta({ description: 'The id of a churn reason' }),
  churnAmount: moneySchema.nullable().optional(),
  entityArchived: z.boolean(),
  pipelineType: z.int().nullable(),
  pipelineStatus: z.int().nullable().optional(),
  organization: parentSchema.nullable().optional(),
  account: parentSchema.nullable().optional(),
  createdAt: z
    .union([instantSchema, daySchema])
    .optional()
    .meta({ description: 'A day where an import said when the record was created' }),
  updatedAt: instantSchema.optional(),
})

/** A record. Its id is under the name of its level, for example `accountId`. */
export const recordSchema = z
  .object({
    organizationId: idSchema.optional(),
    accountId: idSchema.optional(),
    contactId: idSchema.optional(),
    pipelineId: idSchema.optional(),
    level: levelIdSchema,
    version: z.int().meta({ description: 'Increases with every change; send it back to detect conflicts' }),
    globalFields: globalFieldsSchema,
    customFields: z.record(z.string(), z.unknown()).meta({
      description:
        'By API name. Picklists have option ids, amounts { currencyDefinitionId, value } (with converted, if displayCurrency is requested), dates YYYY-MM-DD',
    }),
    relatedFields: z.record(z.string(), z.unknown()).optional().meta({
      description:
        "The requested columns of parents and the primary owner, such as organization.arr, without unset ones and those you can't see. Stages, users and records are given by id.",
    }),
  })
  .meta({ id: 'Record' })

export type RecordBody = z.infer<typeof recordSchema>
/** A record with all its built-in values, as it is read on its own. */
export type WholeRecord = RecordBody & { globalFields: Required<RecordBody['globalFields']> }

export const recordListSchema = z
  .object({
    data: z.array(recordSchema),
    itemCount: z.int().meta({ description: 'Records on this page' }),
    page: z.int(),
    pageSize: z.int(),
    totalItemCount: z.int().meta({ description: 'Records that match' }),
    totalEntityCount: z.int().meta({ description: 'Records of the level that you can see' }),
    lifecycleGroupTotalItemCounts: z.array(
      z.object({ lifecycleStageId: z.int().nullable(), totalItemCount: z.int() }),
    ),
    statbarData: z.array(z.object({ key: z.string(), label: z.string(), value: z.number() })),
    brokenConditions: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: 'RecordList' })

export type RecordList = z.infer<typeof recordListSchema>

const formValuesSchema = z.record(z.string().max(100), z.unknown())

/** A form: values by field name, built-in ones under globalFields and custom ones under customFields. */
export const recordFormSchema = z.strictObject({
  globalFields: formValuesSchema.default({}),
  customFields: formValuesSchema.default({}),
})

export const editRecordSchema = z
  .strictObject({
    globalFields: formValuesSchema.optional(),
    customFields: formValuesSchema.optional(),
    data: formValuesSchema.optional().meta({
      description: 'A single-field update: values by field name, built-in or custom',
      example: { 'system:pulse': 4 },
    }),
    version: z.int().positive().optional().meta({
      description: 'The version the form was opened with. A field changed since then answers 409.',
    }),
  })
  .refine(
    (form) => form.globalFields ?? form.customFields ?? form.data,
    'Send globalFields, customFields or data.',
  )
  .meta({ example: { data: { about: 'Renews in March' } } })

export const assignSchema = z.strictObject({
  ids: z
    .array(idSchema)
    .min(1, 'Choose at least one record.')
    .max(1000, 'Assign at most 1,000 records per call.'),
  owners: z.array(idSchema).max(50).meta({ description: 'User ids; the first becomes the primary owner' }),
  mode: z.enum(['replace', 'add', 'remove']).default('replace'),
})

export const moveSchema = z.strictObject({
  formData: z.strictObject({
    organizationId: idSchema.nullable().optional(),
    accountId: idSchema.nullable().optional(),
  }),
})

export const bulkActions = ['edit', 'archive', 'restore', 'churn', 'unchurn'] as const

export const changeManySchema = z.strictObject({
  ids: z
    .array(idSchema)
    .min(1, 'Choose at least one record.')
    .max(1000, 'Change at most 1,000 records per call.'),
  action: z.enum(bulkActions),
  data: formValuesSchema.optional(),
  ...churnDetailsSchema.shape,
})

/** The answer to a change of several records: the change set, which can be undone, and the refusals. */
export const changedSchema = z
  .object({
    changeSetId: idSchema.nullable().meta({ description: 'null when nothing differed' }),
    changed: z.int(),
    refused: z.array(z.object({ id: z.int(), message: z.string() })),
  })
  .meta({ id: 'Changed' })

export const writtenRecordSchema = z.object({
  data: recordSchema,
  changeSetId: idSchema.nullable(),
  isVisible: z.literal(false).optional().meta({
    description: "false where the caller can't see the record from now on, because it belongs to others",
  }),
})

export const partialQuery = z.object({
  name: z.string().trim().max(200).optional(),
  mandatoryIds: idListSchema.optional().meta({ description: 'Records that must be in the response' }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

export const partialRecordSchema = z
  .object({
    id: idSchema,
    level: levelIdSchema,
    name: z.string(),
    externalId: z.string().nullable(),
    email: z.string().nullable(),
    imageId: z.string().nullable(),
    churned: z.boolean(),
    entityArchived: z.boolean(),
    parentName: z.string().nullable(),
  })
  .meta({ id: 'PartialRecord' })

export const entityQuery = z.object({
  levels: z
    .string({ error: 'Level cannot be null or undefined' })
    .min(1, 'Level cannot be null or undefined'),
  externalId: z.string({ error: 'No Value Entered!' }).trim().min(1, 'No Value Entered!').max(255),
})

export const getByEmailsSchema = z.strictObject({
  emails: z.array(z.string().max(320)).min(1, 'No Value Entered!').max(1000),
})

export const getByIdsSchema = z.union([
  z.array(idSchema).max(10_000),
  z.strictObject({ ids: z.array(idSchema).max(10_000) }),
])

export type RecordForm = z.infer<typeof recordFormSchema>
export type EditRecord = z.infer<typeof editRecordSchema>
export type Changed = z.infer<typeof changedSchema>
export type PartialRecord = z.infer<typeof partialRecordSchema>
