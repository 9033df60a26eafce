import type { SessionUser, TenantConfiguration } from '@steward/contracts/identity'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { createBackground } from '../../platform/pace/background.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { IdentityProviderService } from '../identity-provider/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import { userOf, type UserService } from '../user-management/index.ts'
import { createAccessTokens } from '../../platform/session/access-token.ts'
import { createActorFinder, type TokenReader } from '../../platform/session/actor-finder.ts'
import { createChallenges, type ChallengeService } from './challenge.service.ts'
import { followEndedSessions } from '../../platform/session/ended-sessions.ts'
import { hasCredential } from './credential.store.ts'
import { createInstanceService, type InstanceService } from './instance.service.ts'
import { createLockout, type Caller } from './lockout.service.ts'
import { createPasswordService, type PasswordService } from './password.service.ts'
import { createSecondFactorService, type SecondFactorService } from './second-factor.service.ts'
import {
  createSessionService,
  type RefreshCall,
  type SessionOptions,
  type SessionService,
  type SessionTokens,
} from './session.service.ts'
import { listEnded, readSession } from './session.store.ts'
import { createSignIn, type SignInService } from './sign-in.service.ts'
import { readTenantName } from './tenant.store.ts'
import { createUserAccess, type RevokeTokens } from './user.access.ts'

export interface IdentityService extends InstanceService {
  /** Who a token belongs to. Throws `unauthenticated`. */
  findActor(token: string): Promise<Actor>
  /** Starts a session of a user who is known to be who they say, and returns its access token. */
  startSession(tenantId: number, userId: number, options: SessionOptions): Promise<string>
  /** New tokens for a refresh token. Throws `unauthenticated` and `rate_limited`. */
  refresh(given: Omit<RefreshCall, 'origin'>, caller: Caller): Promise<SessionTokens & { user: SessionUser }>
  sessionUser(actor: Pick<Actor, 'tenantId' | 'userId'>): Promise<SessionUser>
  sessions: SessionService
  secondFactor: SecondFactorService
  signIn: SignInService
  challenges: ChallengeService
  passwords: PasswordService
  /** How people with addresses like this one sign in. */
  tenantConfiguration(username: string): Promise<TenantConfiguration>
  /** Forgets what was counted long ago. */
  sweep(): Promise<void>
  /** Resolves when what no one waits for is done: mails and entries that follow a refusal. */
  settled(): Promise<void>
  /** Ends what runs by itself. */
  stop(): Promise<void>
}

export interface IdentityParts {
  users: UserService
  audit: AuditService
  messenger: MessengerService
  /** The outside provider of a company, where it has one: asked before Steward's own passwords. */
  providers: IdentityProviderService
  revokeTokens: RevokeTokens
  /** Readers of tokens that are not ours. */
  tokenReaders: readonly TokenReader[]
}

export function createIdentityService(platform: Platform, parts: IdentityParts): IdentityService {
  const { database, clock, secrets, log } = platform
  const { users, audit, tokenReaders } = parts
  const tokens = createAccessTokens(secrets, clock)
  const ended = followEndedSessions(
    {
      endedWithin: (milliseconds) => listEnded(database.anonymous, milliseconds),
      async hasEnded(tenantId, sessionId) {
        const session = await readSession(database.tenant(tenantId), tenantId, sessionId)
        return !session || session.endedAt !== null
      },
    },
    log,
  )
  /** Anyone who comes by the page of a provider types no password there, and has or may use none here. */
  async function hasPassword({ tenantId, userId, roleId }: Actor): Promise<boolean> {
    const { provider } = await parts.providers.rules(tenantId)
    if (provider !== 'oidc') return true
    if (!(await parts.providers.mayUseOwnPassword(tenantId, roleId))) return false
    return hasCredential(database.tenant(tenantId), tenantId, userId)
  }
  const sessions = createSessionService(platform, { tokens, ended, audit, hasPassword })
  const secondFactor = createSecondFactorService(platform, {
    ...parts,
    isMfaRequired: async (tenantId) => (await parts.providers.rules(tenantId)).mfaRequired,
    requireConfirmed: sessions.requireConfirmed,
  })
  const finder = createActorFinder(clock, { tokens, ended, users, others: tokenReaders })
  const tenantNames = platform.caches.create('tenant-name', async (tenantId, db) => ({
    name: await readTenantName(db, tenantId),
  }))

  async function sessionUser({ tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>): Promise<SessionUser> {
    const [directory, tenant] = await Promise.all([users.directory(tenantId), tenantNames.get(tenantId)])
    const entry = directory.byId.get(userId)
    if (!entry) throw new Error(`User ${userId} of tenant ${tenantId} is not in the directory`)
    return { ...userOf(entry), tenantName: tenant.name }
  }

  const background = createBackground(log)
  const lockout = createLockout(platform, { ...parts, background })
  const all = { ...parts, sessions, lockout, background, secondFactor, sessionUser }
  const passwords = createPasswordService(platform, all)
  const signIn = createSignIn(platform, all)
  users.registerAccess(createUserAccess(platform, all))

  return {
    ...createInstanceService(platform, users),
    sessions,
    secondFactor,
    findActor: (token) => finder.find(token),
    async startSession(tenantId, userId, options) {
      const start = (tx: Tx) => sessions.start(tx, tenantId, userId, options)
      return (await transact(database.tenant(tenantId), start)).token
    },
    async refresh(given, caller) {
      const { tenantId, userId, ...fresh } = await lockout.refreshing(caller, () =>
        sessions.refresh({ ...given, origin: caller }),
      )
      return { ...fresh, user: await sessionUser({ tenantId, userId }) }
    },
    sessionUser,
    signIn,
    challenges: createChallenges(platform, { ...all, signIn, passwords }),
    passwords,
    tenantConfiguration: (username) => parts.providers.tenantConfiguration(username),
    sweep: () => lockout.sweep(),
    settled: () => background.settled(),
    async stop() {
      await ended.stop()
      await background.settled()
    },
  }
}
