import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { verificationCodeLength } from '@steward/contracts/identity'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashPassword } from '../../platform/secrets/password.hash.ts'
import type { AuditInput, AuditService } from '../audit/index.ts'
import type { IdentityProviderService } from '../identity-provider/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { deleteCode, insertCode, lockCodes, takeLatestTry } from '../one-time-code/index.ts'
import { findLogin, nobodysTenant } from './credential.store.ts'
import type { Caller, Lockout } from './lockout.service.ts'
import { type SessionService, endSessions } from '../session/index.ts'
import { readTenantName } from '../tenant/index.ts'

const minute = 60_000
const resetMinutes = 10
const mostTries = 5
// Without the characters that are easily taken for one another.
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** Who may set a password by a code that was mailed: it proves as much as the invitation does. */
const mayReset = new Set<UserEntry['status']>(['ACTIVE', 'INVITED', 'FORCE_CHANGE_PASSWORD'])

export interface PasswordChange {
  tenantId: number
  caller: Caller
  entry: Pick<AuditInput, 'action' | 'summary' | 'actor'>
}

export interface PasswordResetParts {
  users: UserService
  audit: AuditService
  messenger: MessengerService
  providers: IdentityProviderService
  sessions: SessionService
  lockout: Lockout
  personOf(tenantId: number, userId: number): Promise<UserEntry>
  check(password: string, at: { field: string; username: string; tenantId?: number }): Promise<void>
  set(tx: Tx, tenantId: number, userId: number, passwordHash: string): Promise<void>
  announce(tx: Tx, user: UserEntry, act: PasswordChange): Promise<void>
}

interface NewPassword {
  username: string
  code: string
  password: string
}

export interface PasswordReset {
  /** Mails a code where there is someone to mail it to; a provider outside mails its own. */
  sendCode(username: string, caller: Caller): Promise<void>
  /** Sets the password by the code and ends all sessions, here or at the provider. Throws `invalid_input`. */
  reset(input: NewPassword, caller: Caller): Promise<void>
}

const wrongCode = () =>
  invalid('reset.refused', { code: 'Invalid verification code provided, please try again.' })

function newResetCode(): string {
  const letters = Array.from({ length: verificationCodeLength }, () => randomInt(codeAlphabet.length))
  return letters.map((index) => codeAlphabet[index]).join('')
}

/** A forgotten password: a code by mail, and the new password that it buys. */
export function createPasswordReset(platform: Platform, parts: PasswordResetParts): PasswordReset {
  const { database, clock, secrets } = platform
  const { users, audit, messenger, providers, sessions, lockout, personOf } = parts

  // Codes are short, so that a plain hash would give them away to anyone who has a copy of the database.
  function codeHashes(userId: number, code: string): Buffer[] {
    const text = `${userId}:${code.toUpperCase()}`
    return secrets.keys('reset-code').map(({ key }) => createHmac('sha256', key).update(text).digest())
  }

  async function sendCode(username: string, caller: Caller): Promise<void> {
    if (await providers.forgotPassword(username)) return
    const login = await findLogin(database.anonymous, username)
    if (!login || !mayReset.has(login.status)) return
    const { tenant_id: tenantId, user_id: userId } = login
    const user = await personOf(tenantId, userId)
    if (!(await providers.mayUseOwnPassword(tenantId, user.roleId))) return
    const createdAt = clock.now()
    await transact(database.tenant(tenantId), async (tx) => {
      await lockCodes(tx, tenantId, userId)
      const code = newResetCode()
      const hash = codeHashes(userId, code)[0] as Buffer
      const expiresAt = new Date(createdAt.getTime() + resetMinutes * minute)
      await insertCode(tx, tenantId, { userId, purpose: 'reset', hash, createdAt, expiresAt })
      await messenger.send(tx, tenantId, {
        template: 'password-reset',
        to: { email: user.email },
        data: { username: user.email, firstName: user.firstName, code, validMinutes: resetMinutes },
        tenantName: await readTenantName(tx, tenantId),
      })
      await audit.write(tx, tenantId, {
        action: 'password.reset_requested',
        summary: `Password reset code sent to ${user.name}`,
        actor: { kind: 'anonymous', name: user.email, origin: caller },
        subject: { kind: 'user', id: userId, name: user.name },
      })
    })
  }

  /** Whose code it is, and which; the try is counted. The same work is done for a name that no one has. */
  async function redeem(
    username: string,
    code: string,
  ): Promise<{ tenantId: number; userId: number; codeId: number }> {
    const login = await findLogin(database.anonymous, username)
    const { tenant_id: tenantId, user_id: userId } = login ?? { tenant_id: nobodysTenant, user_id: 0 }
    const tried = await transact(database.tenant(tenantId), (tx) =>
      takeLatestTry(tx, tenantId, userId, { purpose: 'reset', at: clock.now(), most: mostTries }),
    )
    const isRight = tried && codeHashes(userId, code).some((hash) => timingSafeEqual(hash, tried.hash))
    if (!login || !isRight || !mayReset.has(login.status)) throw wrongCode()
    return { tenantId, userId, codeId: tried.codeId }
  }

  async function resetOwn({ username, code, password }: NewPassword, caller: Caller): Promise<void> {
    const { tenantId, userId, codeId } = await redeem(username, code)
    await parts.check(password, { field: 'password', username, tenantId })
    const user = await personOf(tenantId, userId)
    const passwordHash = await hashPassword(password)
    const ended = await transact(database.tenant(tenantId), async (tx) => {
      await lockCodes(tx, tenantId, userId)
      // Anyone who gave the same code at the same moment may have been faster.
      if (!(await deleteCode(tx, tenantId, codeId))) throw wrongCode()
      await parts.set(tx, tenantId, userId, passwordHash)
      const actor = { kind: 'anonymous', name: user.email, origin: caller } as const
      const summary = `${user.name} set a new password by a mailed code`
      await parts.announce(tx, user, {
        tenantId,
        caller,
        entry: { action: 'password.reset', summary, actor },
      })
      return endSessions(tx, tenantId, userId)
    })
    sessions.markEnded(ended)
    await lockout.clear(user.email)
    await users.forget(tenantId)
  }

  /** An outside provider has another password: what was signed in with the one before is over. */
  async function endAllOf(username: string): Promise<void> {
    const login = await findLogin(database.anonymous, username)
    if (!login) return
    const { tenant_id: tenantId, user_id: userId } = login
    sessions.markEnded(await endSessions(database.tenant(tenantId), tenantId, userId))
  }

  return {
    sendCode,
    async reset(input, caller) {
      if (await providers.resetPassword(input)) await endAllOf(input.username)
      else await resetOwn(input, caller)
    },
  }
}
