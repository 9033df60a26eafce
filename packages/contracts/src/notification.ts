import { z } from 'zod'
import { flagSchema, idSchema, instantSchema } from './api.ts'
import { levelIdSchema } from './level.ts'
import {
  mailTimings,
  notificationCategories,
  notificationPageSize,
  notificationSwitches,
} from './plain/notification.ts'

const categorySchema = z
  .enum([...notificationCategories, 'all'])
  .meta({ description: 'One category, or `all`', example: 'entity' })

const modeSchema = z.coerce
  .number()
  .pipe(z.literal(1, 'Only mode 1 exists.'))
  .optional()
  .meta({ description: 'The mode of the list: 1', example: 1 })

export const notificationQuery = z.object({
  mode: modeSchema,
  size: z.coerce
    .number('The page size must be a whole number.')
    .int('The page size must be a whole number.')
    .min(1, 'The page size must be at least 1.')
    .max(100, 'The page size can be at most 100.')
    .default(notificationPageSize),
  category: categorySchema.default('all'),
  lastId: idSchema.optional().meta({ description: 'The `lastId` of the page before', example: 530 }),
  unseenOnly: flagSchema.default(false),
})

export type NotificationQuery = z.output<typeof notificationQuery>

export const unseenQuery = z.object({ mode: modeSchema })

export const markAllQuery = z.object({ category: categorySchema.default('all') })

const personSchema = z.object({ id: idSchema, name: z.string() })

export const notificationSchema = z
  .object({
    id: idSchema,
    category: z.enum(notificationCategories),
    kind: z.string().meta({
      description: 'What happened, such as `owner.primary.gained`',
      example: 'owner.primary.gained',
    }),
    isSeen: z.boolean(),
    count: z.int().meta({ description: 'How many events, or records of one operation, it stands for' }),
    text: z.string().meta({ example: 'Jae Pak assigned 212 accounts to you' }),
    actor: personSchema.nullable().meta({ description: 'Who acted last; null for Steward itself' }),
    subject: z.object({
      kind: z.string().meta({
        description: 'What it is about: a record, the records of an operation, an item, a job',
        example: 'record',
      }),
      id: idSchema,
      name: z.string().nullable(),
      level: levelIdSchema.nullable(),
      recordId: idSchema.nullable().meta({ description: 'The record whose page shows the subject' }),
    }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Notification' })

export type Notification = z.infer<typeof notificationSchema>

export const notificationPageSchema = z
  .object({
    notifications: z.array(notificationSchema),
    lastId: idSchema.nullable().meta({ description: 'Send it to get the next page; null on an empty page' }),
    hasMore: z.boolean(),
  })
  .meta({ id: 'NotificationPage' })

export type NotificationPage = z.infer<typeof notificationPageSchema>

/** Unseen notifications by category; `all` is their sum. */
export const unseenSchema = z
  .object({
    task: z.int(),
    playbook: z.int(),
    entity: z.int(),
    email: z.int(),
    bulkUpdate: z.int(),
    all: z.int(),
  })
  .meta({ id: 'UnseenNotifications' })

export type UnseenNotifications = z.infer<typeof unseenSchema>

export const behindQuery = z.object({
  lastId: idSchema.optional().meta({ description: 'The id of the last record of the page before' }),
})

/** Records behind a notification that stands for several, as far as the reader sees them now. */
export const behindSchema = z
  .object({
    notification: notificationSchema,
    records: z.array(
      z.object({ recordId: idSchema, level: levelIdSchema, name: z.string(), isArchived: z.boolean() }),
    ),
    hasMore: z.boolean(),
  })
  .meta({ id: 'RecordsBehindNotification' })

export type RecordsBehind = z.infer<typeof behindSchema>

const switchShape = Object.fromEntries(notificationSwitches.map((name) => [name, z.boolean()])) as Record<
  (typeof notificationSwitches)[number],
  z.ZodBoolean
>

const hourSchema = z
  .int('The hour must be a whole number.')
  .min(0, 'Enter an hour from 0 to 23.')
  .max(23, 'Enter an hour from 0 to 23.')

const mailShape = {
  mailTiming: z.enum(mailTimings).meta({ description: 'When mail is sent' }),
  digestHour: hourSchema.meta({
    description: 'The hour of the daily mail, in the time zone of the user',
    example: 8,
  }),
  quietFrom: hourSchema.nullable().meta({
    description: 'No mail is sent from this hour on; null: there are no quiet hours',
    example: 20,
  }),
  quietTo: hourSchema.nullable().meta({ description: 'The hour at which mail is sent again', example: 7 }),
}

const deliveryShape = {
  ...mailShape,
  browserNotifications: z.boolean().meta({ description: 'Whether open tabs show browser notifications' }),
}

export const notificationPreferencesSchema = z
  .object({
    ...switchShape,
    ...deliveryShape,
    isCustomized: z.boolean().meta({
      description:
        'Whether the user chose something else than the defaults of the company, which hold for the rest',
    }),
  })
  .meta({ id: 'NotificationPreferences' })

export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>

export const changeNotificationPreferencesSchema = z
  .strictObject({ ...switchShape, ...deliveryShape })
  .partial()
  .meta({ id: 'ChangeNotificationPreferences', example: { changesToPrimaryOwner: true } })

export type ChangeNotificationPreferences = z.infer<typeof changeNotificationPreferencesSchema>

/** The preferences of users who have not chosen otherwise. */
export const notificationDefaultsSchema = z
  .object({ ...switchShape, ...mailShape })
  .meta({ id: 'NotificationDefaults' })

export type NotificationDefaults = z.infer<typeof notificationDefaultsSchema>

export const changeNotificationDefaultsSchema = z
  .strictObject({ ...switchShape, ...mailShape })
  .partial()
  .meta({ id: 'ChangeNotificationDefaults', example: { mailTiming: 'daily', digestHour: 8 } })

export type ChangeNotificationDefaults = z.infer<typeof changeNotificationDefaultsSchema>

export const followSchema = z
  .object({
    follows: z.boolean().meta({ description: 'Whether changes of the record are reported to the caller' }),
    isOwner: z.boolean().meta({ description: 'Owners follow their records unless they turn it off' }),
    followers: z.int().meta({ description: 'How many users follow the record, its owners included' }),
  })
  .meta({ id: 'Follow' })

export type Follow = z.infer<typeof followSchema>

export const changeFollowSchema = z.strictObject({ follows: z.boolean() })

export const unsubscribeParams = z.object({ token: z.string().max(2000) })
