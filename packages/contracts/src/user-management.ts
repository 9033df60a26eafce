import { z } from 'zod'
import { idSchema } from './api.ts'

export const userStatuses = ['ACTIVE', 'INVITED', 'DEACTIVATED', 'FORCE_CHANGE_PASSWORD', 'CREATING'] as const

export type UserStatus = (typeof userStatuses)[number]

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
    imageId: z.int().nullable(),
    mobileNumber: z.string().nullable(),
    externalId: z.string().nullable(),
    disabled: z.boolean().meta({ description: 'true where the user cannot be given records' }),
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

/** Users by whether they can work: an invited one has not signed in yet. */
export const usersByStateSchema = z
  .object({
    activeUsers: z.array(userSchema),
    invitedUsers: z.array(userSchema),
    deactivatedUsers: z.array(userSchema),
  })
  .meta({ id: 'UsersByState' })

export type UsersByState = z.infer<typeof usersByStateSchema>
