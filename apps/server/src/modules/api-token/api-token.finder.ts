import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import { knownPermissions, stateOf, type ApiTokenState } from './api-token.rules.ts'
import { findApiToken, touchApiToken, type FoundApiToken } from './api-token.store.ts'

/** A revocation elsewhere is seen after this long at most. */
const longestAge = 2000
const mostEntries = 20_000
/** How old the stored time of the last use may get before it is written again. */
const writeEvery = 60_000

interface Entry {
  token: FoundApiToken
  readAt: number
}

export interface ApiTokenFinder {
  /** Who a token works as. Throws `unauthenticated`. */
  find(text: string): Promise<Actor>
  /** Forgets a token that was revoked. */
  drop(tenantId: number, apiTokenId: number): void
}

export function hashOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refused(reason: string, message: string): AppError {
  return new AppError('unauthenticated', reason, message)
}

const refusals: Record<Exclude<ApiTokenState, 'live'>, () => AppError> = {
  revoked: () => refused('api_token.revoked', 'This API token was revoked.'),
  expired: () => refused('api_token.expired', 'This API token has expired. Make a new one.'),
}

/** Programs call often, so what was read of a token is kept for two seconds; expiry is always checked. */
export function createApiTokenFinder(platform: Platform, users: UserService): ApiTokenFinder {
  const { database, clock } = platform
  const entries = new LRUCache<string, Entry>({ max: mostEntries })
  let drops = 0

  async function entryOf(text: string, now: number): Promise<Entry> {
    const hash = hashOfToken(text)
    const key = hash.toString('base64url')
    const known = entries.get(key)
    if (known && now >= known.readAt && now - known.readAt < longestAge) return known
    const dropsBefore = drops
    const token = await findApiToken(database.anonymous, hash)
    if (!token) throw refused('api_token.unknown', 'There is no such API token.')
    const entry = { token, readAt: now }
    // What was revoked while it was being read is not kept.
    if (drops === dropsBefore) entries.set(key, entry)
    return entry
  }

  async function noteUse(token: FoundApiToken, now: Date): Promise<void> {
    if (token.lastUsedAt && now.getTime() - token.lastUsedAt.getTime() < writeEvery) return
    token.lastUsedAt = now
    await touchApiToken(database.tenant(token.tenantId), token.tenantId, token.apiTokenId, now)
  }

  return {
    async find(text) {
      const now = clock.now()
      const { token } = await entryOf(text, now.getTime())
      const state = stateOf(token, now)
      if (state !== 'live') throw refusals[state]()
      const { byId } = await users.directory(token.tenantId)
      const user = byId.get(token.userId)
      if (user?.status !== 'ACTIVE') {
        throw refused('api_token.refused', 'Whoever made this API token no longer works here.')
      }
      await noteUse(token, now)
      return {
        tenantId: token.tenantId,
        userId: token.userId,
        roleId: user.roleId,
        sessionId: null,
        via: { kind: 'apiToken', id: token.apiTokenId, name: token.name },
        isService: token.scope === 'tenant',
        scopes: new Set(knownPermissions(token.permissions)),
      }
    },
    drop(tenantId, apiTokenId) {
      drops += 1
      for (const [key, { token }] of entries) {
        if (token.tenantId === tenantId && token.apiTokenId === apiTokenId) entries.delete(key)
      }
    },
  }
}
