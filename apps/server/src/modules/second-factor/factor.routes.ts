import { dataOf } from '@steward/contracts/api'
import { sentSchema } from '@steward/contracts/identity'
import {
  authenticatorSecretSchema,
  factorCodeSchema,
  factorPreferenceSchema,
  factorVerifiedSchema,
  recoveryCodesSchema,
  registerPhoneSchema,
  secondFactorSchema,
} from '@steward/contracts/second-factor'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { SecondFactorService } from './factor.service.ts'

const tag = 'identity'
const permission = 'self.edit'

const confirmed = 'Needs a session with a password confirmation in the last ten minutes.'

function addPhoneRoutes(api: FastifyInstance, factors: SecondFactorService): void {
  route(api, {
    method: 'POST',
    url: '/identity/mfa/phone',
    operationId: 'registerPhone',
    summary: 'Send a verification code to your mobile number',
    description: `Another code can be requested after 30 seconds. ${confirmed}`,
    tag,
    permission,
    body: registerPhoneSchema,
    response: dataOf(sentSchema),
    errors: [429],
    handle: async ({ actor, body }) => {
      const nextAt = await factors.registerPhone(actor, body.phoneNumber)
      return { data: { sent: true as const, nextAt: nextAt.toISOString() } }
    },
  })
  route(api, {
    method: 'POST',
    url: '/identity/mfa/phone/verify',
    operationId: 'verifyPhone',
    summary: 'Verify your mobile number and use it as your second factor',
    description: confirmed,
    tag,
    permission,
    body: factorCodeSchema,
    response: dataOf(factorVerifiedSchema),
    handle: async ({ actor, body }) => ({ data: await factors.verifyPhone(actor, body.code) }),
  })
}

function addAuthenticatorRoutes(api: FastifyInstance, factors: SecondFactorService): void {
  route(api, {
    method: 'POST',
    url: '/identity/mfa/authenticator',
    operationId: 'registerAuthenticator',
    summary: 'Start the set-up of an authenticator app',
    description: `The current one keeps working until the new one is verified. ${confirmed}`,
    tag,
    permission,
    response: dataOf(authenticatorSecretSchema),
    handle: async ({ actor }) => ({ data: await factors.registerAuthenticator(actor) }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/mfa/authenticator/verify',
    operationId: 'verifyAuthenticator',
    summary: 'Verify the authenticator app and use it as your second factor',
    description: confirmed,
    tag,
    permission,
    body: factorCodeSchema,
    response: dataOf(factorVerifiedSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await factors.verifyAuthenticator(actor, body.code) }),
  })
}

export function addSecondFactorRoutes(api: FastifyInstance, factors: SecondFactorService): void {
  route(api, {
    method: 'GET',
    url: '/identity/mfa',
    operationId: 'readSecondFactor',
    summary: 'Get your two-factor authentication',
    tag,
    permission: 'self.read',
    response: dataOf(secondFactorSchema),
    handle: async ({ actor }) => ({ data: await factors.read(actor) }),
  })
  addPhoneRoutes(api, factors)
  addAuthenticatorRoutes(api, factors)
  route(api, {
    method: 'PUT',
    url: '/identity/mfa/preference',
    operationId: 'setPreferredFactor',
    summary: 'Choose one of your verified factors, or none',
    description: `A company can require it. ${confirmed}`,
    tag,
    permission,
    body: factorPreferenceSchema,
    response: dataOf(secondFactorSchema),
    handle: async ({ actor, body }) => ({ data: await factors.setPreference(actor, body.preferredMFA) }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/mfa/recovery-codes',
    operationId: 'makeRecoveryCodes',
    summary: 'Create ten recovery codes, each valid for one sign-in',
    description: `They are shown this once, and those from before stop working. ${confirmed}`,
    tag,
    permission,
    response: dataOf(recoveryCodesSchema),
    errors: [409],
    handle: async ({ actor }) => ({ data: { codes: await factors.makeRecoveryCodes(actor) } }),
  })
}
