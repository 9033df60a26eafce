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
export const webhookResultSchema = z.enum(webhookResults)

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
    ordered: z.boolean().meta({
      description:
        'Whether an event waits until the earlier ones of its record have been delivered or failed',
    }),
    thin: z.boolean().meta({ description: 'Whether events have only ids, for the receiver to fetch' }),
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
    lastResult: webhookResultSchema.nullable().meta({ description: 'Of the latest call' }),
    lastCallAt: instantSchema.nullable(),
    waiting: z.int().meta({ description: 'Deliveries that wait' }),
    successRate: z.number().nullable().meta({
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

/** Types of events, each once. */
export const webhookEventsSchema = z
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
    events: webhookEventsSchema,
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
    ordered: z.boolean().default(false),
    thin: z.boolean().default(false),
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
