import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { currencyModule } from '../currency/index.ts'
import { auditModule } from '../audit/index.ts'
import { createUserAdministration } from './user-administration.service.ts'
import { createInvitations } from './user-invite.service.ts'
import { addUserRoutes } from './user-management.routes.ts'
import { createUserService, type UserService } from './user-management.service.ts'
import { createIntake, type UserIntake } from './user-intake.service.ts'
import type { UserContext, UserNeighbours } from './user.context.ts'
import { createUserRegistry } from './user.registry.ts'
import { directoryOf } from './user.rules.ts'
import { countByCurrency, listUsers } from './user.store.ts'

export type { CreateUserInput, UserService } from './user-management.service.ts'
export type { Newcomer } from './user-intake.service.ts'
export type { Belongings, UserAccess } from './user.registry.ts'
export { roleNameOf, userOf, type UserDirectory, type UserEntry } from './user.rules.ts'

type UserStatus = Pick<ReturnType<typeof createUserAdministration>, 'changeStatus'>
/** All that other modules ask of the users of a company. */
export type Users = UserService & UserStatus & { intake: UserIntake }

/** The users of a company, their roles and states. */
function createUserManagementModule(
  platform: Platform,
  neighbours: UserNeighbours,
): { module: Module; service: Users } {
  const registry = createUserRegistry()
  const cache = platform.caches.create('user', async (tenantId, db) => {
    const [users, withMfa] = await Promise.all([listUsers(db, tenantId), registry.usersWithMfa(db, tenantId)])
    return directoryOf(users, withMfa)
  })
  const context: UserContext = { ...neighbours, platform, registry, cache }
  neighbours.audit.registerNames(
    async (tenantId, { userId }) => (await cache.get(tenantId)).byId.get(userId)?.name ?? `User ${userId}`,
  )
  neighbours.currency.registerUse('user', async (db, tenantId, { code }) => {
    const count = await countByCurrency(db, tenantId, code)
    return [{ where: count === 1 ? 'user who sees amounts in it' : 'users who see amounts in it', count }]
  })
  const users = createUserService(context)
  const parts = {
    users,
    administration: createUserAdministration(context),
    invitations: createInvitations(context),
  }
  const { changeStatus } = parts.administration
  const service = { ...users, changeStatus, intake: createIntake(context) }
  return { module: { addRoutes: (api) => addUserRoutes(api, parts) }, service }
}

export const userManagementModule = defineModule({
  needs: { audit: auditModule, currency: currencyModule },
  create: (platform, { audit, currency }) =>
    createUserManagementModule(platform, { audit, refused: audit.calls.refused, currency }),
})
