import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { apiTokenModule } from '../api-token/index.ts'
import { auditModule } from '../audit/index.ts'
import { identityProviderModule } from '../identity-provider/index.ts'
import { messengerModule } from '../messenger/index.ts'
import { passwordModule } from '../password/index.ts'
import { secondFactorModule } from '../second-factor/index.ts'
import { sessionModule } from '../session/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addCompanyRoutes } from './company.routes.ts'
import { createIdentityService, type IdentityParts } from './identity.service.ts'
import { addSignInRoutes, answerSignIn } from './sign-in.routes.ts'
import { addTokenRoutes } from './token.routes.ts'

export type { IdentityService } from './identity.service.ts'
export { answerSignIn }
export type { SeedTenant } from './instance.service.ts'

/** Tenants, and signing in to them. */
function createIdentityModule(platform: Platform, parts: IdentityParts) {
  const service = createIdentityService(platform, parts)
  const module: Module = {
    addRoutes(api) {
      const { publicUrl } = platform.config
      addSignInRoutes(api, service, publicUrl)
      addTokenRoutes(api, service, publicUrl)
      addCompanyRoutes(api, service.company)
    },
  }
  return { module, service }
}

export const identityModule = defineModule({
  needs: {
    users: userManagementModule,
    audit: auditModule,
    messenger: messengerModule,
    apiTokens: apiTokenModule,
    providers: identityProviderModule,
    sessions: sessionModule,
    passwords: passwordModule,
    secondFactor: secondFactorModule,
  },
  create: createIdentityModule,
})
