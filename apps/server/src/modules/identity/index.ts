import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addPasswordRoutes } from './password.routes.ts'
import { addSecondFactorRoutes } from './second-factor.routes.ts'
import { addSessionRoutes } from './session.routes.ts'
import { forgetSessions } from './session.store.ts'
import { addSignInRoutes } from './sign-in.routes.ts'
import { createIdentityService, type IdentityParts, type IdentityService } from './identity.service.ts'

export type { IdentityService } from './identity.service.ts'
export type { SeedTenant } from './instance.service.ts'

const sweepTask = 'sign-in-attempt:forget-old'

/** Tenants, sign-in and sessions. */
export function createIdentityModule(
  platform: Platform,
  parts: IdentityParts,
): { module: Module; service: IdentityService } {
  const service = createIdentityService(platform, parts)
  const module: Module = {
    addRoutes(api) {
      const { publicUrl } = platform.config
      addSignInRoutes(api, service, publicUrl)
      addSessionRoutes(api, service, publicUrl)
      addPasswordRoutes(api, service.passwords)
      addSecondFactorRoutes(api, service.secondFactor)
    },
    tasks: { [sweepTask]: () => service.sweep() },
    schedules: [`7 * * * * ${sweepTask}`],
    retention: [
      {
        name: 'sessions',
        days: platform.config.keptDays.sessions,
        forget: (tenantId, before) => forgetSessions(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
    onClose: () => service.stop(),
  }
  return { module, service }
}
