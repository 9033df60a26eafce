import type { ChallengeName, Challenge, SessionUser } from '@steward/contracts/identity'
import type { PreferredFactor } from '@steward/contracts/second-factor'
import { transact, type Tx } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashOf, newSecret } from '../../platform/secrets/random-secret.ts'
import type { AuditService } from '../audit/index.ts'
import type { IdentityProviderService, OutsideOutcome } from '../identity-provider/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { insertCode } from '../one-time-code/index.ts'
import type { Caller, Lockout, Verified } from '../password/index.ts'
import type { SecondFactorService } from '../second-factor/index.ts'
import { type SessionService, type SessionTokens, listSessions, lockActive } from '../session/index.ts'
import { readTenantName } from '../tenant/index.ts'

/** How the session is to be, once there is one. */
export interface Wishes {
  remember: boolean
  refresh: 'cookie' | 'body'
}

/** What was proved so far of a sign-in. */
export interface Progress extends Wishes {
  password: boolean
  factor: boolean
  /** It is a visit to the demo, whose people get no mail about a new device. */
  visit?: true
}

export interface Person {
  tenantId: number
  userId: number
}

/** A session, or what is still to be done for one. */
export type Outcome =
  | { kind: 'signed-in'; tokens: SessionTokens; user: SessionUser; refresh: Wishes['refresh'] }
  | { kind: 'challenge'; challenge: Challenge }

/** The same before the transaction is committed. */
export type Step =
  | { kind: 'started'; tokens: SessionTokens; refresh: Wishes['refresh'] }
  | { kind: 'challenge'; challenge: Challenge }

export interface SignInParts {
  users: UserService
  audit: AuditService
  messenger: MessengerService
  providers: IdentityProviderService
  sessions: SessionService
  lockout: Lockout
  secondFactor: SecondFactorService
  sessionUser(person: Person): Promise<SessionUser>
}

export interface SignInService {
  /** Throws `unauthenticated` and `rate_limited`, as `Lockout.verify` does and the outside provider. */
  signIn(input: Wishes & { username: string; password: string }, caller: Caller): Promise<Outcome>
  /** What follows when an outside provider let someone in. */
  admit(outcome: OutsideOutcome, caller: Caller): Promise<Outcome>
  /** Ends a sign-in at the page of an outside provider. `kept` is what the browser was given to keep. */
  finish(
    handover: string,
    kept: string | undefined,
    input: { wishes: Wishes; caller: Caller },
  ): Promise<Outcome>
  /** The next thing to do of a sign-in: a challenge, or the session. */
  next(tx: Tx, person: Person, progress: Progress, caller: Caller): Promise<Step>
  /** The outcome of a step, once it is committed. */
  settle(person: Person, step: Step): Promise<Outcome>
}

const challengeMinutes = 10

const challengeOf: Record<Exclude<PreferredFactor, 'NOMFA'>, ChallengeName> = {
  SMS: 'SMS_MFA',
  TOTP: 'SOFTWARE_TOKEN_MFA',
}

/** Users who were invited come with a temporary password, and leave with one of their own. */
const welcome = new Set<UserEntry['status']>(['ACTIVE', 'INVITED', 'FORCE_CHANGE_PASSWORD'])

function refused(): AppError {
  return new AppError('unauthenticated', 'sign_in.refused', 'Incorrect username or password')
}

function mustChange({ status, isTemporary }: Verified): boolean {
  return isTemporary || status !== 'ACTIVE'
}

export function createSignIn(platform: Platform, parts: SignInParts): SignInService {
  const { database, clock } = platform
  const { users, audit, messenger, providers, sessions, lockout, secondFactor } = parts

  async function personOf({ tenantId, userId }: Person): Promise<UserEntry> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user) throw refused()
    return user
  }

  async function challenge(
    tx: Tx,
    { tenantId, userId }: Person,
    progress: Progress,
    asked: { name: ChallengeName; destination?: string | null },
  ): Promise<Step> {
    const secret = newSecret()
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + challengeMinutes * 60_000)
    const details = { ...progress, name: asked.name }
    const hash = hashOf(secret)
    await insertCode(tx, tenantId, { userId, purpose: 'challenge', hash, details, createdAt, expiresAt })
    return {
      kind: 'challenge',
      challenge: {
        challengeName: asked.name,
        challengeUser: secret,
        destination: asked.destination ?? null,
        expiresAt: expiresAt.toISOString(),
      },
    }
  }

  async function tellOfNewDevice(
    tx: Tx,
    { tenantId }: Person,
    user: UserEntry,
    caller: Caller,
  ): Promise<void> {
    const device = deviceOf(caller.userAgent)
    const known = await listSessions(tx, tenantId, user.userId)
    if (known.length === 0 || known.some(({ userAgent }) => deviceOf(userAgent) === device)) return
    await messenger.send(tx, tenantId, {
      template: 'new-device',
      to: { email: user.email },
      data: {
        username: user.email,
        firstName: user.firstName,
        at: clock.now(),
        address: caller.address,
        device,
      },
      tenantName: await readTenantName(tx, tenantId),
    })
  }

  async function start(tx: Tx, person: Person, wishes: Progress, caller: Caller): Promise<Step> {
    const { tenantId, userId } = person
    const user = await personOf(person)
    if (!(await lockActive(tx, tenantId, userId))) throw refused()
    const origin = { address: caller.address, userAgent: caller.userAgent }
    if (!wishes.visit) await tellOfNewDevice(tx, person, user, caller)
    const tokens = await sessions.start(tx, tenantId, userId, { remember: wishes.remember, origin })
    await audit.write(tx, tenantId, {
      action: 'session.started',
      summary: `${user.name} logged in`,
      actor: { tenantId, userId, roleId: user.roleId, sessionId: tokens.sessionId, origin },
      details: { sessionId: tokens.sessionId, remembered: wishes.remember },
    })
    return { kind: 'started', tokens, refresh: wishes.refresh }
  }

  /** Asks for the second factor that the user has, or must have; undefined where there is nothing to ask. */
  async function askFactor(tx: Tx, person: Person, progress: Progress): Promise<Step | undefined> {
    const { tenantId, userId } = person
    const { preferred, destination } = await secondFactor.secondFactorOf(tx, tenantId, userId)
    if (preferred === 'NOMFA') {
      const { mfaRequired } = await providers.rules(tenantId)
      return mfaRequired ? challenge(tx, person, progress, { name: 'MFA_SETUP' }) : undefined
    }
    if (preferred === 'SMS') await secondFactor.sendSignInCode(tx, tenantId, userId, clock.now())
    const shown = preferred === 'SMS' ? destination : null
    return challenge(tx, person, progress, { name: challengeOf[preferred], destination: shown })
  }

  async function next(tx: Tx, person: Person, progress: Progress, caller: Caller): Promise<Step> {
    if (!progress.password) return challenge(tx, person, progress, { name: 'NEW_PASSWORD_REQUIRED' })
    const asked = progress.factor ? undefined : await askFactor(tx, person, progress)
    return asked ?? start(tx, person, progress, caller)
  }

  async function settle(person: Person, step: Step): Promise<Outcome> {
    if (step.kind === 'challenge') return step
    const [user, entry] = await Promise.all([parts.sessionUser(person), personOf(person)])
    await lockout.clear(entry.email)
    return { kind: 'signed-in', tokens: step.tokens, user, refresh: step.refresh }
  }

  async function goOn(person: Person, progress: Progress, caller: Caller): Promise<Outcome> {
    const work = (tx: Tx) => next(tx, person, progress, caller)
    return settle(person, await transact(database.tenant(person.tenantId), work))
  }

  async function admit(outcome: OutsideOutcome, caller: Caller): Promise<Outcome> {
    if (outcome.kind === 'challenge') return outcome
    // The provider asked for what it takes.
    return goOn(outcome.account, { ...outcome.wishes, password: true, factor: true }, caller)
  }

  async function mayUseOwnPassword(login: Verified): Promise<boolean> {
    if (!welcome.has(login.status)) return false
    return providers.mayUseOwnPassword(login.tenantId, (await personOf(login)).roleId)
  }

  async function signInHere(
    { username, password, ...wishes }: Wishes & { username: string; password: string },
    caller: Caller,
    outside: AppError | undefined,
  ): Promise<Outcome> {
    // Anyone who could only be let in by the provider gave a password that no one found wrong.
    const counts = outside?.code === 'unavailable' ? mayUseOwnPassword : undefined
    const verified = await lockout.verify(username, password, caller, { accepts: mayUseOwnPassword, counts })
    const { tenantId, userId } = verified
    const progress = { ...wishes, password: !mustChange(verified), factor: false }
    return goOn({ tenantId, userId }, progress, caller)
  }

  return {
    next,
    settle,
    admit,
    signIn: (input, caller) =>
      lockout.fromAddress(caller, async () => {
        let refusal: AppError | undefined
        try {
          const outside = await providers.signIn(input)
          if (outside) return await admit(outside, caller)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          refusal = error
        }
        try {
          return await signInHere(input, caller, refusal)
        } catch (error) {
          throw error instanceof AppError && refusal ? refusal : error
        }
      }),
    finish: (handover, kept, { wishes, caller }) =>
      lockout.fromAddress(caller, async () => {
        const account = await providers.takeHandover(handover, kept)
        return goOn(account, { ...wishes, password: true, factor: true }, caller)
      }),
  }
}
