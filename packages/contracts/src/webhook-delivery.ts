import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { findWebhookEvent, webhookResults } from './plain/webhook.ts'
import {
  webhookConditionSchema,
  webhookEventsSchema,
  webhookInputSchema,
  webhookResultSchema,
} from './webhook.ts'

/** What was sent and answered. Authentication and signatures are hidden. */
export const webhookCallSchema = z
  .object({
    result: webhookResultSchema,
    status: z.int().nullable().meta({ description: 'The status of the answer; null where there was none' }),
    failure: z.string().nullable(),
    durationMs: z.int(),
    requestHeaders: z.record(z.string(), z.string()),
    requestBody: z.string(),
    responseHeaders: z.record(z.string(), z.string()),
    responseBody: z.string().meta({ description: 'At most the first 4 KiB' }),
  })
  .meta({ id: 'WebhookCall' })

export type WebhookCall = z.infer<typeof webhookCallSchema>

export const webhookTestSchema = webhookInputSchema
  .omit({ status: true })
  .extend({
    webhookId: idSchema
      .optional()
      .meta({ description: 'Whose stored secrets are used where the form has none' }),
    event: z
      .string()
      .refine((type) => findWebhookEvent(type) !== undefined, 'This event does not exist.')
      .optional()
      .meta({ description: 'The first of the events when absent' }),
  })
  .meta({
    id: 'WebhookTestForm',
    example: { endpoint: 'https://example.com/hooks/steward', events: ['account.created'] },
  })

export type WebhookTest = z.output<typeof webhookTestSchema>

export const deliveryStates = ['waiting', 'delivered', 'failed', 'unknown'] as const

export const webhookDeliverySchema = z
  .object({
    deliveryId: idSchema,
    messageId: z
      .string()
      .meta({ description: 'The header webhook-id', example: 'evt_1_812_41_account_updated' }),
    event: z.string().meta({ example: 'account.updated' }),
    events: z.int().meta({ description: 'How many events the call has' }),
    isReplay: z.boolean(),
    state: z.enum(deliveryStates),
    result: webhookResultSchema
      .nullable()
      .meta({ description: 'Of the latest attempt; null before the first' }),
    status: z.int().nullable(),
    failure: z.string().nullable(),
    attempts: z.int(),
    createdAt: instantSchema,
    lastAttemptAt: instantSchema.nullable(),
    nextAttemptAt: instantSchema.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

export const webhookAttemptSchema = z
  .object({
    attempt: z.int(),
    startedAt: instantSchema,
    endedAt: instantSchema.nullable(),
    result: webhookResultSchema.nullable().meta({ description: 'null while it is under way' }),
    status: z.int().nullable(),
    failure: z.string().nullable(),
    durationMs: z.int().nullable(),
    requestHeaders: z.record(z.string(), z.string()),
    responseHeaders: z.record(z.string(), z.string()),
    responseBody: z.string(),
  })
  .meta({ id: 'WebhookAttempt' })

export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>

export const webhookDeliveryDetailSchema = webhookDeliverySchema
  .extend({
    requestBody: z.string().nullable().meta({ description: 'null once it is deleted' }),
    attemptList: z.array(webhookAttemptSchema),
  })
  .meta({ id: 'WebhookDeliveryDetail' })

export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetailSchema>

export const webhookDeliveryParams = z.object({ webhookId: idSchema, deliveryId: idSchema })

const filtersSchema = z.strictObject({
  result: z.array(webhookResultSchema).max(webhookResults.length).optional(),
  event: z.array(z.string().max(100)).max(100).optional(),
  state: z.array(z.enum(deliveryStates)).max(deliveryStates.length).optional(),
  from: z.iso.datetime({ offset: true, error: 'Enter a date and time.' }).optional(),
  to: z.iso.datetime({ offset: true, error: 'Enter a date and time.' }).optional(),
})

export type WebhookActivityFilters = z.output<typeof filtersSchema>

const filtersText = z
  .string()
  .max(10_000)
  .default('{}')
  .transform((text, context): WebhookActivityFilters => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      value = null
    }
    const parsed = filtersSchema.safeParse(value)
    if (parsed.success) return parsed.data
    const message = 'Enter filters as JSON: result, event, state, from, to.'
    context.issues.push({ code: 'custom', input: text, message })
    return z.NEVER
  })
  .meta({
    description: 'In JSON: lists of result, event and state, and from and to in ISO 8601',
    example: '{"result":["Timeout","Server Error"]}',
  })

export const activitySorts = ['createdAt', '-createdAt', 'event', '-event', 'attempts', '-attempts'] as const

export const webhookActivityQuery = z.object({
  page: z.coerce.number().int().min(1, 'The page must be at least 1.').max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100, 'A page can have at most 100 deliveries.').default(20),
  query: z.string().trim().max(200).optional().meta({ description: 'Part of a message id or an event' }),
  sort: z.enum(activitySorts).default('-createdAt'),
  filters: filtersText,
})

export type WebhookActivityQuery = z.output<typeof webhookActivityQuery>

export const webhookActivitySchema = z
  .object({
    data: z.array(webhookDeliverySchema),
    page: z.int(),
    pageSize: z.int(),
    totalItemCount: z.int(),
  })
  .meta({ id: 'WebhookActivity' })

export type WebhookActivity = z.infer<typeof webhookActivitySchema>

const instantInput = z.iso
  .datetime({ offset: true, error: 'Enter a date and time.' })
  .transform((text) => new Date(text))

export const webhookReplaySchema = z
  .union(
    [
      z.strictObject({ deliveryId: idSchema }),
      z.strictObject({ failedSince: instantInput }),
      z.strictObject({ from: instantInput, to: instantInput }),
    ],
    { error: 'Name a delivery, a time since which all failures are replayed, or two times.' },
  )
  .meta({ id: 'WebhookReplayForm', example: { deliveryId: 1 } })

export type WebhookReplay = z.output<typeof webhookReplaySchema>

export const webhookReplayedSchema = z
  .object({
    deliveries: z
      .int()
      .nullable()
      .meta({ description: 'null: they are being put together in the background' }),
    hasMore: z.boolean().meta({ description: 'Whether the same call would replay more' }),
  })
  .meta({ id: 'WebhookReplayed' })

export const webhookPreviewSchema = z
  .strictObject({
    events: webhookEventsSchema,
    condition: webhookConditionSchema.nullable().default(null),
  })
  .meta({ id: 'WebhookPreviewForm', example: { events: ['account.updated'] } })

export type WebhookPreview = z.output<typeof webhookPreviewSchema>

export const webhookPreviewedSchema = z
  .object({
    from: instantSchema,
    to: instantSchema,
    count: z.int().meta({ description: 'Events of the last 24 hours that would have been sent' }),
    isComplete: z.boolean().meta({ description: 'Whether all changes of this time were looked at' }),
  })
  .meta({ id: 'WebhookPreviewed' })

export type WebhookPreviewed = z.infer<typeof webhookPreviewedSchema>
