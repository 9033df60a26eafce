import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import { addIdentityRoutes } from './identity.routes.ts'
import { createIdentityService, type IdentityService } from './identity.service.ts'

export type { IdentityService } from './identity.service.ts'
export type { SeedTenant } from './instance.service.ts'

/** Tenants, sign-in and sessions. */
export function createIdentityModule(
  platform: Platform,
  { users }: { users: UserService },
): { module: Module; service: IdentityService } {
  const service = createIdentityService(platform, users)
  return { module: { addRoutes: (api) => addIdentityRoutes(api, service) }, service }
}
