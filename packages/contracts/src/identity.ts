import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { startPageSchema, userSchema } from './user-management.ts'

/** Days that a remembered session may last. */
export const rememberedSessionDays = 30
/** Minutes that an access token is good for. */
export const accessTokenMinutes = 5
/** Minutes after signing in or confirming the password in which the sign-in itself may be changed. */
export const confirmationMinutes = 10
/** Seconds before another code may be asked for. */
export const resendSeconds = 30
export const verificationCodeLength = 6
export const secondFactorCodeLength = 6

/** The signed-in user, as the browser keeps it. */
export const sessionUserSchema = userSchema
  .extend({
    tenantName: z.string().meta({ example: 'Northwind' }),
    companyStartPage: startPageSchema.meta({ description: 'Where users begin who have not chosen a page' }),
    companyLogos: z.boolean().meta({ description: 'Whether records may have logos from their websites' }),
  })
  .meta({ id: 'SessionUser' })

export type SessionUser = z.infer<typeof sessionUserSchema>

/** What the people of a company have in common. */
export const companySchema = z
  .object({
    startPage: startPageSchema,
    fetchLogos: z.boolean().meta({
      description:
        'Whether logos of organizations and accounts are fetched from the websites of their field Website domain',
    }),
    mayFetchLogos: z.boolean().meta({ description: 'Whether the operator allows that, by FETCH_LOGOS' }),
  })
  .meta({ id: 'Company' })

export type Company = z.infer<typeof companySchema>

export const changeCompanySchema = z
  .strictObject({
    startPage: startPageSchema,
    fetchLogos: z.boolean({ error: 'Choose true or false.' }).optional(),
  })
  .meta({ id: 'CompanyForm', example: { startPage: 'today' } })

export type ChangeCompany = z.output<typeof changeCompanySchema>

export const usernameSchema = z
  .string({ error: 'Please enter your username' })
  .trim()
  .min(1, 'Please enter your username')
  .max(320, 'The username can have at most 320 characters.')
  .meta({ example: 'admin@example.com' })

const passwordSchema = z
  .string({ error: 'Please enter your password' })
  .min(1, 'Please enter your password')
  .max(1024, 'The password can have at most 1,024 characters.')
  .meta({ example: 'Lanterns-over-water-7' })

const codeSchema = z
  .string({ error: 'Please enter your verification code' })
  .trim()
  .min(1, 'Please enter your verification code')

export const signInSchema = z.strictObject({
  username: usernameSchema,
  password: passwordSchema,
  remember: z.boolean().default(false),
  refresh: z.enum(['cookie', 'body']).default('body').meta({
    description:
      "Where to put the refresh token: in a cookie that scripts can't read, or in the response, for programs.",
  }),
})

/** The step that is missing before a sign-in is complete. MFA_SETUP: the company requires a second factor. */
export const challengeNames = ['NEW_PASSWORD_REQUIRED', 'SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'MFA_SETUP'] as const

export type ChallengeName = (typeof challengeNames)[number]

export const challengeSchema = z
  .object({
    challengeName: z.enum(challengeNames),
    challengeUser: z
      .string()
      .meta({ description: 'Proof of the completed steps; send it with the next call' }),
    destination: z.string().nullable().meta({ example: '•••• 4821', description: 'Where the code was sent' }),
    expiresAt: instantSchema,
  })
  .meta({ id: 'Challenge' })

export type Challenge = z.infer<typeof challengeSchema>

export const tokensSchema = z
  .object({
    token: z.string().meta({ description: 'Sent as Authorization: Bearer with every call' }),
    expiresAt: instantSchema.meta({ description: 'When the token must be refreshed' }),
    sessionEndsAt: instantSchema.meta({ description: 'When the session ends at the latest' }),
    refreshToken: z
      .string()
      .nullable()
      .meta({ description: 'Valid for one refresh; null if it is in a cookie' }),
  })
  .meta({ id: 'Tokens' })

export type Tokens = z.infer<typeof tokensSchema>

export const signedInSchema = tokensSchema.extend({ user: sessionUserSchema }).meta({ id: 'SignedIn' })

export type SignedIn = z.infer<typeof signedInSchema>

/** A session, or what is still to be done for one. */
export const signInOutcomeSchema = z.union([signedInSchema, challengeSchema]).meta({ id: 'SignInOutcome' })

export type SignInOutcome = z.infer<typeof signInOutcomeSchema>

export const newPasswordSchema = z.strictObject({
  challengeUser: z.string().min(1),
  newPassword: passwordSchema,
})

export const verifyMfaSchema = z.strictObject({
  challengeUser: z.string().min(1),
  challengeName: z.enum(['SMS_MFA', 'SOFTWARE_TOKEN_MFA']),
  code: codeSchema.max(20).meta({ description: 'Six digits, or a recovery code', example: '123456' }),
})

export const challengeUserSchema = z.strictObject({ challengeUser: z.string().min(1) })

export const sentSchema = z.object({
  sent: z.literal(true),
  nextAt: instantSchema.meta({ description: 'When another one can be requested' }),
})

export const forgotPasswordSchema = z.strictObject({ username: usernameSchema })

export const resetRequestSchema = z.object({
  done: z.boolean().meta({
    description: 'Whether the request was accepted. false: one was made for this name a moment ago',
    example: true,
  }),
  nextAt: instantSchema.meta({ description: 'When the next code can be requested' }),
})

export const resetPasswordSchema = z.strictObject({
  username: usernameSchema,
  code: codeSchema.max(verificationCodeLength, 'The verification code must have 6 characters.'),
  password: passwordSchema,
})

export const unlockSchema = z.strictObject({ token: z.string().min(1).max(200) })

export const doneSchema = z.object({ done: z.literal(true) })

export const refreshSchema = z.strictObject({
  refreshToken: z.string().min(1).max(200).optional().meta({ description: 'If it is not in a cookie' }),
  attempt: z.string().min(16).max(100).optional().meta({
    example: 'b7a1c5d2-3f64-4c1e-9a08',
    description:
      'A random name of this attempt. If the response is lost, the same call with the same name is answered again for ten minutes, and does not end the session.',
  }),
})

export const confirmPasswordSchema = z.strictObject({ password: passwordSchema })

export const changePasswordSchema = z.strictObject({
  currentPassword: passwordSchema,
  newPassword: passwordSchema,
})

/** One of the user's own sessions. */
export const sessionSchema = z
  .object({
    sessionId: idSchema,
    current: z.boolean(),
    device: z.string().meta({ example: 'Firefox on Windows' }),
    address: z.string().nullable().meta({ example: '203.0.113.7' }),
    startedAt: instantSchema,
    lastSeenAt: instantSchema,
    endsAt: instantSchema,
  })
  .meta({ id: 'Session' })

export type SessionShown = z.infer<typeof sessionSchema>

export const sessionParams = z.object({ sessionId: idSchema })

export const signedOutSchema = z.object({ signedOut: z.literal(true) })

/** Any text is answered alike, so that no one learns which usernames exist. */
export const tenantParams = z.object({
  username: z.string().max(320).meta({ example: 'admin@example.com' }),
})

/** How the users of a company sign in, as far as a browser needs to know it. */
export const tenantConfigurationSchema = z
  .object({
    provider: z.enum(['built-in', 'cognito', 'oidc']),
    region: z.string().nullable(),
    userPoolId: z.string().nullable(),
    userPoolWebClientId: z.string().nullable(),
    passwordMaxLength: z.int().nullable(),
    signInUrl: z.string().nullable().meta({ description: 'The start of an OpenID Connect sign-in' }),
  })
  .meta({ id: 'TenantConfiguration' })

export type TenantConfiguration = z.infer<typeof tenantConfigurationSchema>
