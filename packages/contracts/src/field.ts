import { z } from 'zod'
import { flagSchema, idSchema } from './api.ts'
import { calculatedFieldsSchema, childIdSchema, rollupInputSchema, rollupSchema } from './calculation.ts'
import { customDataTypes, textLimits, type CustomDataType } from './data-type.ts'
import { levelIdSchema, levelSchema } from './level.ts'

/** The most custom fields of a level, and the most options of a field. */
export const fieldLimits = { fields: 500, options: 2000 } as const

const nameSchema = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*$/,
    'The API name must start with a letter and contain only letters, digits and underscores.',
  )
  .max(63, 'The API name can have at most 63 characters.')
  .meta({ description: "The API name. It can't be changed.", example: 'annual_revenue' })

const displayNameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'The name can have at most 100 characters.')
  .meta({ example: 'Annual revenue' })

const optionValueSchema = z
  .string()
  .trim()
  .min(1, 'Enter the text of the option.')
  .max(textLimits.name, 'An option can have at most 255 characters.')

/** An option as it is sent: a plain text, or an existing option with what changes about it. */
const optionInputSchema = z.union(
  [
    optionValueSchema,
    z.strictObject({
      id: idSchema.optional(),
      value: optionValueSchema,
      color: z.string().max(20).nullable().optional(),
      retired: z.boolean().optional(),
    }),
  ],
  { error: 'An option must be a text of 1 to 255 characters, or { id, value, color, retired }.' },
)

const optionSchema = z.object({
  id: idSchema,
  value: z.string().meta({ example: 'Europe' }),
  color: z.string().nullable(),
  retired: z.boolean(),
})

const optionsInputSchema = z
  .array(optionInputSchema)
  .max(fieldLimits.options, 'A picklist can have at most 2,000 options.')

/** The system that ids come from. */
export const idSourceSchema = z
  .string()
  .trim()
  .min(1, 'Enter the name of the system.')
  .max(60, 'The name of a system can have at most 60 characters.')
  .meta({
    description: 'The other system whose ids a text field has, compared as they are',
    example: 'HubSpot',
  })

/** A custom field. `customColumnId` is its id; `name` is how the API names it. */
export const fieldSchema = z
  .object({
    customColumnId: idSchema,
    name: nameSchema,
    displayName: displayNameSchema,
    dataType: z.enum(customDataTypes as [string, ...string[]]),
    columnLevel: levelIdSchema,
    description: z.string(),
    vertical: z.boolean().meta({ description: 'Roll-up of child records' }),
    horizontal: z.boolean().meta({ description: 'Calculated by a formula' }),
    calculatedFields: calculatedFieldsSchema.optional(),
    childId: childIdSchema.optional(),
    rollup: rollupSchema.optional(),
    required: z.boolean(),
    isVisible: z.boolean(),
    isEditable: z.boolean(),
    isDefault: z.boolean(),
    idSource: z
      .string()
      .optional()
      .meta({ description: 'The other system whose ids it has', example: 'HubSpot' }),
    order: z.int(),
    picklistDefinition: z.array(optionSchema),
    usage: z.int().optional().meta({ description: 'Number of records with a value; with withUsage=true' }),
    places: z.int().optional().meta({ description: 'Other uses: segments, pins, …; with withPlaces=true' }),
  })
  .meta({ id: 'Field' })

/** Fields whose value is chosen from the records of a level, or from the users: other names of the same types. */
const picklistVariants: Readonly<Record<string, CustomDataType>> = {
  organizationPicklist: 'organization',
  accountPicklist: 'account',
  contactPicklist: 'contact',
  userPicklist: 'user',
}

const creatableTypes = [...customDataTypes, ...Object.keys(picklistVariants)]

const creatableTypeSchema = z
  .enum(creatableTypes as [string, ...string[]], {
    error: () => `Choose a data type: ${creatableTypes.join(', ')}.`,
  })
  .transform((type): string => picklistVariants[type] ?? type)
  .meta({
    description:
      'organizationPicklist, accountPicklist, contactPicklist and userPicklist are other names of organization, account, contact and user.',
  })

export const createFieldSchema = z
  .strictObject({
    name: nameSchema.optional(),
    displayName: displayNameSchema,
    dataType: creatableTypeSchema,
    columnLevel: levelSchema,
    description: z.string().trim().max(1000).default(''),
    vertical: z.boolean().default(false),
    horizontal: z.boolean().default(false),
    calculatedFields: calculatedFieldsSchema.optional(),
    childId: childIdSchema.optional(),
    rollup: rollupInputSchema.optional(),
    required: z.boolean().default(false),
    isVisible: z.boolean().default(true),
    isEditable: z.boolean().default(true),
    isDefault: z.boolean().default(false),
    idSource: idSourceSchema.optional(),
    picklistDefinition: optionsInputSchema.default([]),
  })
  .meta({
    example: {
      name: 'annual_revenue',
      displayName: 'Annual revenue',
      dataType: 'currency',
      columnLevel: 'account',
    },
  })

export const editFieldSchema = z
  .strictObject({
    displayName: displayNameSchema,
    dataType: z.string(),
    columnLevel: levelSchema,
    name: z.string(),
    description: z.string().trim().max(1000),
    required: z.boolean(),
    isVisible: z.boolean(),
    isEditable: z.boolean(),
    isDefault: z.boolean(),
    vertical: z.boolean(),
    horizontal: z.boolean(),
    calculatedFields: calculatedFieldsSchema,
    childId: childIdSchema,
    rollup: rollupInputSchema,
    picklistDefinition: optionsInputSchema,
  })
  .partial()
  .meta({ example: { displayName: 'Annual revenue', description: 'Of the last financial year' } })

const lookupSchema = z.string().trim().min(1, 'No Value Entered!')

export const listFieldsQuery = z.object({
  level: levelSchema,
  format: z.enum(['list', 'object']).default('list').meta({ description: 'object is keyed by API name' }),
  withUsage: flagSchema.optional(),
  withPlaces: flagSchema.optional(),
  displayName: lookupSchema.optional(),
  name: lookupSchema.optional(),
})

export const fieldOrderSchema = z.strictObject({
  columnLevel: levelSchema,
  orderArray: z.array(idSchema).min(1, 'Send the fields in the new order.').max(5000),
})

export const systemFieldsQuery = z.object({ level: levelSchema.optional() })

/** The id of a system field, which is negative. */
export const systemFieldParams = z.object({
  id: z.coerce
    .number({ error: 'An id must be a whole number.' })
    .int('An id must be a whole number.')
    .meta({ example: -3 }),
})

export const systemFieldSchema = z
  .object({
    id: z.int().meta({ example: -3 }),
    name: z.string().meta({ example: 'system:lifecycleStageId' }),
    label: z.string().meta({ example: 'Lifecycle Stage' }),
    dataType: z.string().meta({ example: 'lifecycleStage' }),
    levels: z.array(levelIdSchema),
    required: z.boolean(),
    isEditable: z.boolean(),
    uploadable: z.boolean(),
  })
  .meta({ id: 'SystemField' })

export const editSystemFieldSchema = z.strictObject({
  required: z.boolean().optional(),
  isEditable: z.boolean().optional(),
})

export const fieldUsageSchema = z
  .object({
    records: z.int().optional().meta({
      description: 'Number of records with a value; hidden from users who see only their own records',
    }),
    uses: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int() })),
  })
  .meta({ id: 'FieldUsage' })

export type Field = z.infer<typeof fieldSchema>
export type CreateField = z.infer<typeof createFieldSchema>
export type EditField = z.infer<typeof editFieldSchema>
export type SystemField = z.infer<typeof systemFieldSchema>
export type OptionInput = z.infer<typeof optionInputSchema>
export type ListFields = z.infer<typeof listFieldsQuery>
export type FieldOrder = z.infer<typeof fieldOrderSchema>
export type EditSystemField = z.infer<typeof editSystemFieldSchema>
export type FieldUsage = z.infer<typeof fieldUsageSchema>
