import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/** waiting: to be sent; sent; kept: nothing is connected that could send it; failed: abandoned. */
export const messageStates = ['waiting', 'sent', 'kept', 'failed'] as const

export const messageSchema = z
  .object({
    messageId: idSchema,
    channel: z.enum(['email', 'sms']),
    template: z.string().meta({ example: 'invitation' }),
    recipient: z.string().meta({ example: 'amara.osei@example.com' }),
    subject: z.string().nullable(),
    state: z.enum(messageStates),
    attempts: z.int(),
    failure: z.string().nullable().meta({ description: 'What the mail server or the provider answered' }),
    createdAt: instantSchema,
    sentAt: instantSchema.nullable(),
  })
  .meta({ id: 'Message' })

export type Message = z.infer<typeof messageSchema>

export const messageBodySchema = messageSchema
  .extend({
    text: z.string().nullable().meta({ description: 'null once it was sent' }),
    html: z.string().nullable(),
  })
  .meta({ id: 'MessageBody' })

export const messageQuery = z.object({
  state: z.enum(messageStates).optional(),
  channel: z.enum(['email', 'sms']).optional(),
  query: z.string().trim().max(200).optional().meta({ description: 'Part of the recipient or the subject' }),
  before: idSchema.optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})

export const messagePageSchema = z
  .object({
    data: z.array(messageSchema),
    next: idSchema.nullable(),
    email: z.enum(['smtp', 'outbox']).meta({ description: 'How mail is delivered' }),
    sms: z.enum(['provider', 'outbox']),
  })
  .meta({ id: 'MessagePage' })

export const messageParams = z.object({ messageId: idSchema })
