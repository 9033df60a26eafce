import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { sessionModule } from '../session/index.ts'
import { addApiTokenRoutes } from './api-token.routes.ts'
import { createApiTokenService, type ApiTokenService, type Neighbours } from './api-token.service.ts'

export type { ApiTokenService } from './api-token.service.ts'

/** Tokens with which programs call the API: of a user, or of the company. */
function createApiTokenModule(
  platform: Platform,
  neighbours: Neighbours,
): { module: Module; service: ApiTokenService } {
  const service = createApiTokenService(platform, neighbours)
  return { module: { addRoutes: (api) => addApiTokenRoutes(api, service) }, service }
}

export const apiTokenModule = defineModule({
  needs: { users: userManagementModule, audit: auditModule, sessions: sessionModule },
  create: (platform, { users, audit, sessions }) =>
    createApiTokenModule(platform, {
      users,
      audit,
      refused: audit.calls.refused,
      requireConfirmed: sessions.requireConfirmed,
    }),
})
