import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { identityProviderModule } from '../identity-provider/index.ts'
import { messengerModule } from '../messenger/index.ts'
import { sessionModule } from '../session/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addSecondFactorRoutes } from './factor.routes.ts'
import { createSecondFactorService, type SecondFactorParts } from './factor.service.ts'

export type { SecondFactorService } from './factor.service.ts'
export { factorLimit } from './factor.verification.ts'

/** Codes by text message or from an authenticator app, asked for after the password. */
function createSecondFactorModule(platform: Platform, parts: SecondFactorParts) {
  const service = createSecondFactorService(platform, parts)
  const module: Module = { addRoutes: (api) => addSecondFactorRoutes(api, service) }
  return { module, service }
}

export const secondFactorModule = defineModule({
  needs: {
    users: userManagementModule,
    audit: auditModule,
    messenger: messengerModule,
    providers: identityProviderModule,
    sessions: sessionModule,
  },
  create: (platform, { sessions, providers, ...parts }) =>
    createSecondFactorModule(platform, {
      ...parts,
      requireConfirmed: sessions.requireConfirmed,
      isMfaRequired: async (tenantId) => (await providers.rules(tenantId)).mfaRequired,
    }),
})
