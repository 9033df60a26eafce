import { z } from 'zod'
import { signInSchema } from './identity.ts'

export const identityProviders = ['built-in', 'cognito', 'oidc'] as const

export type IdentityProviderName = (typeof identityProviders)[number]

const textSchema = (most: number) => z.string().trim().min(1).max(most)

const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Enter a domain like example.com.')
  .meta({ example: 'example.com' })

const instantSchema = z.iso.datetime().nullable()

/** A domain of the company, and whether it has proved that it is theirs: until then it has no effect. */
export const domainProofSchema = z
  .object({
    domain: z.string(),
    state: z.enum(['unverified', 'verified']),
    verifiedBy: z.enum(['dns', 'operator']).nullable(),
    verifiedAt: instantSchema,
    checkedAt: instantSchema.meta({ description: 'When the DNS last answered' }),
    missingSince: instantSchema.meta({
      description: 'Since when the record is gone; after seven days the domain is unverified',
    }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'The DNS record that proves it' }),
  })
  .meta({ id: 'DomainProof' })

export type DomainProof = z.infer<typeof domainProofSchema>

export const checkDomainSchema = z.strictObject({ domain: domainSchema })

/** The DNS check of a domain. */
export const domainCheckSchema = z.object({ proof: domainProofSchema, message: z.string() })

export type DomainCheck = z.infer<typeof domainCheckSchema>

/** How the people of a company sign in. */
export const signInSettingsSchema = z
  .object({
    provider: z.enum(identityProviders),
    /** The domains of the company's e-mail addresses, in lower case. */
    domains: z.array(z.string()).meta({ example: ['example.com'] }),
    domainProofs: z
      .array(domainProofSchema)
      .meta({ description: 'The same domains, with their verification' }),
    mfaRequired: z.boolean(),
    passwordMaxLength: z.int().nullable(),
    cognito: z
      .object({
        region: z.string(),
        userPoolId: z.string(),
        userPoolWebClientId: z.string(),
        endpoint: z.string().nullable().meta({ description: 'A custom endpoint' }),
      })
      .nullable(),
    oidc: z.object({ issuer: z.string(), clientId: z.string(), hasClientSecret: z.boolean() }).nullable(),
    redirectUri: z
      .string()
      .meta({ description: 'The redirect URI to register with the OpenID Connect provider' }),
  })
  .meta({ id: 'SignInSettings' })

export type SignInSettings = z.infer<typeof signInSettingsSchema>

export const changeSignInSettingsSchema = z.strictObject({
  provider: z.enum(identityProviders).optional(),
  domains: z.array(domainSchema).max(50).optional(),
  mfaRequired: z.boolean().optional(),
  passwordMaxLength: z
    .int()
    .min(8, 'The password must have at least 8 characters.')
    .max(1024, 'At most 1,024.')
    .nullable()
    .optional(),
  cognito: z
    .strictObject({
      region: textSchema(60),
      userPoolId: textSchema(120),
      userPoolWebClientId: textSchema(200),
      endpoint: z.url('Enter an address that starts with https://.').nullable().default(null),
    })
    .nullable()
    .optional(),
  oidc: z
    .strictObject({
      issuer: z.url('Enter the address of the issuer, starting with https://.'),
      clientId: textSchema(300),
      clientSecret: textSchema(500).optional().meta({ description: 'Unchanged if absent' }),
    })
    .nullable()
    .optional(),
})

export type ChangeSignInSettings = z.infer<typeof changeSignInSettingsSchema>

/** Whether a provider answers with the settings given. */
export const providerCheckSchema = z
  .object({ reachable: z.boolean(), message: z.string() })
  .meta({ id: 'ProviderCheck' })

/** Why a sign-in at an outside provider came to nothing, as /login?error=… tells it, and what to do. */
export const redirectFailures = {
  provider: "The sign-in provider isn't responding. Try again in a moment.",
  state: 'This sign-in expired, or was started in another browser. Start again.',
  denied: 'The sign-in provider rejected the sign-in. Try again, or contact your administrator.',
  email: "The sign-in provider hasn't verified your email address. Verify it there, then try again.",
  unknown: "You don't have an account here. Ask your administrator to invite you.",
} as const

export type RedirectFailure = keyof typeof redirectFailures

export const oidcStartQuery = z.object({
  username: z.string().max(320).default('').meta({ example: 'admin@example.com' }),
  origin: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'The page to return to, without host', example: '/app/accounts/list' }),
})

/** The answer of a provider. It must match what the browser kept from the start of the sign-in. */
export const oidcCallbackQuery = z.looseObject({
  state: z.string().max(4000).default(''),
})

/** Ends a sign-in at an outside provider. */
export const finishSignInSchema = signInSchema.pick({ remember: true, refresh: true }).extend({
  handover: z.string().min(1).max(200).meta({ description: 'From the URL of the page, valid once' }),
})
