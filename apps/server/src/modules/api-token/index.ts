import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addApiTokenRoutes } from './api-token.routes.ts'
import { createApiTokenService, type ApiTokenService, type Neighbours } from './api-token.service.ts'

export type { ApiTokenService } from './api-token.service.ts'

/** Tokens with which programs call the API: of a user, or of the company. */
export function createApiTokenModule(
  platform: Platform,
  neighbours: Neighbours,
): { module: Module; service: ApiTokenService } {
  const service = createApiTokenService(platform, neighbours)
  return { module: { addRoutes: (api) => addApiTokenRoutes(api, service) }, service }
}
