import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from './api.ts'
import { levelSchema } from './level.ts'
import { mostCounted, overviewCards } from './plain/overview-card.ts'
import { itemKinds, linkedRecordSchema, personSchema } from './timeline.ts'

const cardSchema = z.enum(overviewCards, { error: `Cards are ${overviewCards.join(', ')}.` })

const moneySchema = z.object({ currencyDefinitionId: idSchema, value: z.number() })

const pipelineFigureSchema = z.object({
  open: z.int().meta({ example: 2 }),
  amounts: z.array(moneySchema).meta({
    description:
      'What the open ones are worth together, for each currency, by the first amount among the fields of pipelines',
  }),
})

export type PipelineFigure = z.infer<typeof pipelineFigureSchema>

const recordCountSchema = z.int().meta({ description: `At most ${mostCounted.records}`, example: 12 })
const itemCountSchema = z.int().meta({ description: `At most ${mostCounted.items}`, example: 3 })

/** What happened, as one line and its first words. */
export const latestItemSchema = z
  .object({
    itemId: idSchema,
    kind: z.enum(itemKinds),
    occurredAt: instantSchema,
    author: personSchema.nullable(),
    record: linkedRecordSchema.nullable().meta({ description: 'Where it was logged; null if out of sight' }),
    inherited: z.boolean().meta({ description: 'It lies with a record below' }),
    title: z.string(),
    text: z.string().meta({ description: 'Its first words' }),
    pulse: z.int().nullable().meta({ description: 'Of a pulse' }),
    activity: z.object({ name: z.string(), iconName: z.string() }).nullable(),
    from: z.string().nullable().meta({ description: 'Who sent an e-mail' }),
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

export type OverviewPerson = z.infer<typeof overviewPersonSchema>

/** What the page of a record shows first. */
export const overviewSchema = z
  .object({
    figures: z.object({
      opportunities: pipelineFigureSchema
        .nullable()
        .meta({ description: 'null where none can belong to it' }),
      risks: pipelineFigureSchema.nullable(),
      lastContactAt: instantSchema
        .nullable()
        .meta({ description: 'The latest activity or e-mail, with it or with records below' }),
    }),
    counts: z.object({
      accounts: recordCountSchema,
      contacts: recordCountSchema,
      pipelines: recordCountSchema,
      files: itemCountSchema.meta({
        description: `Files of the latest items that have any, at most ${mostCounted.items}`,
      }),
      emails: itemCountSchema,
      unread: itemCountSchema.meta({ description: 'Items that mention the caller or were answered' }),
    }),
    latest: z
      .array(latestItemSchema)
      .meta({ description: 'The latest of the timeline that people did, newest first' }),
    pulse: z
      .array(z.object({ at: instantSchema, pulse: z.int().min(1).max(5) }))
      .meta({ description: 'The latest pulses of the record itself, oldest first' }),
    people: z
      .array(overviewPersonSchema)
      .meta({ description: 'Contacts that belong to it, whoever was in touch last first' }),
    cards: z.array(cardSchema).meta({ description: 'What the caller wants to see, in their order' }),
  })
  .meta({ id: 'Overview' })

export type Overview = z.infer<typeof overviewSchema>

export const overviewCardsQuery = z.object({ level: levelSchema })

export const putOverviewCardsSchema = z
  .strictObject({
    cards: z
      .array(cardSchema)
      .refine((cards) => new Set(cards).size === cards.length, 'A card is named once.')
      .nullable()
      .meta({ description: 'The cards to show, in their order; null for the usual ones' }),
  })
  .meta({ example: { cards: ['latest', 'figures'] } })

export const overviewCardsSchema = dataOf(z.object({ cards: z.array(cardSchema) }))

export const overviewBodySchema = dataOf(overviewSchema)
