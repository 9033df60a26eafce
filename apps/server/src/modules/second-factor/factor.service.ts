import { randomInt } from 'node:crypto'
import type {
  AuthenticatorSecret,
  FactorVerified,
  PreferredFactor,
  SecondFactor,
} from '@steward/contracts/second-factor'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserEntry } from '../user-management/index.ts'
import { findLogin } from '../password/index.ts'
import { createFactorNotices } from './factor.notice.ts'
import { authenticatorUrl, hiddenPhone, newSecretCode, recoveryCodeFrom, stepOfCode } from './factor.rules.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  enableAuthenticator,
  enablePhone,
  listUsersWithFactor,
  lockFactor,
  putPending,
  readFactor,
  replaceRecoveryCodes,
  setPreferred,
  type StoredFactor,
} from './factor.store.ts'
import {
  authenticatorPurpose,
  createFactorVerification,
  factorLimit,
  type FactorNeighbours,
  type FactorVerification,
} from './factor.verification.ts'

const recoveryCodeCount = 10

/** Who sets a factor up in the midst of signing in; there is no session yet. */
export type Newcomer = Pick<Actor, 'tenantId' | 'userId' | 'origin'>

export interface SecondFactorService extends FactorVerification {
  /** The actor's own factor. */
  read(actor: Actor): Promise<SecondFactor>
  /** Sends a code to a number that is to be verified; the time from which another may be asked for. */
  registerPhone(actor: Actor, phoneNumber: string): Promise<Date>
  verifyPhone(actor: Actor, code: string): Promise<FactorVerified>
  /** A new authenticator; the old one goes on working until the first code of this one. */
  registerAuthenticator(actor: Actor): Promise<AuthenticatorSecret>
  verifyAuthenticator(actor: Actor, code: string): Promise<FactorVerified>
  setPreference(actor: Actor, preferred: PreferredFactor): Promise<SecondFactor>
  /** Ten fresh codes, in place of those there were. */
  makeRecoveryCodes(actor: Actor): Promise<string[]>
  /** The same two steps for a user whose company asks for a factor before there is a session. */
  beginSetUp(tx: Tx, newcomer: Newcomer): Promise<AuthenticatorSecret>
  /** Null when the code is wrong. Call `users.forget` after the commit. */
  completeSetUp(tx: Tx, newcomer: Newcomer, code: string): Promise<FactorVerified | null>
  /** An administrator takes the factor of a user away. */
  disableMfa(tx: Tx, tenantId: number, userId: number, by: Actor): Promise<void>
  /** Anyone who runs Steward takes it away, where no one can sign in to do so. Whether it was on; undefined: no such user. */
  disableMfaOf(username: string): Promise<boolean | undefined>
  usersWithMfa(db: Db, tenantId: number): Promise<ReadonlySet<number>>
}

export interface SecondFactorParts extends FactorNeighbours {
  /** Throws `forbidden` when it is too long ago that the caller proved who they are. */
  requireConfirmed(actor: Actor): Promise<void>
  /** Whether the company asks everyone for a second factor. */
  isMfaRequired(tenantId: number): Promise<boolean>
}

function wrongAuthenticatorCode(): AppError {
  return invalid('mfa.enable_failed', { code: 'Code mismatch and fail enable Software Token MFA' })
}

/** What is missing before the factor can be the preferred one. */
function lackOf(preferred: PreferredFactor, factor: StoredFactor): string | undefined {
  if (preferred === 'SMS' && !factor.phoneNumber) return 'Verify a mobile number first.'
  if (preferred === 'TOTP' && !factor.totpSecret) return 'Set up an authenticator app first.'
  return undefined
}

export function createSecondFactorService(platform: Platform, parts: SecondFactorParts): SecondFactorService {
  const { database, clock, secrets } = platform
  const { users } = parts
  const verification = createFactorVerification(platform, parts)
  const { note, announce, announceDisabled, announceDisabledThere } = createFactorNotices(platform, parts)

  async function personOf(tenantId: number, userId: number): Promise<UserEntry> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user) throw notFound('user.unknown', 'This user does not exist.')
    return user
  }

  /** Only a person who proved lately who they are may change how they sign in. */
  async function personAt(actor: Actor): Promise<UserEntry> {
    await parts.requireConfirmed(actor)
    return personOf(actor.tenantId, actor.userId)
  }

  async function newRecoveryCodes(tx: Tx, actor: Actor, user: UserEntry): Promise<string[]> {
    const { tenantId, userId } = actor
    const codes = new Set<string>()
    while (codes.size < recoveryCodeCount) codes.add(recoveryCodeFrom((below) => randomInt(below)))
    const hashes = [...codes].map((code) => verification.recoveryHash(tenantId, userId, code))
    await replaceRecoveryCodes(tx, tenantId, userId, hashes)
    await note(tx, actor, user, 'mfa.recovery_codes_made', `${user.name} was given new recovery codes`)
    return [...codes]
  }

  /** Called after the first valid code of a factor. */
  async function verified(
    tx: Tx,
    actor: Actor,
    user: UserEntry,
    preferred: PreferredFactor,
  ): Promise<FactorVerified> {
    await announce(tx, actor, user, preferred)
    const left = await countRecoveryCodes(tx, actor.tenantId, actor.userId)
    return { recoveryCodes: left > 0 ? null : await newRecoveryCodes(tx, actor, user) }
  }

  async function newAuthenticator(
    tx: Tx,
    { tenantId, userId }: Newcomer,
    account: string,
  ): Promise<AuthenticatorSecret> {
    const secretCode = newSecretCode()
    await lockFactor(tx, tenantId, userId, clock.now())
    await putPending(tx, tenantId, userId, secrets.encrypt(secretCode, authenticatorPurpose))
    return { secretCode, url: authenticatorUrl(secretCode, account) }
  }

  async function tryNewAuthenticator(
    tx: Tx,
    actor: Actor,
    user: UserEntry,
    code: string,
  ): Promise<FactorVerified | null> {
    const { tenantId, userId } = actor
    const pending = (await readFactor(tx, tenantId, userId))?.totpPending
    const secret = pending && verification.openSecret(pending)
    if (!secret) {
      throw new AppError('conflict', 'mfa.not_begun', 'Start the set-up of the authenticator app again.')
    }
    const now = clock.now()
    const step = stepOfCode(secret, code, now)
    if (step === null) return null
    const isFirst = await enableAuthenticator(tx, tenantId, userId, { secret: pending, step, at: now })
    return isFirst ? verified(tx, actor, user, 'TOTP') : null
  }

  /** Anyone who has a factor already changes it in a session, where the factor itself was asked for. */
  async function newcomerOf(tx: Tx, { tenantId, userId }: Newcomer): Promise<UserEntry> {
    const factor = await lockFactor(tx, tenantId, userId, clock.now())
    if (factor.preferred === 'NOMFA') return personOf(tenantId, userId)
    throw new AppError(
      'conflict',
      'mfa.already_on',
      'You already have two-factor authentication. Log in again.',
    )
  }

  async function read({ tenantId, userId }: Actor): Promise<SecondFactor> {
    const db = database.tenant(tenantId)
    const [factor, recoveryCodesLeft, required] = await Promise.all([
      readFactor(db, tenantId, userId),
      countRecoveryCodes(db, tenantId, userId),
      parts.isMfaRequired(tenantId),
    ])
    const hasAuthenticator = Boolean(factor?.totpSecret)
    const isSetUp = hasAuthenticator || Boolean(factor?.phoneNumber)
    return {
      preferredMFA: factor?.preferred ?? 'NOMFA',
      required,
      mobileNumber: factor?.phoneNumber ? hiddenPhone(factor.phoneNumber) : null,
      hasAuthenticator,
      recoveryCodesLeft,
      changedAt: factor && isSetUp ? factor.changedAt.toISOString() : null,
    }
  }

  /** `work` in a transaction; unless it gave null, everyone's list of users then shows who has a factor. */
  async function change<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await transact(database.tenant(tenantId), work)
    if (result !== null) await users.forget(tenantId)
    return result
  }

  return {
    ...verification,
    read,
    async registerPhone(actor, phoneNumber) {
      await personAt(actor)
      const { tenantId, userId } = actor
      const { sent, nextAt } = await transact(database.tenant(tenantId), (tx) =>
        verification.sendSetUpCode(tx, tenantId, userId, phoneNumber, clock.now()),
      )
      if (!sent) throw factorLimit('Wait 30 seconds before you request another code.')
      return nextAt
    },
    async verifyPhone(actor, code) {
      const user = await personAt(actor)
      const { tenantId, userId } = actor
      const done = await change(tenantId, async (tx) => {
        const now = clock.now()
        await lockFactor(tx, tenantId, userId, now)
        const phoneNumber = await verification.verifySetUpCode(tx, tenantId, userId, code, now)
        if (!phoneNumber) return null
        await setPreferred(tx, tenantId, userId, 'NOMFA', now)
        await enablePhone(tx, tenantId, userId, phoneNumber, now)
        return verified(tx, actor, user, 'SMS')
      })
      if (done) return done
      throw invalid('mfa.code_mismatch', { code: 'Invalid verification code provided, please try again.' })
    },
    async registerAuthenticator(actor) {
      const { email } = await personAt(actor)
      return transact(database.tenant(actor.tenantId), (tx) => newAuthenticator(tx, actor, email))
    },
    async verifyAuthenticator(actor, code) {
      const user = await personAt(actor)
      const done = await change(actor.tenantId, (tx) => tryNewAuthenticator(tx, actor, user, code))
      if (!done) throw wrongAuthenticatorCode()
      return done
    },
    async setPreference(actor, preferred) {
      const user = await personAt(actor)
      const { tenantId, userId } = actor
      if (preferred === 'NOMFA' && (await parts.isMfaRequired(tenantId))) {
        throw new AppError('forbidden', 'mfa.required', 'Your company requires two-factor authentication.')
      }
      await change(tenantId, async (tx) => {
        const factor = await lockFactor(tx, tenantId, userId, clock.now())
        const lack = lackOf(preferred, factor)
        if (lack) throw invalid('mfa.not_verified', { preferredMFA: lack })
        if (factor.preferred === preferred) return
        await setPreferred(tx, tenantId, userId, preferred, clock.now())
        await announce(tx, actor, user, preferred)
      })
      return read(actor)
    },
    async makeRecoveryCodes(actor) {
      const user = await personAt(actor)
      return transact(database.tenant(actor.tenantId), async (tx) => {
        const factor = await lockFactor(tx, actor.tenantId, actor.userId, clock.now())
        if (factor.preferred === 'NOMFA') {
          throw new AppError('conflict', 'mfa.off', 'Turn on two-factor authentication first.')
        }
        return newRecoveryCodes(tx, actor, user)
      })
    },
    async beginSetUp(tx, newcomer) {
      const { email } = await newcomerOf(tx, newcomer)
      return newAuthenticator(tx, newcomer, email)
    },
    async completeSetUp(tx, newcomer, code) {
      const user = await newcomerOf(tx, newcomer)
      return tryNewAuthenticator(tx, { ...newcomer, roleId: user.roleId, sessionId: null }, user, code)
    },
    async disableMfa(tx, tenantId, userId, by) {
      if (by.sessionId === null) {
        throw new AppError('forbidden', 'session.needed', "API tokens can't do this. Log in to do it.")
      }
      if (by.userId === userId) {
        throw new AppError(
          'forbidden',
          'mfa.own',
          'Turn off your own two-factor authentication in your security settings.',
        )
      }
      const [user, administrator] = await Promise.all([
        personOf(tenantId, userId),
        personOf(tenantId, by.userId),
      ])
      if (await deleteFactor(tx, tenantId, userId)) await announceDisabled(tx, by, user, administrator)
    },
    async disableMfaOf(username) {
      const login = await findLogin(database.anonymous, username)
      if (!login) return undefined
      const { tenant_id: tenantId, user_id: userId } = login
      const user = await personOf(tenantId, userId)
      return change(tenantId, async (tx) => {
        const wasOn = await deleteFactor(tx, tenantId, userId)
        if (wasOn) await announceDisabledThere(tx, tenantId, user)
        return wasOn
      })
    },
    async usersWithMfa(db, tenantId) {
      return new Set(await listUsersWithFactor(db, tenantId))
    },
  }
}
