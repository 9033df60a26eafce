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

const confirmed = 'Needs a session in which the password was confirmed within the last ten minutes.'

function addPhoneRoutes(api: FastifyInstance, factors: SecondFactorService): void {
  route(api, {
    method: 'POST',
    url: '/identity/mfa/phone',
    operationId: 'registerPhone',
    summary: 'Sends a code to your mobile number, to verify it',
    description: `Another code may be asked for after 30 seconds. ${confirmed}`,
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
    summary: 'Verifies your mobile number, which becomes your second factor',
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
    summary: 'Begins to set an authenticator app up',
    description: `One that is in use goes on working until the new one is verified. ${confirmed}`,
    tag,
    permission,
    response: dataOf(authenticatorSecretSchema),
    handle: async ({ actor }) => ({ data: await factors.registerAuthenticator(actor) }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/mfa/authenticator/verify',
    operationId: 'verifyAuthenticator',
    summary: 'Verifies the authenticator app, which becomes your second factor',
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
    summary: 'Your second factor',
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
    summary: 'Chooses between the factors that you verified, or none',
    description: `A company may ask everybody for one. ${confirmed}`,
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
    summary: 'Makes ten recovery codes, each good for one sign-in',
    description: `They are shown this once, and those from before stop working. ${confirmed}`,
    tag,
    permission,
    response: dataOf(recoveryCodesSchema),
    errors: [409],
    handle: async ({ actor }) => ({ data: { codes: await factors.makeRecoveryCodes(actor) } }),
  })
}
