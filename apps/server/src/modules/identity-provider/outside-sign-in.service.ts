import type { Challenge } from '@steward/contracts/identity'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Account, Accounts } from './account.service.ts'
import type { Challenged, OpenChallenge, PasswordSignIn, Proven, Refused } from './provider.port.ts'
import type { ProviderRegistry } from './provider.registry.ts'
import { failureOf, noAccount, type RefusedAt } from './refusal.rules.ts'
import type { SignInSettingsService } from './sign-in-settings.service.ts'
import { findSignInTenant } from './sign-in-settings.store.ts'

/** How the session is to be, once there is one. */
export interface Wishes {
  remember: boolean
  refresh: 'cookie' | 'body'
}

/** Someone whom an outside provider let in, or what it still asks for. */
export type OutsideOutcome =
  | { kind: 'signed-in'; account: Account; wishes: Wishes }
  | { kind: 'challenge'; challenge: Challenge }

export interface OutsideSignIn {
  /**
   * Signs in at the outside provider of the company that the address belongs to. Undefined where Steward
   * checks the password itself. Throws `unauthenticated`, `rate_limited` or `unavailable`.
   */
  signIn(input: Wishes & { username: string; password: string }): Promise<OutsideOutcome | undefined>
  /** Answers a challenge of an outside provider. Undefined when it is not one of those. Throws as `signIn`. */
  respond(
    challengeUser: string,
    answer: { newPassword: string } | { code: string },
  ): Promise<OutsideOutcome | undefined>
  /** Has the provider send a code, if it knows the name. False where Steward does that itself. */
  forgotPassword(username: string): Promise<boolean>
  /** False where Steward does that itself. Throws `invalid_input` at the code or the password. */
  resetPassword(input: { username: string; code: string; password: string }): Promise<boolean>
}

/** What is kept of a challenge, encrypted, in the hands of anyone who has to answer it. */
interface Kept extends Wishes {
  tenantId: number
  challenge: OpenChallenge
  /** Milliseconds. */
  expiresAt: number
}

const prefix = 'outside.'
const purpose = 'provider-challenge'

const challengeOver = (): AppError => failureOf({ kind: 'refused', refusal: 'expired' }, 'password')

export function createOutsideSignIn(
  { database, clock, secrets }: Platform,
  parts: { settings: SignInSettingsService; providers: ProviderRegistry; accounts: Accounts },
): OutsideSignIn {
  async function passwordsOf(tenantId: number): Promise<PasswordSignIn | undefined> {
    return parts.providers.of(await parts.settings.of(tenantId))?.passwords
  }

  async function find(
    username: string,
  ): Promise<{ tenantId: number; passwords: PasswordSignIn } | undefined> {
    const tenantId = await findSignInTenant(database.anonymous, username)
    const passwords = tenantId === null ? undefined : await passwordsOf(tenantId)
    return tenantId === null || !passwords ? undefined : { tenantId, passwords }
  }

  function challengeOf(tenantId: number, wishes: Wishes, challenged: Challenged): Challenge {
    const { challenge, destination, lifetime } = challenged
    const expiresAt = clock.now().getTime() + lifetime * 1000
    const kept: Kept = { ...wishes, tenantId, challenge, expiresAt }
    return {
      challengeName: challenge.name,
      challengeUser: prefix + secrets.encrypt(JSON.stringify(kept), purpose),
      destination,
      expiresAt: new Date(expiresAt).toISOString(),
    }
  }

  /** What was kept of a challenge; undefined when it is none of ours, null when it cannot be answered any more. */
  function read(challengeUser: string): Kept | null | undefined {
    if (!challengeUser.startsWith(prefix)) return undefined
    try {
      const kept = JSON.parse(secrets.decrypt(challengeUser.slice(prefix.length), purpose)) as Kept
      return clock.now().getTime() < kept.expiresAt ? kept : null
    } catch {
      return null
    }
  }

  async function outcomeOf(
    step: Proven | Challenged | Refused,
    { tenantId, remember, refresh }: Wishes & { tenantId: number },
    at: RefusedAt,
  ): Promise<OutsideOutcome> {
    if (step.kind === 'refused') throw failureOf(step, at)
    const wishes = { remember, refresh }
    if (step.kind === 'challenged')
      return { kind: 'challenge', challenge: challengeOf(tenantId, wishes, step) }
    const account = await parts.accounts.find(tenantId, step.identity)
    if (typeof account === 'string') throw noAccount(account)
    return { kind: 'signed-in', account, wishes }
  }

  return {
    async signIn({ username, password, ...wishes }) {
      const found = await find(username)
      if (!found) return undefined
      const step = await found.passwords.signIn(username, password)
      return outcomeOf(step, { ...wishes, tenantId: found.tenantId }, 'password')
    },
    async respond(challengeUser, answer) {
      const kept = read(challengeUser)
      if (kept === undefined) return undefined
      const isPassword = kept?.challenge.name === 'NEW_PASSWORD_REQUIRED'
      const passwords = kept && (await passwordsOf(kept.tenantId))
      if (!kept || !passwords || isPassword !== 'newPassword' in answer) throw challengeOver()
      const text = 'newPassword' in answer ? answer.newPassword : answer.code
      return outcomeOf(await passwords.respondToChallenge(kept.challenge, text), kept, kept.challenge.name)
    },
    async forgotPassword(username) {
      const found = await find(username)
      if (!found) return false
      const refused = await found.passwords.forgotPassword(username)
      // Whether the name exists shows in no answer; that nothing works does.
      if (refused && ['away', 'settings'].includes(refused.refusal)) throw failureOf(refused, 'reset')
      return true
    },
    async resetPassword({ username, code, password }) {
      const found = await find(username)
      if (!found) return false
      const refused = await found.passwords.resetPassword(username, code, password)
      if (refused) throw failureOf(refused, 'reset')
      return true
    },
  }
}
