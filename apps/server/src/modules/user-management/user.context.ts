import { roleIds, type Permission, type RoleId } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditInput, AuditService } from '../audit/index.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { UserRegistry } from './user.registry.ts'
import { nameOf, type StoredUser, type UserDirectory } from './user.rules.ts'

/** The modules below. */
export interface UserNeighbours {
  audit: AuditService
  /** Writes down that someone had no permission for a call. */
  refused: (actor: Actor, permission: Permission, call: string) => Promise<void>
  currency: CurrencyService
}

/** The services that the parts of this module share. */
export interface UserContext extends UserNeighbours {
  platform: Platform
  registry: UserRegistry
  cache: TenantCache<UserDirectory>
}

export function unknownUser(): AppError {
  return notFound('user.unknown', 'This user does not exist.')
}

/** Anyone who has got hold of a token, ours or a provider's, must not be able to let themselves in for good. */
export function requirePersonFor(roleId: RoleId | undefined, { sessionId }: Actor): void {
  if (sessionId !== null || roleId !== roleIds.administrator) return
  const message = "API tokens can't create or reactivate administrators. Log in to do it."
  throw new AppError('forbidden', 'session.needed', message)
}

function taken(field: 'email' | 'externalId', message: string): AppError {
  return new AppError('conflict', 'user.taken', message, { [field]: message })
}

/** Translates the database's refusal of a user into words for people. */
export function refusal(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'app_user_email') return taken('email', 'A user with this email address already exists.')
  if (constraint === 'app_user_external_id') {
    return taken('externalId', 'Another user already has this external id.')
  }
  if (constraint === 'app_user_tenant_id_image_id_fkey') {
    return invalid('user.image', { imageId: 'This picture does not exist. Upload it again.' })
  }
  return error
}

/** The codes of the tenant's currencies, the default one first. */
export async function currencyCodes(context: UserContext, tenantId: number): Promise<[string, ...string[]]> {
  const [first, ...more] = await context.currency.active(tenantId)
  if (!first) throw new Error(`Tenant ${tenantId} has no currency`)
  return [first.code, ...more.map(({ code }) => code)]
}

/** Writes into the audit log what was done to a user. */
export function writeAct(
  context: UserContext,
  tx: Tx,
  actor: Actor,
  user: Pick<StoredUser, 'userId' | 'firstName' | 'lastName' | 'email'>,
  act: Pick<AuditInput, 'action' | 'summary' | 'details'>,
): Promise<void> {
  const subject = { kind: 'user', id: user.userId, name: nameOf(user) }
  return context.audit.write(tx, actor.tenantId, { ...act, actor, subject })
}
