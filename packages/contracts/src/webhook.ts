import type { Rule } from '@steward/conditions'
import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { levelIdSchema } from './level.ts'
import {
  findWebhookEvent,
  mostWebhookHeaders,
  webhookAuthentications,
  webhookEvents,
  webhookResults,
} from './plain/webhook.ts'

const statusSchema = z.literal([0, 1], { error: 'The status must be 1 (active) or 0 (inactive).' })
const resultSchema = z.enum(webhookResults)

const ruleSchema = z
  .custom<Rule>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'Enter a rule: a condition, or a group of conditions.',
  })
  .meta({
    description: 'A rule: conditions of field, operator and value, nested with and, or, not',
    example: { and: [{ field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }] },
  })

/** Which records a webhook is sent. */
export const webhookConditionSchema = z
  .strictObject({ level: levelIdSchema, rule: ruleSchema })
  .meta({ id: 'WebhookCondition' })

export type WebhookCondition = z.infer<typeof webhookConditionSchema>

const headerSchema = z.object({ name: z.string().meta({ example: 'X-Source' }) })

export const webhookSchema = z
  .object({
    webhookId: idSchema,
    status: statusSchema,
    endpoint: z.string().meta({ example: 'https://example.com/hooks/steward' }),
    events: z.array(z.string()).meta({ example: ['account.created', 'account.churned'] }),
    method: z.literal('POST'),
    contentType: z.literal('application/json'),
    authentication: z.object({
      type: z.enum(webhookAuthentications),
      username: z.string().nullable().meta({ description: 'Of basic authentication' }),
    }),
    headers: z.array(headerSchema).meta({ description: 'Names of custom headers; their values are secret' }),
    batches: z.boolean().meta({ description: 'Whether a call can have up to 100 events' }),
    condition: webhookConditionSchema.nullable(),
    brokenConditions: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: 'Conditions on deleted items; they match nothing' }),
    includedFields: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The only fields of records that are sent; null: all', example: ['name', 'arr'] }),
    previousSecretUntil: instantSchema
      .nullable()
      .meta({ description: 'Until when the previous secret signs too' }),
    createdBy: z.object({ id: idSchema, name: z.string() }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    disabledAt: instantSchema.nullable().meta({ description: 'When Steward deactivated it' }),
    disabledReason: z.string().nullable(),
    lastResult: resultSchema.nullable().meta({ description: 'Of the latest call' }),
    lastCallAt: instantSchema.nullable(),
    waiting: z.int().meta({ description: 'Deliveries that wait' }),
    successRate: z
      .number()
      .nullable()
      .meta({
        description: 'Of deliveries that ended in the last seven days: the share that succeeded',
        example: 0.98,
      }),
  })
  .meta({ id: 'Webhook' })

export type Webhook = z.infer<typeof webhookSchema>

/** With the secret, which is shown once. */
export const webhookWithSecretSchema = webhookSchema
  .extend({ secret: z.string().meta({ description: 'Shown once', example: 'whsec_…' }) })
  .meta({ id: 'WebhookWithSecret' })

export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>

/** Printable, without control characters. */
const headerText = /^[\t\x20-\x7E\x80-\xFF]*$/
const ownHeaders =
  /^(?:webhook-.*|host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|authorization|user-agent|accept-encoding)$/i

const headerInput = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'Enter the name of a header, such as X-Source.')
    .refine((name) => !ownHeaders.test(name), 'Steward sets this header itself. Choose another name.'),
  value: z
    .string()
    .max(2000, 'A header can have at most 2,000 characters.')
    .regex(headerText, 'The value can have no line breaks or special characters.')
    .optional()
    .meta({ description: 'Left out: the stored value stays' }),
})

const secretText = z.string().max(2000, 'Enter at most 2,000 characters.')

const authenticationInput = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({
      type: z.literal('basic'),
      username: z
        .string({ error: 'Enter a username.' })
        .trim()
        .min(1, 'Enter a username.')
        .max(200, 'The username can have at most 200 characters.')
        .refine((name) => !name.includes(':'), 'The username can have no colon.'),
      password: secretText.optional().meta({ description: 'Left out: the stored password stays' }),
    }),
    z.strictObject({
      type: z.literal('token'),
      token: secretText
        .regex(/^[\x21-\x7E]*$/, 'The token can have no spaces or special characters.')
        .optional()
        .meta({ description: 'Sent as a bearer token. Left out: the stored token stays' }),
    }),
  ],
  { error: 'Choose none, basic or token.' },
)

const eventsInput = z
  .array(
    z
      .string()
      .refine((type) => findWebhookEvent(type) !== undefined, 'This event does not exist.')
      .meta({
        example: 'account.created',
      }),
  )
  .min(1, 'Choose at least one event.')
  .max(webhookEvents.length, 'Name each event once.')
  .transform((types) => [...new Set(types)])

/** A webhook as a form sends it. */
export const webhookInputSchema = z
  .strictObject({
    status: statusSchema.default(1),
    endpoint: z
      .string({ error: 'Enter the URL of the endpoint.' })
      .trim()
      .max(2000, 'The URL can have at most 2,000 characters.')
      .refine(
        (text) => URL.canParse(text) && /^https?:\/\//i.test(text),
        'Enter a URL that starts with https://.',
      )
      .refine((text) => !URL.canParse(text) || new URL(text).username === '', {
        error: 'Leave credentials out of the URL. Use basic authentication.',
      }),
    events: eventsInput,
    authentication: authenticationInput.default({ type: 'none' }),
    headers: z
      .array(headerInput)
      .max(mostWebhookHeaders, `Enter at most ${mostWebhookHeaders} headers.`)
      .refine(
        (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
        'Name each header once.',
      )
      .default([]),
    batches: z.boolean().default(false),
    condition: webhookConditionSchema.nullable().default(null),
    includedFields: z
      .array(z.string().min(1).max(200))
      .min(1, 'Choose at least one field, or send all.')
      .max(300, 'Choose at most 300 fields.')
      .nullable()
      .default(null),
  })
  .meta({
    id: 'WebhookForm',
    example: {
      endpoint: 'https://example.com/hooks/steward',
      events: ['account.created', 'account.churned'],
      authentication: { type: 'basic', username: 'steward', password: 'a long password' },
      headers: [{ name: 'X-Source', value: 'steward' }],
    },
  })

export type WebhookInput = z.output<typeof webhookInputSchema>

export const webhookParams = z.object({ webhookId: idSchema })
export const webhookStatusSchema = z.strictObject({ status: statusSchema })

/** What was sent and answered. Authentication and signatures are hidden. */
export const webhookCallSchema = z
  .object({
    result: resultSchema,
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
    result: resultSchema.nullable().meta({ description: 'Of the latest attempt; null before the first' }),
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
    result: resultSchema.nullable().meta({ description: 'null while it is under way' }),
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
  result: z.array(resultSchema).max(webhookResults.length).optional(),
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
    events: eventsInput,
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
