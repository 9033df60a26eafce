import { randomUUID } from 'node:crypto'
import type { RoleId } from '@steward/contracts/plain/permission'
import type { User, UsersByState, UserStatus } from '@steward/contracts/user-management'
import { may, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refusal, type UserContext } from './user.context.ts'
import type { UserRegistry } from './user.registry.ts'
import { serviceAddress, userOf, usersByState, type UserDirectory } from './user.rules.ts'
import { activateUser, insertService, insertUser, reinstateUsers, retireUsers } from './user.store.ts'

export interface CreateUserInput {
  email: string
  firstName: string
  lastName: string
  roleId: RoleId
  /** ACTIVE unless told. */
  status?: UserStatus
  /** A currency code, USD unless told. */
  displayCurrency?: string
  externalId?: string | null
  /** Whether the first visit to the profile is over; true unless told. */
  profileCompleted?: boolean
}

export interface UserService extends Pick<UserRegistry, 'registerAccess' | 'registerBelongings'> {
  /** All users of the tenant; cached. */
  directory(tenantId: number): Promise<UserDirectory>
  /**
   * Creates a user and returns the id. Call `forget` after the commit. Throws `conflict` when the
   * email address or the external id is taken.
   */
  createUser(tx: Tx, tenantId: number, input: CreateUserInput): Promise<number>
  /**
   * Creates the service that an API token of the tenant works as, called "API: <name>", and returns its
   * id. It is in no list, and can be given nothing. Call `forget` after the commit.
   */
  createServiceUser(tx: Tx, tenantId: number, name: string, roleId: RoleId): Promise<number>
  /** Someone who was invited came for the first time, and is active from now on. Call `forget` after the commit. */
  activate(tx: Tx, tenantId: number, userId: number): Promise<void>
  /** Takes deactivated people off every list for good; what they did is still named. */
  retire(tenantId: number, userIds: readonly number[]): Promise<void>
  /** Makes retired people active users again, by their addresses. Returns those found. Call `forget` after the commit. */
  reinstate(tx: Tx, tenantId: number, addresses: readonly string[]): Promise<Set<string>>
  /** Makes every process read the tenant's users again; needed too when a second factor comes or goes. */
  forget(tenantId: number): Promise<void>
  /** Users sorted by name; with an external id, at most the one who has it. */
  listUsers(actor: Actor, lookup: { externalId?: string | undefined }): Promise<User[]>
  listByState(actor: Actor): Promise<UsersByState>
}

export function createUserService(context: UserContext): UserService {
  const { platform, cache, registry } = context
  return {
    registerAccess: registry.registerAccess,
    registerBelongings: registry.registerBelongings,
    directory: (tenantId) => cache.get(tenantId),
    forget: (tenantId) => cache.forget(tenantId),
    activate: activateUser,
    reinstate: reinstateUsers,
    async retire(tenantId, userIds) {
      await retireUsers(platform.database.tenant(tenantId), tenantId, userIds)
      await cache.forget(tenantId)
    },
    async createUser(tx, tenantId, input) {
      const user = {
        email: input.email.trim(),
        firstName: input.firstName.trim(),
        lastName: input.lastName.trim(),
        roleId: input.roleId,
        status: input.status ?? 'ACTIVE',
        displayCurrency: input.displayCurrency ?? 'USD',
        externalId: input.externalId?.trim() || null,
        profileCompleted: input.profileCompleted ?? true,
        createdAt: platform.clock.now(),
      }
      try {
        return await insertUser(tx, tenantId, user)
      } catch (error) {
        throw refusal(error)
      }
    },
    createServiceUser(tx, tenantId, name, roleId) {
      const email = serviceAddress(randomUUID())
      const createdAt = platform.clock.now()
      return insertService(tx, tenantId, { email, name: `API: ${name}`, roleId, createdAt })
    },
    async listUsers({ tenantId }, { externalId }) {
      const { all } = await cache.get(tenantId)
      const found = externalId === undefined ? all : all.filter((entry) => entry.externalId === externalId)
      return found.map(userOf)
    },
    async listByState(actor) {
      const { tenantId } = actor
      const { all } = await cache.get(tenantId)
      if (!may(actor, 'user.administer')) return usersByState(all)
      return usersByState(all, await registry.access().lastSeen(platform.database.tenant(tenantId), tenantId))
    },
  }
}
