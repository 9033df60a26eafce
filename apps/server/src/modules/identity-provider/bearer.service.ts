import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from './account.service.ts'
import type { ProvenIdentity } from './provider.port.ts'
import type { ProviderRegistry } from './provider.registry.ts'
import { providerKey } from './sign-in-settings.rules.ts'
import type { SignInSettingsService } from './sign-in-settings.service.ts'
import { findUserPool } from './sign-in-settings.store.ts'

/** A token that was checked. */
interface Checked {
  tenantId: number
  identity: ProvenIdentity
  /** Milliseconds. */
  expiresAt: number
  /** The provider as it was set up then. */
  providerKey: string | null
}

const mostTokens = 20_000
/** Milliseconds for which a token that was refused is not looked at again, and a pool's companies are kept. */
const shortMemory = 10_000

/** The user pool that a token says it comes from; undefined when it is no such token. */
function userPoolOf(token: string): string | undefined {
  const [, body, signature] = token.split('.')
  if (!body || !signature) return undefined
  try {
    const { iss } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iss?: unknown }
    return typeof iss === 'string' && /^https?:/.test(iss) ? iss.split('/').at(-1) || undefined : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads tokens that the outside provider of a company issued: undefined for what is none. Throws
 * `unauthenticated` when its user may not work here.
 */
export function createBearerReader(
  { database, clock }: Platform,
  parts: { settings: SignInSettingsService; providers: ProviderRegistry; accounts: Accounts },
): (token: string) => Promise<Actor | undefined> {
  const checked = new LRUCache<string, Checked>({ max: mostTokens })
  const refused = new LRUCache<string, true>({ max: mostTokens, ttl: shortMemory })
  const pools = new LRUCache<string, number[]>({ max: 1000, ttl: shortMemory })

  async function companiesOf(userPool: string): Promise<number[]> {
    const known = pools.get(userPool)
    if (known) return known
    const found = await findUserPool(database.anonymous, userPool)
    pools.set(userPool, found)
    return found
  }

  async function verify(token: string, tenantId: number): Promise<Checked | undefined> {
    const settings = await parts.settings.of(tenantId)
    const good = await parts.providers.of(settings)?.tokens?.verifyToken(token)
    if (!good) return undefined
    const { identity, expiresAt } = good
    return { tenantId, identity, expiresAt: expiresAt.getTime(), providerKey: providerKey(settings) }
  }

  /** Several companies may share a user pool: the token is that of the one in which its user works. */
  async function check(token: string): Promise<Checked | undefined> {
    const userPool = userPoolOf(token)
    if (!userPool) return undefined
    let good: Checked | undefined
    for (const tenantId of await companiesOf(userPool)) {
      good = (await verify(token, tenantId)) ?? good
      if (good && typeof (await parts.accounts.find(good.tenantId, good.identity)) !== 'string') return good
    }
    return good
  }

  async function isStill({ tenantId, expiresAt, providerKey: key }: Checked): Promise<boolean> {
    return clock.now().getTime() < expiresAt && providerKey(await parts.settings.of(tenantId)) === key
  }

  async function find(token: string): Promise<Checked | undefined> {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = checked.get(hash)
    if (known && (await isStill(known))) return known
    if (refused.has(hash)) return undefined
    const found = await check(token)
    if (found) checked.set(hash, found)
    else refused.set(hash, true)
    return found
  }

  return async (token) => {
    const found = await find(token)
    if (!found) return undefined
    const account = await parts.accounts.find(found.tenantId, found.identity)
    if (typeof account === 'string') {
      throw new AppError(
        'unauthenticated',
        'session.refused',
        'You have no account here. Ask your administrator.',
      )
    }
    return { ...account, sessionId: null, via: { kind: 'providerToken' } }
  }
}
