import type { ChallengeName } from '@steward/contracts/identity'
import type { AuthenticatorSecret } from '@steward/contracts/second-factor'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashOf } from '../../platform/secrets/random-secret.ts'
import { hashPassword, verifyPassword } from '../../platform/secrets/password.hash.ts'
import {
  countTries,
  deleteCode,
  findCode,
  lockCodes,
  takeCodeTry,
  type FoundCode,
} from '../one-time-code/index.ts'
import { findLogin, type Caller, type PasswordService } from '../password/index.ts'
import { factorLimit } from '../second-factor/index.ts'
import type { Outcome, Progress, SignInParts, SignInService, Step } from './sign-in.service.ts'

type FactorChallenge = Extract<ChallengeName, 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA'>

export interface ChallengeService {
  /** Sets a password of one's own in place of the temporary one. Throws `invalid_input`, `unauthenticated`. */
  newPassword(challengeUser: string, newPassword: string, caller: Caller): Promise<Outcome>
  /** Throws `invalid_input` at the code, `unauthenticated` when it is too late. */
  verifyMfa(
    answer: { challengeUser: string; challengeName: FactorChallenge; code: string },
    caller: Caller,
  ): Promise<Outcome>
  /** Send another code to the phone; the time from which yet another may be asked for. Throws `rate_limited`. */
  resendMfa(challengeUser: string): Promise<Date>
  /** A new authenticator for someone whose company asks for one. */
  beginSetUp(challengeUser: string, caller: Caller): Promise<AuthenticatorSecret>
  /** Its first code; also gives the recovery codes, which are shown this once. */
  completeSetUp(
    answer: { challengeUser: string; code: string },
    caller: Caller,
  ): Promise<{ outcome: Outcome; recoveryCodes: string[] | null }>
}

/** A challenge that was found and is of the kind that was answered. */
interface Open extends FoundCode {
  progress: Progress
}

interface Details extends Progress {
  name: ChallengeName
}

const mostTries = 5

const wrongCode: Record<FactorChallenge, string> = {
  SMS_MFA: 'Invalid code or auth state for the user.',
  SOFTWARE_TOKEN_MFA: 'Invalid code received for user',
}

function over(): AppError {
  return new AppError('unauthenticated', 'challenge.over', 'This sign-in has expired. Log in again.')
}

function triedTooOften(): AppError {
  return new AppError('unauthenticated', 'challenge.over', 'Too many wrong codes. Log in again.')
}

export function createChallenges(
  platform: Platform,
  parts: SignInParts & { signIn: SignInService; passwords: PasswordService },
): ChallengeService {
  const { database, clock } = platform
  const { users, secondFactor, signIn, passwords, lockout, providers, audit } = parts

  async function find(challengeUser: string): Promise<FoundCode> {
    const found = await findCode(database.anonymous, hashOf(challengeUser), 'challenge')
    if (!found) throw over()
    return found
  }

  /** Does the work of one answer. Undefined when the challenge is over; what is done before stays done. */
  function answering<T>(
    found: FoundCode,
    asked: { name: ChallengeName; cost: 0 | 1 },
    work: (tx: Tx, open: Open) => Promise<T>,
  ): Promise<T | undefined> {
    const { tenantId, codeId, userId } = found
    return transact(database.tenant(tenantId), async (tx) => {
      await lockCodes(tx, tenantId, userId)
      const limit = { at: clock.now(), most: mostTries, cost: asked.cost }
      const tried = await takeCodeTry(tx, tenantId, codeId, limit)
      const { name, ...progress } = (tried?.details ?? {}) as Partial<Details>
      if (!tried || name !== asked.name) return undefined
      return work(tx, { ...found, progress: progress as Progress })
    })
  }

  /** Why a challenge that was found takes no answers. */
  async function endOf({ tenantId, codeId }: FoundCode): Promise<AppError> {
    const tries = await countTries(database.tenant(tenantId), tenantId, codeId)
    return tries >= mostTries ? triedTooOften() : over()
  }

  async function settled(found: FoundCode, step: Step | undefined): Promise<Outcome> {
    if (!step) throw await endOf(found)
    return signIn.settle(found, step)
  }

  /** Continues after a right answer: the challenge is used up. */
  async function goOn(
    tx: Tx,
    open: Open,
    done: Partial<Progress>,
    caller: Caller,
  ): Promise<Step | undefined> {
    if (!(await deleteCode(tx, open.tenantId, open.codeId))) return undefined
    return signIn.next(tx, open, { ...open.progress, ...done }, caller)
  }

  async function auditWrongCode({ tenantId, userId }: FoundCode, caller: Caller): Promise<void> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user) return
    await audit.write(database.tenant(tenantId), tenantId, {
      action: 'sign_in.refused',
      outcome: 'refused',
      summary: `Wrong code when logging in as ${user.name}`,
      actor: { kind: 'anonymous', name: user.email, origin: caller },
      subject: { kind: 'user', id: userId, name: user.name },
    })
  }

  async function auditNewPassword(tx: Tx, { tenantId, userId }: FoundCode, caller: Caller): Promise<void> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user) return
    await audit.write(tx, tenantId, {
      action: 'password.changed',
      summary: `${user.name} replaced the temporary password`,
      actor: { tenantId, userId, roleId: user.roleId, sessionId: null, origin: caller },
      subject: { kind: 'user', id: userId, name: user.name },
    })
  }

  async function verifyHere(
    { challengeUser, challengeName, code }: Parameters<ChallengeService['verifyMfa']>[0],
    caller: Caller,
  ): Promise<Outcome> {
    const found = await find(challengeUser)
    const { tenantId, userId } = found
    const step = await answering(found, { name: challengeName, cost: 1 }, async (tx, open) => {
      const now = clock.now()
      const isRight = await secondFactor.verifyFactor(tx, tenantId, userId, challengeName, code, now, caller)
      return isRight ? goOn(tx, open, { factor: true }, caller) : 'wrong'
    })
    if (step !== 'wrong') return settled(found, step)
    await auditWrongCode(found, caller)
    throw invalid('mfa.code_mismatch', { code: wrongCode[challengeName] })
  }

  async function newPasswordHere(challengeUser: string, password: string, caller: Caller): Promise<Outcome> {
    const found = await find(challengeUser)
    const { tenantId, userId } = found
    const username = (await users.directory(tenantId)).byId.get(userId)?.email ?? ''
    await passwords.check(password, { field: 'newPassword', username, tenantId })
    const login = await findLogin(database.anonymous, username)
    if (await verifyPassword(login?.password_hash, password)) {
      const text = "You can't reuse the temporary password. Choose a new one."
      throw invalid('password.same', { newPassword: text })
    }
    const passwordHash = await hashPassword(password)
    const step = await answering(found, { name: 'NEW_PASSWORD_REQUIRED', cost: 1 }, async (tx, open) => {
      await passwords.set(tx, tenantId, userId, passwordHash)
      await auditNewPassword(tx, found, caller)
      return signIn.next(tx, found, { ...open.progress, password: true }, caller)
    })
    await users.forget(tenantId)
    return settled(found, step)
  }

  return {
    newPassword: (challengeUser, newPassword, caller) =>
      lockout.fromAddress(caller, async () => {
        const outside = await providers.respond(challengeUser, { newPassword })
        return outside ? signIn.admit(outside, caller) : newPasswordHere(challengeUser, newPassword, caller)
      }),
    verifyMfa: (answer, caller) =>
      lockout.fromAddress(caller, async () => {
        const outside = await providers.respond(answer.challengeUser, { code: answer.code })
        return outside ? signIn.admit(outside, caller) : verifyHere(answer, caller)
      }),
    async resendMfa(challengeUser) {
      const found = await find(challengeUser)
      const { tenantId, userId } = found
      const code = await answering(found, { name: 'SMS_MFA', cost: 0 }, (tx) =>
        secondFactor.sendSignInCode(tx, tenantId, userId, clock.now()),
      )
      if (!code) throw await endOf(found)
      if (!code.sent) throw factorLimit('Wait 30 seconds before you request another code.')
      return code.nextAt
    },
    async beginSetUp(challengeUser, caller) {
      const found = await find(challengeUser)
      const newcomer = { tenantId: found.tenantId, userId: found.userId, origin: caller }
      const secret = await answering(found, { name: 'MFA_SETUP', cost: 0 }, (tx) =>
        secondFactor.beginSetUp(tx, newcomer),
      )
      if (!secret) throw await endOf(found)
      return secret
    },
    completeSetUp: ({ challengeUser, code }, caller) =>
      lockout.fromAddress(caller, async () => {
        const found = await find(challengeUser)
        const newcomer = { tenantId: found.tenantId, userId: found.userId, origin: caller }
        const done = await answering(found, { name: 'MFA_SETUP', cost: 1 }, async (tx, open) => {
          const verified = await secondFactor.completeSetUp(tx, newcomer, code)
          if (!verified) return 'wrong'
          const step = await goOn(tx, open, { factor: true }, caller)
          return { step, recoveryCodes: verified.recoveryCodes }
        })
        if (done === 'wrong') {
          throw invalid('mfa.enable_failed', { code: 'Code mismatch and fail enable Software Token MFA' })
        }
        await users.forget(found.tenantId)
        const outcome = await settled(found, done?.step)
        return { outcome, recoveryCodes: done?.recoveryCodes ?? null }
      }),
  }
}
