import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { richTextSchema } from '../logged-item.ts'
import { deliveryKinds, deliveryStates, emptyRules, scenarioLimits as limits } from '../plain/scenario.ts'
import { isOneLine } from '../value.ts'

/** The settings of actions that send something out of Steward, and its state. */

const line = (most: number, what: string) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(most, `At most ${most} characters.`)
    .refine(isOneLine, 'Enter a single line.')

export const sendEmailSettings = z.strictObject({
  subject: line(limits.title, 'a subject').meta({ example: 'Welcome, {{contact.name}}' }),
  body: richTextSchema.refine((text) => text.trim() !== '', 'Enter a text.'),
  whenEmpty: z
    .enum(emptyRules, { error: 'Choose what happens with an empty placeholder.' })
    .default('skip')
    .meta({ description: 'skip: a contact for whom a placeholder is empty gets no email' }),
})
export type SendEmailSettings = z.output<typeof sendEmailSettings>

export const callUrlSettings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address such as https://example.com/hook.' })
    .max(limits.url, `At most ${limits.url} characters.`),
  text: z
    .string()
    .trim()
    .max(limits.callText, `At most ${limits.callText} characters.`)
    .default('')
    .meta({ description: 'Sent along; placeholders are filled in' }),
})
export type CallUrlSettings = z.output<typeof callUrlSettings>

export const slackMessageSettings = z.strictObject({
  channel: line(limits.name, 'a channel').meta({ example: '#customer-success' }),
  text: line(limits.callText, 'a text').meta({ example: '{{record.name}} needs help' }),
})
export type SlackMessageSettings = z.output<typeof slackMessageSettings>

export const scenarioDeliveryQuery = z.object({
  since: z.iso
    .datetime({ error: 'Enter an instant such as 2026-03-10T00:00:00Z.' })
    .meta({ example: '2026-03-10T00:00:00Z' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const scenarioDeliverySchema = z
  .object({
    deliveryId: idSchema,
    kind: z.enum(deliveryKinds),
    state: z.enum(deliveryStates),
    target: z.string().meta({ description: 'The address that it went to' }),
    subject: z.string(),
    record: z.object({ id: idSchema, name: z.string().nullable() }),
    at: instantSchema,
  })
  .meta({ id: 'ScenarioDelivery' })
export type ScenarioDelivery = z.infer<typeof scenarioDeliverySchema>

export const scenarioDeliveriesSchema = z.object({
  data: z.array(scenarioDeliverySchema),
  total: z.int().meta({ description: 'How many left Steward since then' }),
})
export type ScenarioDeliveries = z.infer<typeof scenarioDeliveriesSchema>

export const callSigningSchema = z
  .object({ secret: z.string().nullable() })
  .meta({ id: 'ScenarioCallSigning' })

export const mailTokenParams = z.object({
  token: z.string().max(200).meta({ example: 'm.1.42.Zm9vYmFy' }),
})

export const subscriptionSchema = z
  .strictObject({
    unsubscribed: z.boolean().meta({ description: 'Whether the contact gets no emails of scenarios' }),
  })
  .meta({ id: 'ScenarioSubscription' })
export type ScenarioSubscription = z.infer<typeof subscriptionSchema>
