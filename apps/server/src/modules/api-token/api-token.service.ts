import { randomBytes } from 'node:crypto'
import {
  apiTokenPrefix,
  type ApiToken,
  type createApiTokenSchema,
  type createdApiTokenSchema,
} from '@steward/contracts/api-token'
import { roleIds, type Permission, type RoleId } from '@steward/contracts/plain/permission'
import type { z } from 'zod'
import { may, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { permissionMissing } from '../../platform/permission-missing.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { createApiTokenFinder, hashOfToken } from './api-token.finder.ts'
import { excessOf, hintOf, knownPermissions, type ApiTokenScope } from './api-token.rules.ts'
import {
  insertApiToken,
  listPersonalTokens,
  listTenantTokens,
  readApiToken,
  revokeApiToken,
  type StoredApiToken,
} from './api-token.store.ts'

export type CreateApiToken = z.output<typeof createApiTokenSchema>
export type CreatedApiToken = z.infer<typeof createdApiTokenSchema>

export interface ApiTokenService {
  /** Who an API token works as; undefined when the text is none. Throws `unauthenticated`. */
  readToken(text: string): Promise<Actor | undefined>
  /** The actor's own tokens, or those of the company; latest first, revoked ones with them. Throws `forbidden`. */
  list(actor: Actor, scope: ApiTokenScope): Promise<ApiToken[]>
  /**
   * Makes a token, which is shown this once. Throws `invalid_input` at a permission that the role does not
   * have, `forbidden` where the company's is not the actor's to make or the password was not confirmed recently.
   */
  create(actor: Actor, input: CreateApiToken): Promise<CreatedApiToken>
  /** Ends a token for good. Throws `not_found` and `forbidden`. */
  revoke(actor: Actor, apiTokenId: number): Promise<ApiToken>
  /** Ends the personal tokens of a user, who is let out by `by`. */
  revokeAllOf(tx: Tx, userId: number, by: Actor): Promise<void>
}

export interface Neighbours {
  users: UserService
  audit: AuditService
  /** Writes down that someone had no permission for a call. */
  refused: (actor: Actor, permission: Permission, call: string) => Promise<void>
  /** Throws `forbidden` without a session, and when it is too long ago that its user proved who they are. */
  requireConfirmed: (actor: Actor) => Promise<void>
}

const day = 24 * 60 * 60_000

/** Anyone who has got hold of a token must not be able to make a second one of it. */
function requirePerson(actor: Actor): void {
  if (actor.via?.kind !== 'apiToken') return
  throw new AppError('forbidden', 'session.needed', "API tokens can't do this. Log in to do it.")
}

const url = '/api/identity/api-tokens'

function shown(token: StoredApiToken, users: UserDirectory): ApiToken {
  return {
    apiTokenId: token.apiTokenId,
    scope: token.scope,
    name: token.name,
    hint: token.hint,
    roleId: users.byId.get(token.userId)?.roleId ?? roleIds.viewer,
    permissions: knownPermissions(token.permissions),
    createdAt: token.createdAt.toISOString(),
    createdBy: users.byId.get(token.createdBy)?.name ?? 'Former user',
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
  }
}

export function createApiTokenService(platform: Platform, neighbours: Neighbours): ApiTokenService {
  const { users, audit, refused, requireConfirmed } = neighbours
  const { database, clock } = platform
  const finder = createApiTokenFinder(platform, users)

  /** The permission that the route could not name, because only tokens of the company need it. */
  async function requireFor(actor: Actor, scope: ApiTokenScope, call: string): Promise<void> {
    const permission = 'api-token.administer'
    if (scope === 'personal' || may(actor, permission)) return
    await refused(actor, permission, call)
    throw permissionMissing(actor, permission)
  }

  /** A token that the actor may revoke. Throws `not_found` and `forbidden`. */
  async function revocable(actor: Actor, apiTokenId: number): Promise<StoredApiToken> {
    const { tenantId, userId } = actor
    const token = await readApiToken(database.tenant(tenantId), tenantId, apiTokenId)
    if (!token || (token.scope === 'personal' && token.userId !== userId)) {
      throw notFound('api_token.unknown', 'This API token does not exist.')
    }
    await requireFor(actor, token.scope, `DELETE ${url}/:apiTokenId`)
    return token
  }

  function note(tx: Tx, actor: Actor, action: string, token: StoredApiToken, details = {}): Promise<void> {
    const done = action === 'api_token.created' ? 'made' : 'revoked'
    const whose = token.scope === 'tenant' ? 'API token of the company' : 'Personal API token'
    return audit.write(tx, actor.tenantId, {
      action,
      summary: `${whose} “${token.name}” ${done}`,
      actor,
      subject: { kind: 'api-token', id: token.apiTokenId, name: token.name },
      details: { scope: token.scope, ...details },
    })
  }

  /** The user that the token works as. */
  async function workerOf(tx: Tx, actor: Actor, input: CreateApiToken, roleId: RoleId): Promise<number> {
    if (input.scope === 'personal') return actor.userId
    return users.createServiceUser(tx, actor.tenantId, input.name, roleId)
  }

  async function store(actor: Actor, input: CreateApiToken, roleId: RoleId, token: string) {
    const createdAt = clock.now()
    const days = input.expiresInDays
    const stored = await transact(database.tenant(actor.tenantId), async (tx) => {
      const made = await insertApiToken(tx, actor.tenantId, {
        userId: await workerOf(tx, actor, input, roleId),
        scope: input.scope,
        name: input.name,
        hint: hintOf(token),
        tokenHash: hashOfToken(token),
        permissions: [...new Set(input.permissions)],
        createdBy: actor.userId,
        createdAt,
        expiresAt: days === null ? null : new Date(createdAt.getTime() + days * day),
      })
      await note(tx, actor, 'api_token.created', made, {
        roleId,
        permissions: made.permissions,
        expiresAt: made.expiresAt,
      })
      return made
    })
    if (input.scope === 'tenant') await users.forget(actor.tenantId)
    return stored
  }

  return {
    readToken: async (text) => (text.startsWith(apiTokenPrefix) ? finder.find(text) : undefined),
    async list(actor, scope) {
      await requireFor(actor, scope, `GET ${url}`)
      const db = database.tenant(actor.tenantId)
      const tokens =
        scope === 'tenant'
          ? await listTenantTokens(db, actor.tenantId)
          : await listPersonalTokens(db, actor.tenantId, actor.userId)
      const directory = await users.directory(actor.tenantId)
      return tokens.map((token) => shown(token, directory))
    },
    async create(actor, input) {
      requirePerson(actor)
      await requireFor(actor, input.scope, `POST ${url}`)
      if (input.scope === 'personal' && input.roleId !== undefined) {
        throw invalid('api_token.role', { roleId: 'A personal token has the role of its creator.' })
      }
      const roleId = input.scope === 'tenant' ? (input.roleId ?? roleIds.viewer) : actor.roleId
      const whose = input.scope === 'tenant' ? 'The role of the token' : 'Your role'
      const excess = excessOf(input.permissions, roleId, whose)
      if (Object.keys(excess).length > 0) throw invalid('api_token.permission', excess)
      // A token outlives the session: an unlocked desk and a copied access token are not enough for one.
      await requireConfirmed(actor)
      const token = apiTokenPrefix + randomBytes(32).toString('base64url')
      const stored = await store(actor, input, roleId, token)
      return { ...shown(stored, await users.directory(actor.tenantId)), token }
    },
    async revoke(actor, apiTokenId) {
      requirePerson(actor)
      const { tenantId } = actor
      const token = await revocable(actor, apiTokenId)
      const revoked = await transact(database.tenant(tenantId), async (tx) => {
        const revokedAt = clock.now()
        const isNew = await revokeApiToken(tx, tenantId, apiTokenId, revokedAt)
        if (!isNew) return (await readApiToken(tx, tenantId, apiTokenId)) ?? token
        await note(tx, actor, 'api_token.revoked', token)
        return { ...token, revokedAt }
      })
      finder.drop(tenantId, apiTokenId)
      return shown(revoked, await users.directory(tenantId))
    },
    async revokeAllOf(tx, userId, by) {
      const { tenantId } = by
      for (const token of await listPersonalTokens(tx, tenantId, userId)) {
        const isNew = await revokeApiToken(tx, tenantId, token.apiTokenId, clock.now())
        if (isNew) await note(tx, by, 'api_token.revoked', token, { userId })
      }
    },
  }
}
