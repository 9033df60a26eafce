import type { RoleId } from '@steward/contracts/permission'
import type { User, UsersByState, UserStatus } from '@steward/contracts/user-management'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { directoryOf, userOf, usersByState, type UserDirectory } from './user.rules.ts'
import { insertUser, listUsers } from './user.store.ts'

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
}

export interface UserService {
  /** All users of the tenant; cached. */
  directory(tenantId: number): Promise<UserDirectory>
  /**
   * Creates a user and returns the id. Call `forget` after the commit. Throws `conflict` when the
   * email address or the external id is taken.
   */
  createUser(tx: Tx, tenantId: number, input: CreateUserInput): Promise<number>
  /** Makes every process read the tenant's users again. */
  forget(tenantId: number): Promise<void>
  /** Users sorted by name; with an external id, at most the one who has it. */
  listUsers(actor: Actor, lookup: { externalId?: string | undefined }): Promise<User[]>
  listByState(actor: Actor): Promise<UsersByState>
  /** Throws `not_found`. */
  readUser(actor: Actor, userId: number): Promise<User>
}

function taken(field: 'email' | 'externalId', message: string): AppError {
  return new AppError('conflict', 'user.taken', message, { [field]: message })
}

function refusal(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'app_user_email') return taken('email', 'A user with this email address already exists.')
  if (constraint === 'app_user_external_id') {
    return taken('externalId', 'Another user already has this external id.')
  }
  return error
}

export function createUserService(platform: Platform): UserService {
  const cache = platform.caches.create('user', async (tenantId) =>
    directoryOf(await listUsers(platform.database.tenant(tenantId), tenantId)),
  )
  return {
    directory: (tenantId) => cache.get(tenantId),
    forget: (tenantId) => cache.forget(tenantId),
    async createUser(tx, tenantId, input) {
      const user = {
        email: input.email.trim(),
        firstName: input.firstName.trim(),
        lastName: input.lastName.trim(),
        roleId: input.roleId,
        status: input.status ?? 'ACTIVE',
        displayCurrency: input.displayCurrency ?? 'USD',
        externalId: input.externalId?.trim() || null,
        createdAt: platform.clock.now(),
      }
      try {
        return await insertUser(tx, tenantId, user)
      } catch (error) {
        throw refusal(error)
      }
    },
    async listUsers({ tenantId }, { externalId }) {
      const { all } = await cache.get(tenantId)
      const found = externalId === undefined ? all : all.filter((entry) => entry.externalId === externalId)
      return found.map(userOf)
    },
    async listByState({ tenantId }) {
      return usersByState((await cache.get(tenantId)).all)
    },
    async readUser({ tenantId }, userId) {
      const entry = (await cache.get(tenantId)).byId.get(userId)
      if (!entry) throw notFound('user.unknown', 'There is no such user.')
      return userOf(entry)
    },
  }
}
