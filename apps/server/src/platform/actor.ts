import { roleIds, roleMay, type Permission, type RoleId } from '@steward/contracts/plain/permission'
import type { ChangeSource, SystemActorKind } from '@steward/contracts/record-history'

export type { SystemActorKind }

/** Where a call comes from. */
export interface Origin {
  /** The IP address. */
  address: string | null
  userAgent: string | null
}

/**
 * How an actor got in who is not signed in to the app: with an API token, by its id and name; with a token of an
 * outside identity provider; or as a part of Steward, which may name its task (the id and name of a scenario).
 */
export type Via =
  | { kind: 'apiToken'; id: number; name: string }
  | { kind: 'providerToken' }
  | { kind: SystemActorKind; id: number | null; name: string }

/** The author of a change: a user of one tenant, signed in or through a token, or a part of Steward. */
export interface Actor {
  tenantId: number
  /** `noUser` for a part of Steward. */
  userId: number
  roleId: RoleId
  /** null: the caller has an API token, or a token of an outside provider. */
  sessionId: number | null
  /** Absent for a person in the app. */
  via?: Via
  /** Whether no person is behind it: the token is the company's, or a part of Steward acts. */
  isService?: boolean
  /** The permissions that an API token keeps of its role's; all permissions of a part of Steward. */
  scopes?: ReadonlySet<Permission>
  /** Whether the row rule of the role is set aside for reading. See `seeingAll`. */
  seesAll?: true
  /** Absent where no one called, as in a job. */
  origin?: Origin
}

/** In the place of a user's id where no user acts. Serial ids begin with 1. */
const noUser = 0

/** The user behind an act; null for a part of Steward. */
export function userOf({ userId }: Pick<Actor, 'userId'>): number | null {
  return userId === noUser ? null : userId
}

const sourceByVia: Record<Via['kind'], ChangeSource> = {
  apiToken: 'api',
  providerToken: 'api',
  scenario: 'scenario',
  sync: 'sync',
  survey: 'survey',
  calculation: 'system',
  health: 'system',
  playbook: 'system',
  task: 'system',
  successPlan: 'system',
}

/** The source of the changes that an actor makes. */
export function sourceOf({ via }: Pick<Actor, 'via'>): ChangeSource {
  return via ? sourceByVia[via.kind] : 'person'
}

/** A part of Steward, and all that it may do. */
export interface SystemActorInput {
  kind: SystemActorKind
  /** The id of its task, such as the scenario. */
  id?: number
  /** Its name in the history. */
  name: string
  permissions: readonly Permission[]
}

/**
 * The actor for work that Steward does on its own. It sees every record of its tenant. It may do
 * what its permissions name and nothing else: the record service refuses a change without `record.edit` and a
 * creation without `record.create`, as the routes do for people. It owns nothing, so records that it creates have
 * the owners it gives them; and it neither edits nor removes what people wrote.
 */
export function systemActor(tenantId: number, { kind, id, name, permissions }: SystemActorInput): Actor {
  return {
    tenantId,
    userId: noUser,
    roleId: roleIds.administrator,
    sessionId: null,
    via: { kind, id: id ?? null, name },
    isService: true,
    scopes: new Set(permissions),
  }
}

/** Whether a part of Steward acts, which passes no route that checks its permissions. */
export function isSystem({ userId }: Pick<Actor, 'userId'>): boolean {
  return userId === noUser
}

/**
 * The same actor, who sees every record of the tenant: for the answer to their own change, which may have taken the
 * record out of their sight, and for what follows from it in records of others. It widens reading only. What the
 * actor may change, and every permission, stays as it is.
 */
export function seeingAll(actor: Actor): Actor {
  return { ...actor, seesAll: true }
}

/**
 * The actor of a job that finishes what a user was allowed to start. It may change every record, because that was
 * checked when the job was started: what is half done is finished even if the user's role has changed since.
 */
export function finishing(job: { tenantId: number; userId: number; via?: Via | undefined }): Actor {
  const { tenantId, userId, via } = job
  return { tenantId, userId, roleId: roleIds.administrator, sessionId: null, ...(via && { via }) }
}

/** Whether the actor has the permission: by the role, and by the scopes where there are any. */
export function may(actor: Actor, permission: Permission): boolean {
  return roleMay(actor.roleId, permission) && (actor.scopes?.has(permission) ?? true)
}

/** Whether the actor changes only records of their own. */
export function ownsWhatTheyChange({ roleId }: Pick<Actor, 'roleId'>): boolean {
  return roleId === roleIds.normalUser
}

/** Whether the actor sees only records of their own, and is shown nothing that counts all of them. */
export function isScoped({ roleId, seesAll }: Pick<Actor, 'roleId' | 'seesAll'>): boolean {
  return roleId === roleIds.normalUser && !seesAll
}

/**
 * Whether the actor keeps what others wrote in order: managers and administrators do. A service does not,
 * whatever its role: it has no reason to touch what people wrote, and no one to ask why it did.
 */
export function keepsOrder({ roleId, isService }: Pick<Actor, 'roleId' | 'isService'>): boolean {
  return !isService && (roleId === roleIds.manager || roleId === roleIds.administrator)
}
