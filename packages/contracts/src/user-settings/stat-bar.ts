import { z } from 'zod'
import { dataOf, idSchema } from '../api.ts'
import { levelInPathSchema } from '../level.ts'
import { mostWidgets, statBarScopes } from '../plain/user-settings/stat-bar.ts'
import { listQuerySchema } from '../record.ts'

const keySchema = z.string().min(1).max(120)

const widgetsSchema = z
  .array(keySchema)
  .max(mostWidgets, `A stat bar can have at most ${mostWidgets} widgets.`)
  .refine((keys) => new Set(keys).size === keys.length, 'Each widget can appear only once.')

export const statBarParams = z.object({
  userId: idSchema,
  scope: z
    .enum(statBarScopes, { error: `The scope must be one of ${statBarScopes.join(', ')}.` })
    .meta({ description: 'list: above a list; 360: the page of a record', example: 'list' }),
  level: levelInPathSchema,
})

export const changeStatBarSchema = z
  .strictObject({
    widgets: widgetsSchema.nullable().meta({
      description: 'The keys of the shown widgets in order; null for the default widgets',
    }),
  })
  .meta({ id: 'ChangeStatBar', example: { widgets: ['total', 'stages'] } })

export type ChangeStatBar = z.output<typeof changeStatBarSchema>

export const statBarSchema = z
  .object({
    widgets: z.array(z.string()).meta({ description: 'The keys of the shown widgets, in order' }),
    available: z
      .array(z.object({ key: z.string(), label: z.string() }))
      .meta({ description: 'All widgets of the scope and level, with their labels' }),
    isDefault: z.boolean().meta({ description: 'Whether these are the default widgets' }),
  })
  .meta({ id: 'StatBar' })

export type StatBar = z.infer<typeof statBarSchema>

export const statBarBodySchema = dataOf(statBarSchema)

/** The selection of a list, without what orders and pages it. */
export const figuresQuery = listQuerySchema.pick({
  query: true,
  filter: true,
  pipelineType: true,
  myEntitiesOnly: true,
  displayCurrency: true,
})

const figureSchema = z
  .object({
    key: z.string().meta({ example: 'arr' }),
    label: z.string().meta({ example: 'ARR' }),
    kind: z.enum(['amount', 'score', 'count', 'number']).meta({
      description: "What `value` is: an amount in the caller's display currency, a score, a count, a number",
    }),
    value: z.number().nullable().meta({ description: 'null if no record has a value' }),
    change: z
      .number()
      .nullable()
      .meta({ description: 'How far it moved within 30 days because health scores did; null if unknown' }),
    detail: z
      .object({ label: z.string(), value: z.number() })
      .nullable()
      .meta({ description: 'An amount that belongs to it, such as the ARR of the renewals' }),
    currencyDefinitionId: idSchema.nullable(),
    missing: z
      .int()
      .meta({ description: 'Number of amounts without an exchange rate, which are not included' }),
  })
  .meta({ id: 'StatFigure' })

export type StatFigure = z.infer<typeof figureSchema>

export const figuresSchema = z
  .object({
    widgets: z.array(z.string()).meta({
      description:
        'The keys of the widgets that the caller chose, in order. total and stages are in the list',
    }),
    figures: z.array(figureSchema).meta({ description: 'The figures among them, in the same order' }),
  })
  .meta({ id: 'StatFigures' })

export type StatFigures = z.infer<typeof figuresSchema>

export const figuresBodySchema = dataOf(figuresSchema)
