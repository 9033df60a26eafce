import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { sessionModule } from '../session/index.ts'
import { addRedirectRoutes, addSignInSettingsRoutes } from './identity-provider.routes.ts'
import {
  createIdentityProviderParts,
  type IdentityProviderService,
  type Neighbours,
} from './identity-provider.service.ts'

export type { IdentityProviderService } from './identity-provider.service.ts'
export type { OutsideOutcome } from './outside-sign-in.service.ts'

/** How a company signs in, and the providers outside of Steward that it may do so at. */
function createIdentityProviderModule(
  platform: Platform,
  neighbours: Neighbours,
): { module: Module; service: IdentityProviderService } {
  const { service, settings, proofs, redirect } = createIdentityProviderParts(platform, neighbours)
  const module: Module = {
    tasks: proofs.tasks,
    schedules: proofs.schedules,
    addRoutes(api) {
      addSignInSettingsRoutes(api, settings, proofs)
      addRedirectRoutes(api, redirect, platform.config.publicUrl)
    },
  }
  return { module, service }
}

export const identityProviderModule = defineModule({
  needs: { users: userManagementModule, audit: auditModule, sessions: sessionModule },
  create: (platform, { users, audit, sessions }) =>
    createIdentityProviderModule(platform, { users, audit, requireConfirmed: sessions.requireConfirmed }),
})
