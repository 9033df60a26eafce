import { roleIds, roleMay, type Permission, type RoleId } from '@steward/contracts/plain/permission'

/** Where a call comes from. */
export interface Origin {
  /** The IP address. */
  address: string | null
  userAgent: string | null
}

/** Who acts: a user of one tenant, signed in or through an API token. */
export interface Actor {
  tenantId: number
  userId: number
  roleId: RoleId
  /** null: the caller has an API token, or a token of an outside provider. */
  sessionId: number | null
  apiTokenId?: number
  /** Whether the token is the company's, and no person is behind it. */
  isService?: boolean
  /** What an API token leaves of what its role may. */
  scopes?: ReadonlySet<Permission>
  /** Absent where no one called, as in a job. */
  origin?: Origin
}

/** Whether the actor has the permission: by the role, and by the scopes where there are any. */
export function may(actor: Actor, permission: Permission): boolean {
  return roleMay(actor.roleId, permission) && (actor.scopes?.has(permission) ?? true)
}

/** Whether the actor sees only records of their own, and is shown nothing that counts all of them. */
export function isScoped({ roleId }: Pick<Actor, 'roleId'>): boolean {
  return roleId === roleIds.normalUser
}

/**
 * Whether the actor keeps what others wrote in order: managers and administrators do. A service does not,
 * whatever its role: it has no reason to touch what people wrote, and no one to ask why it did.
 */
export function keepsOrder({ roleId, isService }: Pick<Actor, 'roleId' | 'isService'>): boolean {
  return !isService && (roleId === roleIds.manager || roleId === roleIds.administrator)
}
