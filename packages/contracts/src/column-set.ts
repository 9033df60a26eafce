import { z } from 'zod'
import type { DataType } from './data-type.ts'
import { starterFieldNames } from './plain/starter-field.ts'
import { levels, type Level, type LevelName } from './level.ts'

/** How high rows are: 32, 36 or 44 pixels. */
export const rowHeights = ['compact', 'default', 'comfortable'] as const

export type RowHeight = (typeof rowHeights)[number]

/** Pixels that a column may take. */
export const columnWidths = { least: 72, most: 640 } as const

/** The totals that a column can show. */
export const totalFunctions = ['count', 'sum', 'average', 'min', 'max'] as const

export type TotalFunction = (typeof totalFunctions)[number]

export type ColumnScope = `${LevelName}-list`

/** The lists that have columns of their own. */
export const columnScopes: readonly ColumnScope[] = levels.map(({ name }) => `${name}-list` as const)

/** The columns about the primary owner: `owner.name` and so on. */
export const ownerColumns: readonly { name: string; label: string; dataType: DataType }[] = [
  { name: 'name', label: 'Name', dataType: 'string' },
  { name: 'email', label: 'Email', dataType: 'email' },
  { name: 'role', label: 'Role', dataType: 'string' },
]

/** The levels above a level, the nearest first: their fields can be its columns, as `organization.arr`. */
export function parentLevelsOf({ id }: Level): Level[] {
  return levels.filter((parent) => parent.id <= 2 && parent.id < id).toReversed()
}

const { arr, renewalDate, contractStart, domain, healthChange } = starterFieldNames

/** The field in which most companies keep what a pipeline is worth. */
const amount = 'value'

/** The columns of a level before anybody chose, where there are such fields, besides the name and the first custom fields. */
const usual: Record<LevelName, readonly string[]> = {
  organization: [
    'system:health',
    healthChange,
    arr,
    renewalDate,
    'system:lifecycleStageId',
    'system:owners',
    'system:pulse',
  ],
  account: [
    'system:health',
    healthChange,
    arr,
    renewalDate,
    'system:lifecycleStageId',
    'system:owners',
    'system:pulse',
    'organization',
  ],
  contact: ['system:email', 'account', 'organization', 'system:lifecycleStageId'],
  pipeline: ['pipelineType', 'system:pipelineStatus', amount, 'organization', 'account', 'system:owners'],
}

const usualCustomColumns = 8

/** Custom fields, which a company may not have. */
const optionalColumns = new Set<string>([healthChange, arr, renewalDate, amount])

/** Starter fields that pages show, and lists only on request. */
const quiet = new Set<string>([contractStart, domain])

/** The columns that a list has until someone chooses others. `fields`: the level's own, in their order. */
export function usualColumns(
  { name }: Level,
  fields: readonly { name: string; custom: boolean; dataType: string; isDefault?: boolean }[],
): string[] {
  const isKnown = new Set(fields.map((field) => field.name))
  const leading = usual[name].filter((column) => !optionalColumns.has(column) || isKnown.has(column))
  const custom = fields.filter(
    (field) => field.custom && field.dataType !== 'longText' && !leading.includes(field.name),
  )
  // Those that an administrator wants in every list, then the first others as long as there is room.
  const wanted = custom.filter((field) => field.isDefault)
  const others = custom.filter((field) => !field.isDefault && !quiet.has(field.name))
  const chosen = new Set([...wanted, ...others.slice(0, Math.max(usualCustomColumns - wanted.length, 0))])
  const first = custom.filter((field) => chosen.has(field)).map((field) => field.name)
  return ['name', ...leading, ...first, 'updatedAt']
}

const columnNameSchema = z.string().min(1).max(100)
const columnNamesSchema = z.array(columnNameSchema).max(200, 'A list can have at most 200 columns.')

const widthSchema = z
  .int('The width must be a whole number of pixels.')
  .min(columnWidths.least, 'The width must be at least 72 pixels.')
  .max(columnWidths.most, 'The width can be at most 640 pixels.')

const partsSchema = {
  widths: z.record(columnNameSchema, widthSchema),
  pinned: columnNamesSchema.meta({ description: 'The pinned columns' }),
  rowHeight: z.enum(rowHeights, { error: 'The density must be compact, default or comfortable.' }),
  totals: z
    .record(
      columnNameSchema,
      z.enum(totalFunctions, { error: 'A total must be count, sum, average, min or max.' }),
    )
    .nullable()
    .meta({ description: 'The totals row by column; null for no totals row' }),
}

export const columnSetQuery = z.object({
  scope: z
    .enum(columnScopes as [ColumnScope, ...ColumnScope[]], {
      error: () => `The scope must be one of ${columnScopes.join(', ')}.`,
    })
    .meta({ example: 'account-list' }),
})

export const changeColumnSetSchema = z
  .strictObject({
    config: columnNamesSchema
      .nullable()
      .meta({ description: 'The API names of the shown columns in order; null for the default columns' }),
    widths: partsSchema.widths.optional(),
    pinned: partsSchema.pinned.optional(),
    rowHeight: partsSchema.rowHeight.optional(),
    totals: partsSchema.totals.optional(),
  })
  .meta({
    description: 'Absent properties stay unchanged. Unknown names are ignored.',
    example: { config: ['name', 'system:health', 'system:owners'], pinned: ['name'], widths: { name: 280 } },
  })

export type ChangeColumnSet = z.output<typeof changeColumnSetSchema>

/** How someone has laid out a list. */
export const columnSetSchema = z
  .object({
    scope: z.enum(columnScopes as [ColumnScope, ...ColumnScope[]]),
    selected: z.array(z.string()).meta({ description: 'The shown columns in their order' }),
    unselected: z.array(z.string()).meta({ description: 'The columns that could be shown' }),
    fields: z
      .record(
        z.string(),
        z.object({
          name: z.string(),
          displayName: z.string(),
          dataType: z.string(),
          customColumnId: z.int().nullable().meta({
            description: 'The id of a custom field; -1 for the primary owner, null for other built-in fields',
          }),
        }),
      )
      .meta({ description: 'The fields behind the names' }),
    isUsual: z.boolean().meta({ description: 'Whether these are the default columns' }),
    ...partsSchema,
  })
  .meta({ id: 'ColumnSet' })

export type ColumnSet = z.infer<typeof columnSetSchema>
