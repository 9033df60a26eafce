import type { Permission } from '@steward/contracts/plain/permission'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ApiTokenScope } from './api-token.rules.ts'

/** The data of a token that a call needs. */
export interface FoundApiToken {
  tenantId: number
  apiTokenId: number
  userId: number
  scope: ApiTokenScope
  name: string
  permissions: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** Finds a token before its tenant is known. */
export async function findApiToken(pool: pg.Pool, tokenHash: Buffer): Promise<FoundApiToken | undefined> {
  const { rows } = await pool.query<FoundApiToken>({
    name: 'api_token.find',
    text: `select tenant_id "tenantId", api_token_id "apiTokenId", user_id "userId", scope, name, permissions,
        expires_at "expiresAt", last_used_at "lastUsedAt", revoked_at "revokedAt"
      from find_api_token($1)`,
    values: [tokenHash],
  })
  return rows[0]
}

export async function touchApiToken(db: Db, tenantId: number, apiTokenId: number, at: Date): Promise<void> {
  await query(
    db,
    `/*api_token.touch*/
    update api_token set last_used_at = $3
    where tenant_id = $1 and api_token_id = $2 and (last_used_at is null or last_used_at < $3)`,
    [tenantId, apiTokenId, at],
  )
}

export interface StoredApiToken {
  apiTokenId: number
  userId: number
  scope: ApiTokenScope
  name: string
  hint: string
  permissions: string[]
  createdBy: number
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const columns = `api_token_id "apiTokenId", user_id "userId", scope, name, hint, permissions, created_by "createdBy",
  created_at "createdAt", expires_at "expiresAt", last_used_at "lastUsedAt", revoked_at "revokedAt"`

/** The tokens that work as the user, latest first. */
export function listPersonalTokens(db: Db | Tx, tenantId: number, userId: number): Promise<StoredApiToken[]> {
  return query<StoredApiToken>(
    db,
    `/*api_token.list_personal*/
    select ${columns} from api_token
    where tenant_id = $1 and user_id = $2 and scope = 'personal' order by api_token_id desc`,
    [tenantId, userId],
  )
}

/** The tokens of the company itself, latest first. */
export function listTenantTokens(db: Db, tenantId: number): Promise<StoredApiToken[]> {
  return query<StoredApiToken>(
    db,
    `/*api_token.list_tenant*/
    select ${columns} from api_token where tenant_id = $1 and scope = 'tenant' order by api_token_id desc`,
    [tenantId],
  )
}

export async function readApiToken(
  db: Db | Tx,
  tenantId: number,
  apiTokenId: number,
): Promise<StoredApiToken | undefined> {
  const rows = await query<StoredApiToken>(
    db,
    `/*api_token.read*/ select ${columns} from api_token where tenant_id = $1 and api_token_id = $2`,
    [tenantId, apiTokenId],
  )
  return rows[0]
}

export interface NewApiToken {
  userId: number
  scope: ApiTokenScope
  name: string
  hint: string
  tokenHash: Buffer
  permissions: readonly Permission[]
  createdBy: number
  createdAt: Date
  expiresAt: Date | null
}

export async function insertApiToken(tx: Tx, tenantId: number, token: NewApiToken): Promise<StoredApiToken> {
  const rows = await query<StoredApiToken>(
    tx,
    `/*api_token.insert*/
    insert into api_token (tenant_id, user_id, scope, name, hint, token_hash, permissions, created_by, created_at,
      expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    returning ${columns}`,
    [
      tenantId,
      token.userId,
      token.scope,
      token.name,
      token.hint,
      token.tokenHash,
      token.permissions,
      token.createdBy,
      token.createdAt,
      token.expiresAt,
    ],
  )
  return rows[0] as StoredApiToken
}

/** Revokes a token; false when it was revoked already. */
export async function revokeApiToken(
  tx: Tx,
  tenantId: number,
  apiTokenId: number,
  at: Date,
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*api_token.revoke*/
    update api_token set revoked_at = $3
    where tenant_id = $1 and api_token_id = $2 and revoked_at is null
    returning api_token_id`,
    [tenantId, apiTokenId, at],
  )
  return rows.length > 0
}
