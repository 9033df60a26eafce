import type { SessionUser } from '@steward/contracts/identity'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { userOf, type UserService } from '../user-management/index.ts'
import { createAttemptLimit } from './attempt.limit.ts'
import { findLogin } from './credential.store.ts'
import { createInstanceService, type InstanceService } from './instance.service.ts'
import { verifyPassword } from './password.hash.ts'
import { createSessionService, type SessionOptions } from './session.service.ts'
import { readTenantName } from './tenant.store.ts'

export interface SignInInput {
  username: string
  password: string
  remember: boolean
  /** Where the caller is: an IP address, or the network of one. */
  address: string
  userAgent?: string | undefined
}

export interface SignedIn {
  token: string
  /** ISO 8601 in UTC. */
  expiresAt: string
  user: SessionUser
}

export interface IdentityService extends InstanceService {
  /** Who a session token belongs to. Throws `unauthenticated`. */
  findActor(token: string): Promise<Actor>
  /** Starts a session of a user who is known to be who they say, and returns its token. */
  startSession(tenantId: number, userId: number, options: SessionOptions): Promise<string>
  /**
   * Throws `unauthenticated`, in the same words for an unknown username, a wrong password and a
   * user who may not sign in; `rate_limited` after too many failures.
   */
  signIn(input: SignInInput): Promise<SignedIn>
  signOut(actor: Actor): Promise<void>
  sessionUser(actor: Pick<Actor, 'tenantId' | 'userId'>): Promise<SessionUser>
}

/** Failed sign-ins to one username from one address, in a minute. */
const mostFailures = 10
const failureWindow = 60_000

export function createIdentityService(platform: Platform, users: UserService): IdentityService {
  const { database, clock } = platform
  const sessions = createSessionService(platform)
  const failures = createAttemptLimit(clock, mostFailures, failureWindow)

  async function sessionUser({ tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>): Promise<SessionUser> {
    const [directory, tenantName] = await Promise.all([
      users.directory(tenantId),
      readTenantName(database.tenant(tenantId), tenantId),
    ])
    const entry = directory.byId.get(userId)
    if (!entry) throw new Error(`User ${userId} of tenant ${tenantId} is not in the directory`)
    return { ...userOf(entry), tenantName }
  }

  return {
    ...createInstanceService(platform, users),
    findActor: (token) => sessions.findActor(token),
    startSession: async (tenantId, userId, options) =>
      (await sessions.start(tenantId, userId, options)).token,
    async signIn({ username, password, remember, address, userAgent }) {
      const key = `${address} ${username.toLowerCase()}`
      if (!failures.take(key)) {
        throw new AppError(
          'rate_limited',
          'sign_in.too_many',
          'Too many attempts. Wait a minute and try again.',
        )
      }
      const login = await findLogin(database.anonymous, username)
      const matches = await verifyPassword(login?.password_hash, password)
      if (!login || !matches || login.status !== 'ACTIVE') {
        throw new AppError('unauthenticated', 'sign_in.refused', 'Incorrect username or password')
      }
      failures.giveBack(key)
      const { tenant_id: tenantId, user_id: userId } = login
      const { token, expiresAt } = await sessions.start(tenantId, userId, { remember, userAgent, address })
      const user = await sessionUser({ tenantId, userId })
      return { token, expiresAt: expiresAt.toISOString(), user }
    },
    signOut: (actor) => sessions.end(actor),
    sessionUser,
  }
}
