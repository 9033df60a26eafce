import { z } from 'zod'
import { mostInvites } from './plain/invite.ts'
import { idSchema, instantSchema } from './api.ts'
import { permissions } from './plain/permission.ts'
import { startPages } from './plain/session.ts'
import { isOneLine } from './value.ts'

export const userStatuses = ['ACTIVE', 'INVITED', 'DEACTIVATED', 'FORCE_CHANGE_PASSWORD', 'CREATING'] as const

export type UserStatus = (typeof userStatuses)[number]

const roleIdSchema = z.literal([1, 2, 3, 4], { error: 'Choose a role: 1, 2, 3 or 4.' })

export const startPageSchema = z.enum(startPages, {
  error: `The start page must be one of ${startPages.join(', ')}.`,
})

export const userSchema = z
  .object({
    userId: idSchema,
    email: z.string().meta({ example: 'amara.osei@example.com' }),
    firstName: z.string().meta({ example: 'Amara' }),
    lastName: z.string().meta({ example: 'Osei' }),
    roleId: z.literal([1, 2, 3, 4]),
    roleName: z.string().meta({ example: 'Manager' }),
    status: z.enum(userStatuses),
    displayCurrency: z.string().meta({ example: 'USD' }),
    imageId: z.string().nullable().meta({ description: 'The imageUID of the picture' }),
    mobileNumber: z.string().nullable(),
    externalId: z.string().nullable(),
    locale: z.string().nullable().meta({ example: 'en-GB', description: 'null: that of the browser' }),
    timeZone: z
      .string()
      .nullable()
      .meta({ example: 'Europe/London', description: 'null: that of the browser' }),
    startPage: startPageSchema
      .nullable()
      .meta({ description: 'The first page after sign-in; null: that of the company' }),
    mfaEnabled: z.boolean().meta({ description: 'Whether two-factor authentication is on' }),
    profileCompleted: z.boolean().meta({ description: 'false until the user has completed the profile' }),
    disabled: z.boolean().meta({ description: "true if the user can't own records" }),
    disableMessage: z.enum(['Viewer', 'Deactivated']).nullable(),
  })
  .meta({ id: 'User' })

export type User = z.infer<typeof userSchema>

export const userParams = z.object({ userId: idSchema })

export const userLookupSchema = z.object({
  externalId: z
    .string()
    .trim()
    .min(1, 'No Value Entered!')
    .optional()
    .meta({ description: 'Only the user with this external id', example: 'E-1024' }),
})

const listedUserSchema = userSchema
  .extend({
    lastSeenAt: instantSchema
      .nullable()
      .optional()
      .meta({ description: 'The last call of a session that is still known; only for administrators' }),
  })
  .meta({ id: 'ListedUser' })

export type ListedUser = z.infer<typeof listedUserSchema>

/** Users by whether they can work: an invited one has not signed in yet. */
export const usersByStateSchema = z
  .object({
    activeUsers: z.array(listedUserSchema),
    invitedUsers: z.array(listedUserSchema),
    deactivatedUsers: z.array(listedUserSchema),
  })
  .meta({ id: 'UsersByState' })

export type UsersByState = z.infer<typeof usersByStateSchema>

const currencyCodeSchema = z.string().length(3, 'Enter a three-letter currency code.')

export const validateUsernamesSchema = z.strictObject({
  usernames: z
    .array(z.string().max(1000, 'An email address can have at most 320 characters.'))
    .max(mostInvites, `Enter at most ${mostInvites} addresses at once.`),
})

export const takenUsernamesSchema = z.object({ data: z.record(z.string(), z.literal('EXIST')) })

/** Each address is judged on its own, so any text is taken. */
export const inviteUsersSchema = z.strictObject({
  data: z
    .array(
      z.strictObject({
        email: z.string().meta({ example: 'amara.osei@example.com' }),
        roleId: roleIdSchema.default(1),
        displayCurrency: currencyCodeSchema
          .optional()
          .meta({ description: 'Default: the default currency of the tenant', example: 'USD' }),
      }),
    )
    .min(1, 'Enter at least one address.')
    .max(mostInvites, `Enter at most ${mostInvites} addresses at once.`),
})

export type Invitation = z.output<typeof inviteUsersSchema>['data'][number]

/** The outcome of an address, in the order in which they were sent. */
export const invitedSchema = z
  .object({
    email: z.string().meta({ example: 'amara.osei@example.com' }),
    status: z.enum(['invited', 'Already Exists', 'Invalid Email Address']),
    userId: idSchema.optional().meta({ description: 'The new user, if invited' }),
  })
  .meta({ id: 'Invited' })

export type Invited = z.output<typeof invitedSchema>

export const changeUserStatusSchema = z.strictObject({
  status: z.enum(['ACTIVE', 'DEACTIVATED']).meta({
    description: "DEACTIVATED revokes the invitation of a user who hasn't logged in yet",
  }),
  handOverTo: idSchema.optional().meta({ description: "The new owner of the user's records" }),
})

export type ChangeUserStatus = z.output<typeof changeUserStatusSchema>

/** Characters that would begin another line, or have another effect, in the header of a mail. */
const breaksMail = /[\p{Cc}\p{Zl}\p{Zp}]/u

const nameSchema = z
  .string()
  .trim()
  .max(100, 'The name can have at most 100 characters.')
  .refine((name) => isOneLine(name) && !breaksMail.test(name), 'The name must be a single line.')
  .meta({ example: 'Amara' })

/** A change of a user, by themselves or an administrator; only the latter change roleId and externalId. */
export const changeUserSchema = z.strictObject({
  firstName: nameSchema.optional(),
  lastName: nameSchema.optional(),
  mobileNumber: z
    .string()
    .trim()
    .regex(
      /^(?=.{8,30}$)\+[1-9](?:[\s().-]*\d){6,14}$/,
      'Start with + and the country code, such as +44 20 7946 0000.',
    )
    .nullable()
    .optional()
    .meta({ example: '+44 20 7946 0000' }),
  imageId: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .meta({ example: null, description: 'The imageUID of a picture; null removes it' }),
  displayCurrency: currencyCodeSchema.optional().meta({ example: 'USD' }),
  locale: z.string().max(35).nullable().optional().meta({ example: 'en-GB' }),
  timeZone: z.string().max(64).nullable().optional().meta({ example: 'Europe/London' }),
  startPage: startPageSchema.nullable().optional().meta({ example: 'today' }),
  roleId: roleIdSchema.optional(),
  externalId: z.string().trim().max(200).nullable().optional(),
  profileCompleted: z.literal(true).optional(),
  active: z.boolean().optional().meta({ description: 'The same as a change of status' }),
})

export type ChangeUser = z.infer<typeof changeUserSchema>

/** How much a user still owns, by type. */
export const belongingsSchema = z
  .object({
    belongings: z.array(z.object({ kind: z.string().meta({ example: 'accounts' }), count: z.int() })),
    total: z.int(),
  })
  .meta({ id: 'Belongings' })

export type BelongingsBody = z.output<typeof belongingsSchema>

export const roleSchema = z
  .object({
    roleId: z.literal([1, 2, 3, 4]),
    name: z.string(),
    permissions: z.array(z.enum(permissions)),
    userCount: z.int().meta({ description: 'Active and invited users with the role' }),
  })
  .meta({ id: 'Role' })

export type Role = z.infer<typeof roleSchema>
