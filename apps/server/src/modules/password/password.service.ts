import { defaultPasswordCeiling } from '@steward/contracts/plain/password'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { notBefore, type Background } from '../../platform/pace/background.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashOf } from '../../platform/secrets/random-secret.ts'
import { isCommonPassword } from '../../platform/secrets/common-password.ts'
import { hashPassword } from '../../platform/secrets/password.hash.ts'
import type { AuditService } from '../audit/index.ts'
import type { IdentityProviderService } from '../identity-provider/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { deleteCode, deleteCodes, findCode, lockCodes } from '../one-time-code/index.ts'
import { putCredential } from './credential.store.ts'
import { countedName, type Caller, type Lockout } from './lockout.service.ts'
import { createPasswordReset, type PasswordChange } from './password.reset.ts'
import type { ResetPace, ResetRequest } from './reset-pace.ts'
import { ceilingFaultOf, faultOf } from '../../platform/secrets/password.rules.ts'
import { type SessionService, endSessions } from '../session/index.ts'
import { readTenantName } from '../tenant/index.ts'

/** Milliseconds that an answer takes at least which must not tell whether an account exists. */
const leastTime = 300

export interface PasswordNeighbours {
  users: UserService
  audit: AuditService
  messenger: MessengerService
  providers: IdentityProviderService
  sessions: SessionService
}

export interface PasswordParts extends PasswordNeighbours {
  lockout: Lockout
  pace: ResetPace
  background: Background
}

export interface PasswordService {
  /**
   * Mails a code, where there is someone to mail it to; nothing shows whether there is. Nothing is done where a
   * code was requested for the name a moment ago.
   */
  forgot(username: string, caller: Caller): Promise<ResetRequest>
  /** Sets a password by the code that was mailed; ends all sessions. Throws `invalid_input`. */
  reset(input: { username: string; code: string; password: string }, caller: Caller): Promise<void>
  /** Unlocks the account that the link was mailed for. Throws `invalid_input`. */
  unlock(token: string, caller: Caller): Promise<void>
  /** The caller proves by the password who they are. Throws `invalid_input`, or `unauthenticated` when locked. */
  confirm(actor: Actor, password: string, caller: Caller): Promise<void>
  /** Sets another password and ends the other sessions. Throws `invalid_input`, `unauthenticated`. */
  change(actor: Actor, input: { currentPassword: string; newPassword: string }, caller: Caller): Promise<void>
  /** Throws `invalid_input` at `field` when the password is too weak, or too long for the company. */
  check(password: string, at: { field: string; username: string; tenantId?: number }): Promise<void>
  /** Sets the password of a user: codes and open sign-ins of before are over. */
  set(tx: Tx, tenantId: number, userId: number, passwordHash: string): Promise<void>
}

function sessionNeeded(): AppError {
  return new AppError('forbidden', 'session.needed', "API tokens can't do this. Log in to do it.")
}

function elsewhere(): AppError {
  const message = 'Your company uses single sign-on. Change your password at your provider.'
  return new AppError('forbidden', 'password.elsewhere', message)
}

export function createPasswordService(platform: Platform, parts: PasswordParts): PasswordService {
  const { database, clock } = platform
  const { users, audit, messenger, providers, sessions, lockout, pace, background } = parts
  const { sendCode, reset } = createPasswordReset(platform, { ...parts, personOf, check, set, announce })

  async function personOf(tenantId: number, userId: number): Promise<UserEntry> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user) throw new Error(`User ${userId} of tenant ${tenantId} is not in the directory`)
    return user
  }

  /** A person who is signed in; a token of a program may not decide how they sign in. */
  function signedIn(actor: Actor): Promise<UserEntry> {
    if (actor.sessionId === null) throw sessionNeeded()
    return personOf(actor.tenantId, actor.userId)
  }

  async function check(password: string, at: { field: string; username: string; tenantId?: number }) {
    const isCommon = await isCommonPassword(password)
    const rules = at.tenantId === undefined ? undefined : await providers.rules(at.tenantId)
    const fault =
      faultOf(password, { username: at.username, isCommon }) ??
      ceilingFaultOf(password, rules ? rules.passwordMaxLength : defaultPasswordCeiling)
    if (fault) throw invalid('password.weak', { [at.field]: fault })
  }

  async function set(tx: Tx, tenantId: number, userId: number, passwordHash: string): Promise<void> {
    await lockCodes(tx, tenantId, userId)
    await putCredential(tx, tenantId, userId, { passwordHash, changedAt: clock.now() })
    await deleteCodes(tx, tenantId, userId)
    await users.activate(tx, tenantId, userId)
  }

  /** Writes down that the password is another, and notifies the user. */
  async function announce(
    tx: Tx,
    user: UserEntry,
    { tenantId, caller, entry }: PasswordChange,
  ): Promise<void> {
    await audit.write(tx, tenantId, { ...entry, subject: { kind: 'user', id: user.userId, name: user.name } })
    await messenger.send(tx, tenantId, {
      template: 'password-changed',
      to: { email: user.email },
      data: {
        username: user.email,
        firstName: user.firstName,
        at: clock.now(),
        address: caller.address,
        device: deviceOf(caller.userAgent),
      },
      tenantName: await readTenantName(tx, tenantId),
    })
  }

  /**
   * Whether an outside provider knows the password; what it asks for then, it asks once that is right. Why
   * not, where it could not answer.
   */
  async function isRightOutside(
    actor: Actor,
    { email }: UserEntry,
    password: string,
  ): Promise<boolean | AppError> {
    const asked = { username: email, password, remember: false, refresh: 'body' } as const
    try {
      const outcome = await providers.signIn(asked)
      if (outcome?.kind === 'challenge') return true
      return outcome?.account.userId === actor.userId && outcome.account.tenantId === actor.tenantId
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return error.code === 'unavailable' ? error : false
    }
  }

  /** Checks the caller's own password here, where `away` may say that their provider could not. */
  async function proveHere(
    actor: Actor,
    user: UserEntry,
    given: { password: string; caller: Caller; away: AppError | undefined },
  ): Promise<void> {
    const { password, caller, away } = given
    const mayUseOwn = () => providers.mayUseOwnPassword(actor.tenantId, user.roleId)
    // Where wrong ones do not count, a right one must not either: it could be guessed for as long as one likes.
    const accepts = async ({ userId }: { userId: number }) => userId === actor.userId && mayUseOwn()
    const counts = away && mayUseOwn
    try {
      await lockout.verify(user.email, password, caller, { accepts, counts })
    } catch (error) {
      throw error instanceof AppError && away ? away : error
    }
  }

  /** Checks the caller's own password, given in `field`; wrong ones count as at sign-in. */
  async function prove(
    actor: Actor,
    user: UserEntry,
    given: { field: string; password: string; caller: Caller },
  ): Promise<void> {
    const { field, password, caller } = given
    try {
      await lockout.fromAddress(caller, async () => {
        const outside = await isRightOutside(actor, user, password)
        if (outside === true) return
        await proveHere(actor, user, { password, caller, away: outside || undefined })
      })
    } catch (error) {
      const isWrong = error instanceof AppError && error.reason === 'sign_in.refused'
      throw isWrong ? invalid('password.wrong', { [field]: 'Incorrect password' }) : error
    }
    await lockout.clear(user.email)
  }

  return {
    check,
    set,
    async forgot(username, caller) {
      // No one waits for what follows, so that the fault would be reported to no one.
      if (username.includes('\0') || !username.isWellFormed()) {
        throw invalid('request.value', { username: "This contains a character that can't be stored." })
      }
      await lockout.countAddress(caller)
      const request = await pace.take(countedName(username))
      if (request.done) background.run('a forgotten password', () => sendCode(username, caller))
      return request
    },
    async reset(input, caller) {
      const { username, password } = input
      await check(password, { field: 'password', username })
      await notBefore(leastTime, () =>
        lockout.fromAddress(caller, async () => {
          await reset(input, caller)
        }),
      )
    },
    async unlock(token, caller) {
      await notBefore(leastTime, () =>
        lockout.fromAddress(caller, async () => {
          const found = await findCode(database.anonymous, hashOf(token), 'unlock')
          if (!found || found.expiresAt <= clock.now()) {
            const message = 'This link has expired or was already used. Log in, or reset your password.'
            throw invalid('unlock.refused', { token: message })
          }
          const { tenantId, userId } = found
          const user = await personOf(tenantId, userId)
          await transact(database.tenant(tenantId), async (tx) => {
            await deleteCode(tx, tenantId, found.codeId)
            await audit.write(tx, tenantId, {
              action: 'account.unlocked',
              summary: `${user.name} unlocked the account by the mailed link`,
              actor: { kind: 'anonymous', name: user.email, origin: caller },
              subject: { kind: 'user', id: userId, name: user.name },
            })
          })
          await lockout.clear(user.email)
        }),
      )
    },
    async confirm(actor, password, caller) {
      await prove(actor, await signedIn(actor), { field: 'password', password, caller })
      await transact(database.tenant(actor.tenantId), (tx) => sessions.confirm(tx, actor))
    },
    async change(actor, { currentPassword, newPassword }, caller) {
      const { tenantId, userId, sessionId } = actor
      const user = await signedIn(actor)
      if (!(await providers.mayUseOwnPassword(tenantId, user.roleId))) throw elsewhere()
      await check(newPassword, { field: 'newPassword', username: user.email, tenantId })
      await prove(actor, user, { field: 'currentPassword', password: currentPassword, caller })
      if (newPassword === currentPassword) {
        throw invalid('password.same', {
          newPassword: 'This is your current password. Choose another one.',
        })
      }
      const passwordHash = await hashPassword(newPassword)
      const ended = await transact(database.tenant(tenantId), async (tx) => {
        await set(tx, tenantId, userId, passwordHash)
        await sessions.confirm(tx, actor)
        const summary = `${user.name} changed their password`
        await announce(tx, user, { tenantId, caller, entry: { action: 'password.changed', summary, actor } })
        return endSessions(tx, tenantId, userId, { except: sessionId ?? undefined })
      })
      sessions.markEnded(ended)
    },
  }
}
