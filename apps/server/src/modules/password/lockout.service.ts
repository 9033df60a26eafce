import { createHmac } from 'node:crypto'
import type { Origin } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createAttemptLimit, type AttemptLimit } from '../../platform/pace/attempt-limit.ts'
import type { Background } from '../../platform/pace/background.ts'
import { createKeyedQueue } from '../../platform/pace/keyed-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashOf, newSecret } from '../../platform/secrets/random-secret.ts'
import { verifyPassword } from '../../platform/secrets/password.hash.ts'
import type { AuditService } from '../audit/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { insertCode } from '../one-time-code/index.ts'
import {
  clearAttempts,
  countFailure,
  deleteOldAttempts,
  findLogin,
  nobodysTenant,
  readAttempts,
  type Attempts,
  type Login,
} from './credential.store.ts'
import { findSoleTenant, readTenantName } from '../tenant/index.ts'

/** Where a call comes from; `network` is the address, or the network that one caller commands. */
export interface Caller extends Origin {
  network: string
}

/** A name and a password that belong together. */
export interface Verified {
  tenantId: number
  userId: number
  status: Login['status']
  /** Has to be replaced by one of the user's own. */
  isTemporary: boolean
}

/** Of the user whom a name belongs to. */
export interface Whose {
  /** Whether the right password counts as one. */
  accepts(login: Verified): Promise<boolean>
  /** Whether a failure is one of theirs; absent: every one is, also those of names that no one has. */
  counts?: ((login: Verified) => Promise<boolean>) | undefined
}

export interface Lockout {
  /** Counts a call that has no success to tell. Throws `rate_limited`. */
  countAddress(caller: Caller): Promise<void>
  /** Runs an attempt, unless too many from this address have failed: then throws `rate_limited`. */
  fromAddress<T>(caller: Caller, work: () => Promise<T>): Promise<T>
  /** The same for refresh tokens, of which only those that no one was ever given are guesses. */
  refreshing<T>(caller: Caller, work: () => Promise<T>): Promise<T>
  /**
   * Checks a password. Throws `unauthenticated`: in the same words, after the same time, for a name that
   * no one has and for a wrong password; others when the name is locked.
   */
  verify(username: string, password: string, caller: Caller, whose: Whose): Promise<Verified>
  /** Wrong passwords no longer count for the name, and it is not locked. */
  clear(username: string): Promise<void>
  /** Forgets names that were counted long ago. */
  sweep(): Promise<void>
}

const minute = 60_000
const hour = 60 * minute
const mostFailures = 10
const mostFromAddress = 100
const addressWindow = 15 * minute

/** What counts, as of now. */
const limitAt = (at: Date) => ({ at, since: new Date(at.getTime() - hour), most: mostFailures })

const lockedText =
  'Your account was locked after too many failed log in attempts. Check your inbox for a link to unlock it.'

function refused(): AppError {
  return new AppError('unauthenticated', 'sign_in.refused', 'Incorrect username or password')
}

function locked(): AppError {
  return new AppError('unauthenticated', 'sign_in.locked', lockedText)
}

function tooMany(): AppError {
  const message = 'Too many attempts from this network. Wait a quarter of an hour and try again.'
  return new AppError('rate_limited', 'sign_in.too_many', message)
}

async function take(limit: AttemptLimit, { network }: Caller): Promise<void> {
  if (!(await limit.take(network))) throw tooMany()
}

/** Whether an attempt failed as a guess does. What a provider could not answer tells no one anything. */
const isWrongGuess = ({ code, reason }: AppError): boolean =>
  code !== 'unavailable' && reason !== 'password.weak'

/** Counts the attempt when it fails in a way that a guess does. */
async function limited<T>(
  limit: AttemptLimit,
  attempt: { caller: Caller; work: () => Promise<T>; isGuess: (error: AppError) => boolean },
): Promise<T> {
  const { caller, work, isGuess } = attempt
  await take(limit, caller)
  // What cannot be given back counts for a quarter of an hour, and is no reason to fail.
  const giveBack = () => limit.giveBack(caller.network).catch(() => undefined)
  const result = await work().catch(async (error: unknown) => {
    if (!(error instanceof AppError) || !isGuess(error)) await giveBack()
    throw error
  })
  await giveBack()
  return result
}

/**
 * A name as it is counted. The database makes one small letter of some capital ones of which JavaScript
 * makes another, so that a name could be written in ways that are one user and would each be counted again.
 */
export function countedName(username: string): string {
  return username.trim().toLowerCase().replaceAll('\u0307', '').replaceAll('ς', 'σ')
}

/** Who has a login. */
function bearerOf({ tenant_id: tenantId, user_id: userId, status, temporary_until: until }: Login): Verified {
  return { tenantId, userId, status, isTemporary: until !== null }
}

/** A typed name as the audit log may keep it: people type passwords into the wrong field. */
function shownName(username: string): string {
  return /^[^\s@]+@[^\s@]+$/.test(username) ? username : 'An unknown name'
}

export function createLockout(
  platform: Platform,
  parts: { users: UserService; audit: AuditService; messenger: MessengerService; background: Background },
): Lockout {
  const { database, clock, secrets } = platform
  const { users, audit, messenger, background } = parts
  const nobody = database.tenant(nobodysTenant)
  const bounds = { max: mostFromAddress, duration: addressWindow }
  const addresses = createAttemptLimit(platform, { kind: 'sign-in', ...bounds })
  const refreshes = createAttemptLimit(platform, { kind: 'refresh', ...bounds })
  const turns = createKeyedQueue()
  const nameKey = secrets.key('sign-in-attempt')
  const nameHashOf = (username: string): Buffer =>
    createHmac('sha256', nameKey).update(countedName(username)).digest()
  const uncountedHashOf = (username: string): Buffer =>
    createHmac('sha256', nameKey)
      .update(`uncounted:${countedName(username)}`)
      .digest()

  /** Writes down a failure; undefined where it is none of theirs. */
  async function countFor(
    username: string,
    login: Login | undefined,
    { counts }: Whose,
  ): Promise<Attempts | undefined> {
    const isCounted = !counts || (login !== undefined && (await counts(bearerOf(login))))
    // Where no one looks the same is written, so that the time tells no one whose failures count.
    const hash = isCounted ? nameHashOf(username) : uncountedHashOf(username)
    const attempts = await countFailure(nobody, hash, limitAt(clock.now()))
    return isCounted ? attempts : undefined
  }

  async function verifiedOf(
    login: Login | undefined,
    matches: boolean,
    { accepts }: Whose,
  ): Promise<Verified | undefined> {
    if (!login || !matches) return undefined
    const { temporary_until: until } = login
    if (until && until <= clock.now()) return undefined
    const verified = bearerOf(login)
    return (await accepts(verified)) ? verified : undefined
  }

  async function auditRefusal(
    tenantId: number,
    username: string,
    entry: { caller: Caller; user: UserEntry | undefined },
  ): Promise<void> {
    const { caller, user } = entry
    await audit.write(database.tenant(tenantId), tenantId, {
      action: 'sign_in.refused',
      outcome: 'refused',
      summary: `Sign-in as ${user?.name ?? shownName(username)} was refused`,
      actor: { kind: 'anonymous', name: shownName(username), origin: caller },
      ...(user ? { subject: { kind: 'user', id: user.userId, name: user.name } } : {}),
    })
  }

  /** Mails the link that unlocks. */
  async function announceLock(tenantId: number, user: UserEntry, caller: Caller): Promise<void> {
    const token = newSecret()
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + hour)
    await transact(database.tenant(tenantId), async (tx) => {
      const { userId } = user
      await insertCode(tx, tenantId, { userId, purpose: 'unlock', hash: hashOf(token), createdAt, expiresAt })
      await messenger.send(tx, tenantId, {
        template: 'account-locked',
        to: { email: user.email },
        data: { username: user.email, token, validMinutes: hour / minute, firstName: user.firstName },
        tenantName: await readTenantName(tx, tenantId),
      })
      await audit.write(tx, tenantId, {
        action: 'account.locked',
        outcome: 'refused',
        summary: `The account of ${user.name} was locked after ${mostFailures} wrong passwords`,
        actor: { kind: 'anonymous', name: user.email, origin: caller },
        subject: { kind: 'user', id: user.userId, name: user.name },
      })
    })
  }

  /** What follows a refusal; how long it takes shows nowhere. */
  async function follow(
    username: string,
    login: Login | undefined,
    failed: { caller: Caller; isLast: boolean },
  ): Promise<void> {
    const tenantId = login?.tenant_id ?? (await findSoleTenant(database.anonymous))
    if (tenantId === undefined) return
    const user = login && (await users.directory(tenantId)).byId.get(login.user_id)
    await auditRefusal(tenantId, username, { caller: failed.caller, user })
    if (failed.isLast && user && user.status !== 'DEACTIVATED') {
      await announceLock(tenantId, user, failed.caller)
    }
  }

  return {
    countAddress: (caller) => take(addresses, caller),
    fromAddress: (caller, work) => limited(addresses, { caller, work, isGuess: isWrongGuess }),
    refreshing: (caller, work) =>
      limited(refreshes, { caller, work, isGuess: ({ reason }) => reason === 'session.unknown' }),
    verify(username, password, caller, whose) {
      const nameHash = nameHashOf(username)
      // One after the other, so that many at once are no more guesses than many in a row.
      return turns.take(nameHash.toString('base64'), async () => {
        const [login, before] = await Promise.all([
          findLogin(database.anonymous, username),
          readAttempts(nobody, nameHash, limitAt(clock.now()).since),
        ])
        const matches = await verifyPassword(login?.password_hash, password)
        if (before.lockedAt) throw locked()
        const verified = await verifiedOf(login, matches, whose)
        if (verified) return verified
        const after = await countFor(username, login, whose)
        const isLast = after?.failures === mostFailures
        background.run('what follows a refused sign-in', () => follow(username, login, { caller, isLast }))
        throw after?.lockedAt ? locked() : refused()
      })
    },
    clear: (username) => clearAttempts(nobody, nameHashOf(username)),
    async sweep() {
      await deleteOldAttempts(nobody, new Date(clock.now().getTime() - 24 * hour))
    },
  }
}
