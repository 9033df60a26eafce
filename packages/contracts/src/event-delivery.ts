import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/** The longest name of a subscriber. */
const longestName = 100

export const failedDeliverySchema = z
  .object({
    failureId: idSchema,
    subscriber: z
      .string()
      .meta({ example: 'health', description: 'The part of Steward that received the event' }),
    event: z.string().meta({ example: 'record.changed' }),
    publishedAt: instantSchema,
    firstFailedAt: instantSchema,
    lastFailedAt: instantSchema,
    attempts: z.int(),
    failure: z.string().meta({ description: 'Why the last attempt failed, without values' }),
  })
  .meta({ id: 'FailedDelivery' })

export const pausedSubscriberSchema = z
  .object({
    subscriber: z.string().meta({ example: 'health' }),
    failingSince: instantSchema,
    retryAt: instantSchema,
    attempts: z.int(),
    waiting: z.int().meta({ description: 'Events that wait for it, at most 10,000' }),
    failure: z.string(),
  })
  .meta({ id: 'PausedSubscriber' })

export const eventDeliveriesSchema = z
  .object({
    failed: z.array(failedDeliverySchema).meta({ description: 'The oldest 200' }),
    failedCount: z.int(),
    paused: z.array(pausedSubscriberSchema).meta({ description: 'Subscribers that retry by themselves' }),
  })
  .meta({ id: 'EventDeliveries' })

export const failedDeliveryParams = z.object({ failureId: idSchema })

export const retryDeliveriesSchema = z.strictObject({
  failureId: idSchema.optional().meta({ description: 'The delivery to retry; all failed ones when absent' }),
})

export const resumeSubscriberSchema = z.strictObject({ subscriber: z.string().max(longestName) })

export const requestedRetriesSchema = z.object({ retries: z.int() }).meta({ id: 'RequestedRetries' })

export type FailedDelivery = z.infer<typeof failedDeliverySchema>
export type PausedSubscriber = z.infer<typeof pausedSubscriberSchema>
export type EventDeliveries = z.infer<typeof eventDeliveriesSchema>
