import { z } from 'zod'
import { daySchema, flagSchema, idSchema, instantSchema } from './api.ts'
import { levelSchema, type LevelPlural } from './level.ts'
import { fileIdsSchema, linkedEntitiesSchema, richTextSchema } from './logged-item.ts'
import { audiences, fileBriefSchema, linkedRecordSchema, personSchema } from './timeline.ts'
import { isNamedAddress, readNamedAddress } from './plain/email-address.ts'
import { hasForbiddenCharacters } from './value.ts'

export const mailLimits = {
  subject: 255,
  /** Addresses in To, Cc and Bcc together. */
  recipients: 100,
  /** Bytes of a mail that is imported. */
  source: 25 * 1024 * 1024,
  /** Mails in one import. */
  imports: 50,
} as const

/** How a mail came to be written. */
export const mailModes = ['new', 'reply', 'replyAll', 'forward'] as const

export type MailMode = (typeof mailModes)[number]

/** The numbers by which the state of a thread is kept and changed. */
export const threadStatus = { active: 0, hidden: 10 } as const

const threadStatusSchema = z
  .literal([0, 10], { error: 'The status must be 0 (active) or 10 (hidden).' })
  .meta({ description: '0 active, 10 hidden', example: 0 })

/** `received` came from outside, the others were written here. */
export const mailStates = ['received', 'queued', 'sent', 'failed'] as const

export type MailState = (typeof mailStates)[number]

export const mailAddressSchema = z
  .object({ name: z.string().meta({ example: 'Ada Byron' }), address: z.string() })
  .meta({ id: 'MailAddress', example: { name: 'Ada Byron', address: 'ada@example.com' } })

export type MailAddress = z.infer<typeof mailAddressSchema>

const recipientSchema = z
  .union([
    z.string().max(700).transform(readNamedAddress),
    z.strictObject({ name: z.string().max(700).trim().default(''), address: z.string().max(700).trim() }),
  ])
  .refine(isNamedAddress, { error: 'Enter a valid email address, like ada@example.com.' })
  .meta({ example: 'ada@example.com' })

const addressesSchema = z
  .array(recipientSchema)
  .max(mailLimits.recipients, `An email can have at most ${mailLimits.recipients} recipients.`)

/** Of a list that is too long no more is read than says so. */
const cutOff = (list: unknown): unknown =>
  Array.isArray(list) && list.length > mailLimits.recipients ? list.slice(0, mailLimits.recipients + 1) : list

const recipientsSchema = z.preprocess(cutOff, addressesSchema)

const subjectSchema = z
  .string({ error: 'The subject must be text.' })
  .trim()
  .max(mailLimits.subject, `The subject can have at most ${mailLimits.subject} characters.`)
  .refine(
    (text) => !hasForbiddenCharacters(text) && !/\p{Cc}/u.test(text),
    'The subject must be a single line.',
  )
  .meta({ example: 'Your renewal' })

/** A mail as it is written. `integrationEmail` is what older callers send along; it is left aside. */
export const sendMailSchema = z.strictObject({
  level: levelSchema.optional(),
  parentIdentifier: idSchema.optional(),
  subject: subjectSchema.default(''),
  body: richTextSchema.default(''),
  to: z.preprocess(cutOff, addressesSchema.min(1, 'Add at least one recipient.')),
  cc: recipientsSchema.default([]),
  bcc: recipientsSchema.default([]),
  fileIds: fileIdsSchema.default([]),
  inReplyTo: idSchema.nullish().meta({ description: 'The message to reply to or forward' }),
  mode: z.enum(mailModes, { error: `The mode must be one of ${mailModes.join(', ')}.` }).default('new'),
  privacy: z
    .enum(audiences, { error: `The privacy must be one of ${audiences.join(', ')}.` })
    .default('everyone')
    .meta({ description: 'Who can read a new thread; an existing thread keeps its privacy' }),
  linkedEntities: linkedEntitiesSchema.default({}),
  integrationEmail: z.unknown().optional(),
})

export type SendMail = z.output<typeof sendMailSchema>

export const mailThreadParams = z.object({ userId: idSchema, threadId: idSchema })

export const mailUserParams = z.object({ userId: idSchema })

export const mailMessageSchema = z
  .object({
    messageId: idSchema,
    threadId: idSchema,
    itemId: idSchema.nullable().meta({ description: 'Its timeline item' }),
    state: z.enum(mailStates),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why it was not sent, or which recipients it could not be delivered to' }),
    attempts: z.int(),
    subject: z.string(),
    from: mailAddressSchema,
    to: z.array(mailAddressSchema),
    cc: z.array(mailAddressSchema),
    bcc: z.array(mailAddressSchema).meta({ description: 'Visible to its author only' }),
    occurredAt: instantSchema,
    author: personSchema.nullable().meta({ description: 'null for people outside' }),
    text: z.string().meta({ description: 'Its new text' }),
    signature: z.string(),
    quoted: z.string().meta({ description: 'Its quoted text' }),
    html: z
      .object({
        url: z.string().meta({ description: 'A page without scripts, valid for an hour' }),
        hasPictures: z.boolean().meta({ description: 'Whether it contains remote images' }),
        hasQuote: z.boolean(),
      })
      .nullable(),
    files: z.array(fileBriefSchema),
    mayRetry: z.boolean(),
  })
  .meta({ id: 'MailMessage' })

export type MailMessage = z.infer<typeof mailMessageSchema>

const linkingSchema = z.object({
  organizations: z.array(linkedRecordSchema),
  accounts: z.array(linkedRecordSchema),
  contacts: z.array(linkedRecordSchema),
  pipelines: z.array(linkedRecordSchema),
} satisfies Record<LevelPlural, z.ZodType>)

export const mailThreadSchema = z
  .object({
    threadId: idSchema,
    subject: z.string(),
    status: threadStatusSchema,
    privacy: z.enum(audiences),
    messageCount: z.int(),
    lastAt: instantSchema,
    snippet: z.string().meta({ description: 'The beginning of the newest message' }),
    people: z
      .array(mailAddressSchema)
      .meta({ description: 'The authors, in the order of their first email' }),
    state: z.enum(mailStates).meta({ description: 'Date of the newest message' }),
    hasFiles: z.boolean(),
    record: linkedRecordSchema
      .nullable()
      .meta({ description: "The record it was started on; null if the caller can't see it" }),
    linking: linkingSchema.meta({ description: 'The linked records that the caller can see' }),
    mayEdit: z.boolean(),
  })
  .meta({ id: 'MailThread' })

export type MailThread = z.infer<typeof mailThreadSchema>

export const mailThreadWithMessagesSchema = mailThreadSchema
  .extend({ messages: z.array(mailMessageSchema) })
  .meta({ id: 'MailThreadWithMessages' })

/** The answer to sending: the thread, and the message that waits to be sent. */
export const sentMailSchema = z.object({
  message: z.literal('Email sent successfully'),
  threadId: idSchema,
  messageId: idSchema,
})

export const answerDraftQuery = z.object({
  mode: z
    .enum(['reply', 'replyAll', 'forward'], { error: 'The mode must be reply, replyAll or forward.' })
    .default('reply'),
})

/** The start of a reply. */
export const answerDraftSchema = z
  .object({
    threadId: idSchema,
    subject: z.string(),
    to: z.array(mailAddressSchema),
    cc: z.array(mailAddressSchema),
    files: z.array(fileBriefSchema).meta({ description: 'The files of a forwarded email' }),
  })
  .meta({ id: 'AnswerDraft' })

export type AnswerDraft = z.infer<typeof answerDraftSchema>

const daysSchema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.tuple([daySchema, daySchema], { error: 'Enter two dates, like 2026-03-01,2026-03-31.' }))
  .meta({ example: '2026-03-01,2026-03-31' })

const containsSchema = z.string().trim().max(200).optional()

/** The threads of a record, or of all records in sight. */
export const threadListQuery = z.object({
  level: levelSchema.optional(),
  entity: idSchema.optional(),
  subject: containsSchema,
  from: containsSchema,
  to: containsSchema,
  cc: containsSchema,
  emailStatus: z
    .enum(['0', '10', 'active', 'hidden', 'all'], { error: 'The status must be active, hidden or all.' })
    .default('active'),
  'date[equals]': daySchema.optional(),
  'date[greater]': daySchema.optional(),
  'date[greaterEqual]': daySchema.optional(),
  'date[lesser]': daySchema.optional(),
  'date[lesserEqual]': daySchema.optional(),
  'date[between]': daysSchema.optional(),
  dateFrom: daySchema.optional().meta({ description: 'This date (UTC) or later' }),
  dateTo: daySchema.optional().meta({ description: 'This date (UTC) or earlier' }),
  page: z.coerce.number().int().min(1, 'The page must be at least 1.').max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100, 'A page can have at most 100 threads.').default(20),
})

export type ThreadListQuery = z.output<typeof threadListQuery>

export const threadPageSchema = z
  .object({
    data: z.array(mailThreadSchema),
    page: z.int(),
    pageSize: z.int(),
    totalItemCount: z.int(),
  })
  .meta({ id: 'MailThreadPage' })

export const changeThreadStatusSchema = z.strictObject({ status: threadStatusSchema })

export const changeThreadLinkingSchema = z
  .strictObject({ link: linkedEntitiesSchema.default({}), unlink: linkedEntitiesSchema.default({}) })
  .meta({ example: { link: {}, unlink: {} } })

export const mailboxSchema = z
  .object({
    connected: z.boolean().meta({ description: 'Whether email can be sent' }),
    from: mailAddressSchema.nullable().meta({ description: 'The sender of your emails' }),
    replyTo: z.string().meta({ description: 'The reply-to address' }),
  })
  .meta({ id: 'Mailbox' })

export type Mailbox = z.infer<typeof mailboxSchema>

export const importMailQuery = z.object({
  level: levelSchema.optional(),
  parentIdentifier: idSchema.optional(),
  privacy: z.enum(audiences).default('everyone'),
})

export type ImportMailQuery = z.output<typeof importMailQuery>

/** The outcome of one file: `reason` says why it was refused. */
export const importedMailSchema = z
  .object({
    name: z.string(),
    outcome: z.enum(['imported', 'duplicate', 'refused']),
    reason: z.string().nullable(),
    threadId: idSchema.nullable(),
    messageId: idSchema.nullable(),
  })
  .meta({ id: 'ImportedMail' })

export type ImportedMail = z.infer<typeof importedMailSchema>

export const mailContentParams = z.object({ token: z.string().min(1).max(1000).meta({ example: 'x' }) })

export const mailContentQuery = z.object({ pictures: flagSchema.optional() })
