import type { SessionUser, TenantConfiguration } from '@steward/contracts/identity'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccessTokens } from '../../platform/session/access-token.ts'
import { createActorFinder } from '../../platform/session/actor-finder.ts'
import type { EndedSessions } from '../../platform/session/ended-sessions.ts'
import type { ApiTokenService } from '../api-token/index.ts'
import type { AuditService } from '../audit/index.ts'
import type { IdentityProviderService } from '../identity-provider/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import { hasCredential, type Caller, type Lockout, type PasswordService } from '../password/index.ts'
import type { SecondFactorService } from '../second-factor/index.ts'
import type { RefreshCall, SessionOptions, SessionService, SessionTokens } from '../session/index.ts'
import { userOf, type UserService } from '../user-management/index.ts'
import { createChallenges, type ChallengeService } from './challenge.service.ts'
import { createCompanyService, type CompanyService } from './company.service.ts'
import { createInstanceService, type InstanceService } from './instance.service.ts'
import { createSignIn, type SignInService } from './sign-in.service.ts'
import { createUserAccess } from './user.access.ts'

export type { SessionTokens }

export interface IdentityService extends InstanceService {
  /** Who a token belongs to. Throws `unauthenticated`. */
  findActor(token: string): Promise<Actor>
  /** Starts a session of a user who is known to be who they say, and returns its access token. */
  startSession(tenantId: number, userId: number, options: SessionOptions): Promise<string>
  /** New tokens for a refresh token. Throws `unauthenticated` and `rate_limited`. */
  refresh(given: Omit<RefreshCall, 'origin'>, caller: Caller): Promise<SessionTokens & { user: SessionUser }>
  sessionUser(actor: Pick<Actor, 'tenantId' | 'userId'>): Promise<SessionUser>
  company: CompanyService
  signIn: SignInService
  challenges: ChallengeService
  /** How people with addresses like this one sign in. */
  tenantConfiguration(username: string): Promise<TenantConfiguration>
  /** Resolves when what no one waits for is done: mails and entries that follow a refusal. */
  settled(): Promise<void>
}

export interface IdentityParts {
  users: UserService
  audit: AuditService
  messenger: MessengerService
  apiTokens: Pick<ApiTokenService, 'readToken' | 'revokeAllOf'>
  /** The outside provider of a company, where it has one: asked before Steward's own passwords. */
  providers: IdentityProviderService
  sessions: SessionService & {
    tokens: AccessTokens
    ended: EndedSessions
    registerPasswordCheck(check: (actor: Actor) => Promise<boolean>): void
  }
  passwords: PasswordService & { lockout: Lockout; settled(): Promise<void> }
  secondFactor: SecondFactorService
}

export function createIdentityService(platform: Platform, parts: IdentityParts): IdentityService {
  const { database, clock } = platform
  const { users, apiTokens, providers, sessions, passwords } = parts
  const { lockout } = passwords

  /** Anyone who comes by the page of a provider types no password there, and has or may use none here. */
  async function hasPassword({ tenantId, userId, roleId }: Actor): Promise<boolean> {
    const { provider } = await providers.rules(tenantId)
    if (provider !== 'oidc') return true
    if (!(await providers.mayUseOwnPassword(tenantId, roleId))) return false
    return hasCredential(database.tenant(tenantId), tenantId, userId)
  }
  sessions.registerPasswordCheck(hasPassword)
  const finder = createActorFinder(clock, {
    tokens: sessions.tokens,
    ended: sessions.ended,
    users,
    others: [apiTokens.readToken, providers.readToken],
  })
  const company = createCompanyService(platform, parts)

  async function sessionUser({ tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>): Promise<SessionUser> {
    const [directory, { name, startPage, fetchLogos }] = await Promise.all([
      users.directory(tenantId),
      company.read(tenantId),
    ])
    const entry = directory.byId.get(userId)
    if (!entry) throw new Error(`User ${userId} of tenant ${tenantId} is not in the directory`)
    return { ...userOf(entry), tenantName: name, companyStartPage: startPage, companyLogos: fetchLogos }
  }

  const all = { ...parts, lockout, sessionUser, revokeTokens: apiTokens.revokeAllOf }
  const signIn = createSignIn(platform, all)
  users.registerAccess(createUserAccess(platform, all))

  return {
    ...createInstanceService(platform, users),
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
    company,
    signIn,
    challenges: createChallenges(platform, { ...all, signIn }),
    tenantConfiguration: (username) => providers.tenantConfiguration(username),
    settled: passwords.settled,
  }
}
