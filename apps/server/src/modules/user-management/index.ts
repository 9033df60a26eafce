import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addUserRoutes } from './user-management.routes.ts'
import { createUserService, type UserService } from './user-management.service.ts'

export type { CreateUserInput, UserService } from './user-management.service.ts'
export { userOf, type UserDirectory, type UserEntry } from './user.rules.ts'

/** Who works here: users, their roles and states. */
export function createUserManagementModule(platform: Platform): { module: Module; service: UserService } {
  const service = createUserService(platform)
  return { module: { addRoutes: (api) => addUserRoutes(api, service) }, service }
}
