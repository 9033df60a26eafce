import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { resendSeconds } from '@steward/contracts/identity'
import type { PreferredFactor } from '@steward/contracts/second-factor'
import type { Actor, Origin } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { readKeptKeys } from '../../platform/secrets/kept-keys.ts'
import type { AuditService } from '../audit/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import type { UserService } from '../user-management/index.ts'
import { deleteCode, insertCode, readSent, takeLatestTry } from '../one-time-code/index.ts'
import { hiddenPhone, preferredOfKind, recoveryCodeOf, stepOfCode, type FactorKind } from './factor.rules.ts'
import {
  burnRecoveryCode,
  forgiveTries,
  lockFactor,
  readFactor,
  takeStep,
  takeTry,
  type StoredFactor,
} from './factor.store.ts'
import { readTenantName } from '../tenant/index.ts'

const minute = 60_000
const hour = 60 * minute

/** How long a code by text message is good, and how often it may be tried. */
const smsMinutes = 10
const mostSmsTries = 5
/** Text messages cost money: more than these in an hour is no one who signs in. */
const mostSmsInAnHour = 10
/** Wrong codes of one user in a row, each within an hour of the one before. */
const mostFailures = 10

type SmsPurpose = 'sms_sign_in' | 'sms_set_up'

/** What the secrets of authenticators are encrypted for. */
export const authenticatorPurpose = 'authenticator'
const recoveryPurpose = 'recovery-code'

export interface FactorAtSignIn {
  preferred: PreferredFactor
  phoneNumber: string | null
  /** The number as far as it may be shown. */
  destination: string | null
}

export interface SentCode {
  /** False when one was sent less than 30 seconds ago, which is still good. */
  sent: boolean
  nextAt: Date
}

export interface FactorVerification {
  secondFactorOf(db: Db | Tx, tenantId: number, userId: number): Promise<FactorAtSignIn>
  /**
   * Whether the code is right; it is used up then. A recovery code counts in place of any other. The
   * caller commits in either case, as wrong codes are counted. Throws `rate_limited` after ten wrong ones.
   */
  verifyFactor(
    tx: Tx,
    tenantId: number,
    userId: number,
    kind: FactorKind,
    code: string,
    now: Date,
    origin?: Origin,
  ): Promise<boolean>
  /**
   * Sends a code to the phone of the user. Throws `rate_limited` after too many in an hour, `conflict` when
   * there is no phone any longer.
   */
  sendSignInCode(tx: Tx, tenantId: number, userId: number, now: Date): Promise<SentCode>
  /** The same for a number that is still to be verified. */
  sendSetUpCode(tx: Tx, tenantId: number, userId: number, phoneNumber: string, now: Date): Promise<SentCode>
  /** The number that the code verifies, or null when it is wrong; the caller commits in either case. */
  verifySetUpCode(tx: Tx, tenantId: number, userId: number, code: string, now: Date): Promise<string | null>
  /** The secret of an authenticator; null when the key is gone that it was encrypted with. */
  openSecret(encrypted: string): string | null
  /** What is stored of a recovery code. */
  recoveryHash(tenantId: number, userId: number, code: string): Buffer
}

export interface FactorNeighbours {
  users: UserService
  audit: AuditService
  messenger: MessengerService
}

/** The answer to anyone who asks for another code too soon, or has tried too many. */
export function factorLimit(message: string): AppError {
  return new AppError('rate_limited', 'mfa.limit_exceeded', message)
}

/** Counts the try. Null when the user has no factor of this kind, or no longer. */
async function factorForTry(
  tx: Tx,
  tenantId: number,
  userId: number,
  kind: FactorKind,
  now: Date,
): Promise<StoredFactor | null> {
  const limit = { at: now, since: new Date(now.getTime() - hour), most: mostFailures }
  const factor = await takeTry(tx, tenantId, userId, limit)
  if (factor) return factor.preferred === preferredOfKind[kind] ? factor : null
  if (!(await readFactor(tx, tenantId, userId))) return null
  throw factorLimit('Too many wrong codes. Try again in an hour or contact your administrator.')
}

export function createFactorVerification(
  platform: Platform,
  { users, audit, messenger }: FactorNeighbours,
): FactorVerification {
  const { secrets, log } = platform

  function openSecret(encrypted: string): string | null {
    try {
      return secrets.decrypt(encrypted, authenticatorPurpose)
    } catch (error) {
      log.error({ err: error }, 'The secret of an authenticator cannot be read: is SECRET_KEY the same?')
      return null
    }
  }

  // Codes are short, so that a plain hash would give them away to anyone who has a copy of the database.
  function hashes(
    purpose: string,
    tenantId: number,
    userId: number,
    code: string,
    kept: readonly Buffer[] = [],
  ): Buffer[] {
    const text = `${tenantId}:${userId}:${code}`
    const keys = [...secrets.keys(purpose).map(({ key }) => key), ...kept]
    return keys.map((key) => createHmac('sha256', key).update(text).digest())
  }

  const hashOf = (purpose: string, tenantId: number, userId: number, code: string): Buffer =>
    hashes(purpose, tenantId, userId, code)[0] as Buffer

  async function send(
    tx: Tx,
    tenantId: number,
    to: { userId: number; phoneNumber: string; purpose: SmsPurpose },
    now: Date,
  ): Promise<SentCode> {
    const time = now.getTime()
    const sent = { purpose: to.purpose, since: new Date(time - hour) }
    const before = await readSent(tx, tenantId, to.userId, sent)
    const nextAt = new Date((before.latest?.getTime() ?? 0) + resendSeconds * 1000)
    if (now < nextAt) return { sent: false, nextAt }
    if (before.count >= mostSmsInAnHour) {
      throw factorLimit('Too many codes requested. Try again in an hour.')
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await insertCode(tx, tenantId, {
      userId: to.userId,
      purpose: to.purpose,
      hash: hashOf(to.purpose, tenantId, to.userId, code),
      details: { phoneNumber: to.phoneNumber },
      createdAt: now,
      expiresAt: new Date(time + smsMinutes * minute),
    })
    await messenger.send(tx, tenantId, {
      template: to.purpose === 'sms_sign_in' ? 'sign-in-code' : 'phone-verification',
      to: { phone: to.phoneNumber },
      data: { code, validMinutes: smsMinutes },
      tenantName: await readTenantName(tx, tenantId),
    })
    return { sent: true, nextAt: new Date(time + resendSeconds * 1000) }
  }

  async function trySms(
    tx: Tx,
    tenantId: number,
    userId: number,
    tried: { purpose: SmsPurpose; code: string; now: Date },
  ): Promise<string | null> {
    const limit = { purpose: tried.purpose, at: tried.now, most: mostSmsTries }
    const sent = await takeLatestTry(tx, tenantId, userId, limit)
    if (!sent) return null
    const possible = hashes(tried.purpose, tenantId, userId, tried.code)
    if (!possible.some((hash) => timingSafeEqual(hash, sent.hash))) return null
    // Two that come at the same moment wait for each other's try; one of them takes the code away.
    const isMine = await deleteCode(tx, tenantId, sent.codeId)
    return isMine ? String(sent.details['phoneNumber']) : null
  }

  async function tryAuthenticator(
    tx: Tx,
    tenantId: number,
    userId: number,
    tried: { encrypted: string | null; code: string; now: Date },
  ): Promise<boolean> {
    const secret = tried.encrypted && openSecret(tried.encrypted)
    if (!secret) return false
    const step = stepOfCode(secret, tried.code, tried.now)
    return step !== null && takeStep(tx, tenantId, userId, step)
  }

  async function tryRecovery(
    tx: Tx,
    tenantId: number,
    userId: number,
    tried: { code: string; now: Date; origin: Origin | undefined },
  ): Promise<boolean> {
    // Codes are kept for years, and outlive the secret key that they were hashed with.
    const kept = await readKeptKeys(tx, secrets, tenantId, recoveryPurpose)
    for (const hash of hashes(recoveryPurpose, tenantId, userId, tried.code, kept)) {
      if (!(await burnRecoveryCode(tx, tenantId, userId, hash, tried.now))) continue
      const user = (await users.directory(tenantId)).byId.get(userId)
      if (!user) return false
      const actor: Actor = { tenantId, userId, roleId: user.roleId, sessionId: null }
      await audit.write(tx, tenantId, {
        action: 'mfa.recovery_code_used',
        summary: `${user.name} logged in with a recovery code`,
        actor: tried.origin ? { ...actor, origin: tried.origin } : actor,
        subject: { kind: 'user', id: userId, name: user.name },
      })
      return true
    }
    return false
  }

  return {
    async secondFactorOf(db, tenantId, userId) {
      const factor = await readFactor(db, tenantId, userId)
      const phoneNumber = factor?.phoneNumber ?? null
      return {
        preferred: factor?.preferred ?? 'NOMFA',
        phoneNumber,
        destination: phoneNumber && hiddenPhone(phoneNumber),
      }
    },
    async verifyFactor(tx, tenantId, userId, kind, text, now, origin) {
      const factor = await factorForTry(tx, tenantId, userId, kind, now)
      if (!factor) return false
      const recoveryCode = recoveryCodeOf(text)
      // Keyboards for Chinese and Japanese write digits in full width.
      const tried = { code: text.normalize('NFKC').trim(), now }
      const isRight = recoveryCode
        ? await tryRecovery(tx, tenantId, userId, { code: recoveryCode, now, origin })
        : kind === 'SMS_MFA'
          ? (await trySms(tx, tenantId, userId, { ...tried, purpose: 'sms_sign_in' })) === factor.phoneNumber
          : await tryAuthenticator(tx, tenantId, userId, { ...tried, encrypted: factor.totpSecret })
      if (isRight) await forgiveTries(tx, tenantId, userId)
      return isRight
    },
    async sendSignInCode(tx, tenantId, userId, now) {
      const { phoneNumber } = await lockFactor(tx, tenantId, userId, now)
      if (!phoneNumber) {
        throw new AppError(
          'conflict',
          'mfa.off',
          'Your two-factor authentication was turned off. Log in again.',
        )
      }
      return send(tx, tenantId, { userId, phoneNumber, purpose: 'sms_sign_in' }, now)
    },
    async sendSetUpCode(tx, tenantId, userId, phoneNumber, now) {
      await lockFactor(tx, tenantId, userId, now)
      return send(tx, tenantId, { userId, phoneNumber, purpose: 'sms_set_up' }, now)
    },
    verifySetUpCode: (tx, tenantId, userId, code, now) =>
      trySms(tx, tenantId, userId, { purpose: 'sms_set_up', code, now }),
    openSecret,
    recoveryHash: (tenantId, userId, code) => hashOf(recoveryPurpose, tenantId, userId, code),
  }
}
