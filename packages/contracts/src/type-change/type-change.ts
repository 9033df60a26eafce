import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { dateFormats, numberFormats } from '../plain/cell-format.ts'
import { convertibleTypes } from './convertible-type.ts'

const typeSchema = z.enum(convertibleTypes as [string, ...string[]], {
  error: () => `Choose a data type: ${convertibleTypes.join(', ')}.`,
})

export const changeTypeSchema = z
  .strictObject({
    dataType: typeSchema,
    numberFormat: z
      .enum(numberFormats)
      .optional()
      .meta({ description: 'How texts write numbers; absent: as the values suggest' }),
    dateFormat: z
      .enum(dateFormats)
      .optional()
      .meta({ description: 'How texts write days; absent: as the values suggest' }),
  })
  .meta({ example: { dataType: 'number' } })

export type ChangeType = z.output<typeof changeTypeSchema>

const countSchema = z.int().meta({ description: 'Records with this value' })

export const typeChangePreviewSchema = z
  .object({
    customColumnId: idSchema,
    fromType: z.string(),
    dataType: z.string(),
    records: z.int().meta({ description: 'Records with a value' }),
    checked: z
      .int()
      .meta({ description: 'Those whose values were looked at; the most frequent values first' }),
    converts: z.int().meta({ description: 'Of these, records whose value converts' }),
    blank: z.int().meta({ description: 'Of these, records that will be blank; history keeps their values' }),
    converted: z
      .array(z.object({ from: z.string(), to: z.string(), records: countSchema }))
      .meta({ description: 'Examples of values that convert' }),
    blanks: z
      .array(z.object({ from: z.string(), message: z.string(), records: countSchema }))
      .meta({ description: 'Examples of values that do not, and why' }),
    newOptions: z.array(z.string()).meta({ description: 'Some of the options that the field will get' }),
    newOptionCount: z.int(),
    numberFormat: z.enum(numberFormats).nullable().meta({ description: 'How numbers are read' }),
    dateFormat: z.enum(dateFormats).nullable().meta({ description: 'How days are read' }),
    otherDateFormats: z
      .array(z.enum(dateFormats))
      .meta({ description: 'Other formats that read the same values as other days' }),
  })
  .meta({ id: 'TypeChangePreview' })

export type TypeChangePreview = z.infer<typeof typeChangePreviewSchema>

export const typeChangeSchema = z
  .object({
    customColumnId: idSchema,
    fromType: z.string(),
    dataType: z.string(),
    state: z.enum(['working', 'completed', 'failed']),
    matched: z.int().meta({ description: 'Records that had a value' }),
    processed: z.int().meta({ description: 'Records whose values were looked at so far' }),
    converted: z.int(),
    blank: z.int().meta({ description: 'Records whose value did not convert; history keeps it' }),
    failure: z.string().nullable().meta({ description: 'Why nothing was changed' }),
    changeSetId: idSchema
      .nullable()
      .meta({ description: 'Undoing it restores type and values; null until it is completed' }),
    requestedAt: instantSchema,
  })
  .meta({ id: 'TypeChange' })

export type TypeChange = z.infer<typeof typeChangeSchema>
