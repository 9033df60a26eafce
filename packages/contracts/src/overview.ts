import { z } from 'zod'
import { dataOf, daySchema, idSchema, instantSchema } from './api.ts'
import { levelSchema } from './level.ts'
import { mostCounted, overviewCards } from './plain/overview-card.ts'
import { headerWidgets } from './plain/user-settings/stat-bar.ts'
import { itemKinds, linkedRecordSchema, personSchema } from './timeline.ts'

const cardSchema = z.enum(overviewCards, { error: `A card must be one of ${overviewCards.join(', ')}.` })

const moneySchema = z.object({ currencyDefinitionId: idSchema, value: z.number() })

const pipelineFigureSchema = z.object({
  open: z.int().meta({ example: 2 }),
  amounts: z.array(moneySchema).meta({
    description: 'The total value of open pipelines per currency, by the first currency field of pipelines',
  }),
})

export type PipelineFigure = z.infer<typeof pipelineFigureSchema>

const recordCountSchema = z.int().meta({ description: `At most ${mostCounted.records}`, example: 12 })
const itemCountSchema = z.int().meta({ description: `At most ${mostCounted.items}`, example: 3 })

/** An item of the timeline, as one line with its first words. */
export const latestItemSchema = z
  .object({
    itemId: idSchema,
    kind: z.enum(itemKinds),
    occurredAt: instantSchema,
    author: personSchema.nullable(),
    record: linkedRecordSchema
      .nullable()
      .meta({ description: "The record it was logged on; null if the caller can't see it" }),
    inherited: z.boolean().meta({ description: 'It belongs to a child record' }),
    title: z.string(),
    text: z.string().meta({ description: 'The beginning of its text' }),
    pulse: z.int().nullable().meta({ description: 'Of a pulse' }),
    activity: z.object({ name: z.string(), iconName: z.string() }).nullable(),
    from: z.string().nullable().meta({ description: 'The sender of an email' }),
  })
  .meta({ id: 'LatestItem' })

export type LatestItem = z.infer<typeof latestItemSchema>

export const overviewPersonSchema = z
  .object({
    contactId: idSchema,
    name: z.string(),
    email: z.string().nullable(),
    imageId: z.string().nullable(),
    lifecycleStageId: idSchema.nullable(),
    pulse: z.int().nullable(),
    lastContactAt: instantSchema.nullable(),
  })
  .meta({ id: 'OverviewPerson' })

const nextTaskSchema = z.object({
  taskId: idSchema,
  title: z.string(),
  dueDate: daySchema.nullable(),
})

export type NextTask = z.infer<typeof nextTaskSchema>

export type OverviewPerson = z.infer<typeof overviewPersonSchema>

/** The first view of a record's page. */
export const overviewSchema = z
  .object({
    figures: z.object({
      opportunities: pipelineFigureSchema.nullable().meta({ description: "null if it can't have any" }),
      risks: pipelineFigureSchema.nullable(),
      lastContactAt: instantSchema
        .nullable()
        .meta({ description: 'The latest activity or email of the record or its child records' }),
      nextStep: nextTaskSchema.nullable().meta({
        description: 'The open task of the record that is due first; null for callers who may not read tasks',
      }),
    }),
    counts: z.object({
      accounts: recordCountSchema,
      contacts: recordCountSchema,
      pipelines: recordCountSchema,
      files: itemCountSchema.meta({
        description: `Files of the latest items that have any, at most ${mostCounted.items}`,
      }),
      emails: itemCountSchema,
      unread: itemCountSchema.meta({ description: 'Items that mention the caller or have replies' }),
    }),
    latest: z
      .array(latestItemSchema)
      .meta({ description: 'The latest timeline items by people, newest first' }),
    pulse: z
      .array(z.object({ at: instantSchema, pulse: z.int().min(1).max(5) }))
      .meta({ description: 'The latest pulses of the record itself, oldest first' }),
    people: z
      .array(overviewPersonSchema)
      .meta({ description: 'Its contacts, most recently contacted first' }),
    cards: z.array(cardSchema).meta({ description: 'The cards chosen by the caller, in order' }),
    header: z.array(z.enum(headerWidgets)).meta({
      description: 'The widgets of the header that the caller chose, in order',
    }),
  })
  .meta({ id: 'Overview' })

export type Overview = z.infer<typeof overviewSchema>

export const overviewCardsQuery = z.object({ level: levelSchema })

export const putOverviewCardsSchema = z
  .strictObject({
    cards: z
      .array(cardSchema)
      .refine((cards) => new Set(cards).size === cards.length, 'Each card can appear only once.')
      .nullable()
      .meta({ description: 'The cards to show, in order; null for the default cards' }),
  })
  .meta({ example: { cards: ['latest', 'figures'] } })

export const overviewCardsSchema = dataOf(z.object({ cards: z.array(cardSchema) }))

export const overviewBodySchema = dataOf(overviewSchema)
