import { apiTokenPrefix, type apiTokenScopes } from '@steward/contracts/api-token'
import {
  permissionLabels,
  permissions,
  roleMay,
  type Permission,
  type RoleId,
} from '@steward/contracts/plain/permission'

export type ApiTokenScope = (typeof apiTokenScopes)[number]

const known = new Set<string>(permissions)

/** The stored permissions of a token, without those that this release doesn't know. */
export function knownPermissions(stored: readonly string[]): Permission[] {
  return stored.filter((one): one is Permission => known.has(one))
}

/** The end of a token, by which its owner tells it from others. */
export function hintOf(token: string): string {
  return `${apiTokenPrefix}…${token.slice(-4)}`
}

/** What is wrong with permissions that the role does not have, by the path where each stands. */
export function excessOf(
  chosen: readonly Permission[],
  roleId: RoleId,
  whose: string,
): Record<string, string> {
  const faults = chosen.flatMap((permission, index) =>
    roleMay(roleId, permission)
      ? []
      : [[`permissions.${index}`, `${whose} doesn't include “${permissionLabels[permission]}”.`] as const],
  )
  return Object.fromEntries(faults)
}

/** live; revoked; expired. Times in milliseconds. */
export type ApiTokenState = 'live' | 'revoked' | 'expired'

export function stateOf(token: { expiresAt: Date | null; revokedAt: Date | null }, now: Date): ApiTokenState {
  if (token.revokedAt) return 'revoked'
  return token.expiresAt && now >= token.expiresAt ? 'expired' : 'live'
}
