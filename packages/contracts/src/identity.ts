import { z } from 'zod'
import { instantSchema } from './api.ts'
import { userSchema } from './user-management.ts'

/** The signed-in user, as the browser keeps it. */
export const sessionUserSchema = userSchema
  .extend({ tenantName: z.string().meta({ example: 'Northwind' }) })
  .meta({ id: 'SessionUser' })

export type SessionUser = z.infer<typeof sessionUserSchema>

export const signInSchema = z.strictObject({
  username: z
    .string({ error: 'Please enter your username' })
    .trim()
    .min(1, 'Please enter your username')
    .max(320, 'A username has at most 320 characters.')
    .meta({ example: 'admin@example.com' }),
  password: z
    .string({ error: 'Please enter your password' })
    .min(1, 'Please enter your password')
    .max(1024, 'A password has at most 1,024 characters.'),
  remember: z.boolean().default(false),
})

export const signedInSchema = z
  .object({
    token: z.string().meta({ description: 'Sent as Authorization: Bearer with every call' }),
    expiresAt: instantSchema,
    user: sessionUserSchema,
  })
  .meta({ id: 'SignedIn' })

/** The authentication pool settings of a tenant; the built-in provider has no pool. */
export const tenantConfigurationSchema = z
  .object({
    provider: z.literal('built-in'),
    region: z.string().nullable(),
    userPoolId: z.string().nullable(),
    userPoolWebClientId: z.string().nullable(),
  })
  .meta({ id: 'TenantConfiguration' })

/** Minutes without a call after which a session ends; and the days a remembered one may last. */
export const sessionIdleMinutes = 60
export const rememberedSessionDays = 30

export const signedOutSchema = z.object({ signedOut: z.literal(true) })

/** Any text is answered alike, so that nobody learns which usernames exist. */
export const tenantParams = z.object({
  username: z.string().max(320).meta({ example: 'admin@example.com' }),
})
