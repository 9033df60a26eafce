import { z } from 'zod'
import { idSchema } from './api.ts'
import { layoutLimits, otherFieldsName } from './plain/field-layout-limit.ts'
import { levelIdSchema, levels, levelSchema } from './level.ts'

const formatSchema = z
  .enum(['list', 'object'])
  .meta({ description: 'object is keyed by the API name of the field' })

/* Pins. */

/** `summary`, or the name of the level that the field is of; both mean the head of its records. */
export const pinTypes = ['summary', ...levels.map(({ name }) => name)] as const

const pinTypeSchema = z.enum(pinTypes as unknown as [string, ...string[]], {
  error: () => `The type must be one of ${pinTypes.join(', ')}.`,
})

/** A custom field that is at the head of every record of its level. */
export const fieldPinSchema = z
  .object({
    pinId: idSchema,
    customColumnId: idSchema,
    customColumnPinId: idSchema.meta({ description: 'The same as pinId' }),
    type: pinTypeSchema.meta({ example: 'summary' }),
    columnLevel: levelIdSchema,
    name: z.string().meta({ example: 'annual_revenue', description: 'The API name of the field' }),
    displayName: z.string().meta({ example: 'Annual revenue' }),
    order: z.int().meta({ example: 1 }),
  })
  .meta({ id: 'FieldPin' })

export const fieldPinsQuery = z.object({ level: levelSchema, format: formatSchema.default('list') })

export const createFieldPinSchema = z.strictObject({
  customColumnId: idSchema,
  type: pinTypeSchema.default('summary').meta({ example: 'summary' }),
})

export const fieldPinParams = z.object({ pinId: idSchema })

export const fieldPinOrderSchema = z.strictObject({
  columnLevel: levelSchema,
  orderArray: z
    .array(idSchema)
    .max(layoutLimits.pins)
    .meta({ description: 'The ids of all pins of the level in the new order' }),
})

/* Mappings. */

export const mappingDirections = ['in', 'both'] as const

const externalNameSchema = z
  .string({ error: 'The name must be text.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(255, 'The name can have at most 255 characters.')

/** The names of a field in files and integrations. */
export const fieldMappingSchema = z
  .object({
    externalNames: z.array(z.string()).meta({ example: ['Customer no.', 'cust_no'] }),
    direction: z.enum(mappingDirections).meta({
      description: 'in: the names are only read; both: they are also written back',
      example: 'both',
    }),
  })
  .meta({ id: 'FieldMapping' })

const mappingChangeSchema = z.strictObject({
  externalNames: z
    .array(externalNameSchema)
    .max(
      layoutLimits.externalNames,
      `A field can have at most ${layoutLimits.externalNames} external names.`,
    ),
  direction: z.enum(mappingDirections, { error: 'The direction must be in or both.' }).default('both'),
})

export const fieldMappingsQuery = z.object({ level: levelSchema, format: formatSchema.default('object') })

export const fieldMappingsChangeQuery = z.object({ level: levelSchema })

const mappingExample = { 'system:externalId': { externalNames: ['Customer no.'], direction: 'both' } }

/** Fields by API name. What is not named stays; null, or no names, takes a mapping away. */
export const changeFieldMappingsSchema = z.strictObject({
  data: z.record(z.string().max(200), mappingChangeSchema.nullable()).meta({
    example: mappingExample,
    description: 'By field API name; null removes a mapping',
  }),
})

export const fieldMappingListSchema = z.array(fieldMappingSchema.extend({ name: z.string() }))
export const fieldMappingObjectSchema = z
  .record(z.string(), fieldMappingSchema)
  .meta({ example: mappingExample })

/* Sections. */

const sectionNameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'The name can have at most 60 characters.')
  .meta({ example: 'Contract' })

/** A group of fields on the page and in the form of a record. */
export const fieldSectionSchema = z
  .object({
    sectionId: idSchema
      .nullable()
      .meta({ description: 'null: a default section, or the last one', example: 1 }),
    name: sectionNameSchema,
    collapsed: z.boolean().meta({ description: 'Whether it is collapsed by default' }),
    fields: z.array(z.string()).meta({ description: 'API names in order', example: ['annual_revenue'] }),
  })
  .meta({ id: 'FieldSection' })

export const fieldSectionsQuery = z.object({ level: levelSchema })

const sectionInputSchema = z.strictObject({
  sectionId: idSchema.nullable().default(null),
  name: sectionNameSchema,
  collapsed: z.boolean().default(false),
  fields: z
    .array(z.string().max(200))
    .max(600)
    .meta({ example: ['about'] }),
})

export const putFieldSectionsSchema = z.strictObject({
  sections: z
    .array(sectionInputSchema)
    .max(layoutLimits.sections, `A level can have at most ${layoutLimits.sections} sections.`)
    .meta({
      description: `All sections in order; an empty list restores the default sections. A section called "${otherFieldsName}" is ignored: it contains the remaining fields.`,
      example: [{ sectionId: null, name: 'Contract', collapsed: false, fields: ['about'] }],
    }),
})

export type FieldPin = z.infer<typeof fieldPinSchema>
export type CreateFieldPin = z.infer<typeof createFieldPinSchema>
export type FieldPinOrder = z.infer<typeof fieldPinOrderSchema>
export type FieldMapping = z.infer<typeof fieldMappingSchema>
export type ChangeFieldMappings = z.infer<typeof changeFieldMappingsSchema>
export type FieldSection = z.infer<typeof fieldSectionSchema>
export type PutFieldSections = z.infer<typeof putFieldSectionsSchema>
