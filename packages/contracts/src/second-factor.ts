import { z } from 'zod'
import { instantSchema } from './api.ts'
import { signedInSchema } from './identity.ts'

/** NOMFA: none; SMS: a code by text message; TOTP: a code of an authenticator app. */
export const preferredFactors = ['NOMFA', 'SMS', 'TOTP'] as const

export type PreferredFactor = (typeof preferredFactors)[number]

/** The user's own second factor. */
export const secondFactorSchema = z
  .object({
    preferredMFA: z.enum(preferredFactors),
    required: z.boolean().meta({ description: 'Whether the company requires it for everyone' }),
    mobileNumber: z
      .string()
      .nullable()
      .meta({ example: '•••• 4821', description: 'Verified, partly hidden' }),
    hasAuthenticator: z.boolean(),
    recoveryCodesLeft: z.int(),
    changedAt: instantSchema.nullable(),
  })
  .meta({ id: 'SecondFactor' })

export type SecondFactor = z.infer<typeof secondFactorSchema>

export const registerPhoneSchema = z.strictObject({
  phoneNumber: z
    .string({ error: 'Enter your mobile number.' })
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'Enter the number with a plus and the country code, such as +442071838750.')
    .meta({ example: '+442071838750' }),
})

export const factorCodeSchema = z.strictObject({
  code: z
    .string({ error: 'Enter the 6 digits.' })
    .trim()
    .regex(/^\d{6}$/, 'The code must have 6 digits.')
    .meta({ example: '123456' }),
})

export const authenticatorSecretSchema = z
  .object({
    secretCode: z.string().meta({ description: 'Base32, for manual entry' }),
    url: z.string().meta({ description: 'otpauth:// address, for the QR code' }),
  })
  .meta({ id: 'AuthenticatorSecret' })

export type AuthenticatorSecret = z.infer<typeof authenticatorSecretSchema>

export const factorPreferenceSchema = z.strictObject({ preferredMFA: z.enum(preferredFactors) })

export const recoveryCodesSchema = z
  .object({ codes: z.array(z.string()).meta({ description: 'Shown once; each works once' }) })
  .meta({ id: 'RecoveryCodes' })

const newRecoveryCodes = z
  .array(z.string())
  .nullable()
  .meta({ description: 'Shown once; null if the user already has codes', example: ['k7fq-2m9x'] })

/** The answer to the first valid code: the factor is on. */
export const factorVerifiedSchema = z
  .object({ recoveryCodes: newRecoveryCodes })
  .meta({ id: 'FactorVerified' })

export type FactorVerified = z.infer<typeof factorVerifiedSchema>

/** The first code of an authenticator that is set up in the midst of signing in. */
export const verifyMfaSetUpSchema = factorCodeSchema.extend({ challengeUser: z.string().min(1) })

/** The session that follows, with the codes for the day on which the device is lost. */
export const mfaSetUpOutcomeSchema = signedInSchema
  .extend({ recoveryCodes: newRecoveryCodes })
  .meta({ id: 'MfaSetUpOutcome' })

export type MfaSetUpOutcome = z.infer<typeof mfaSetUpOutcomeSchema>
