import { roleIds, type RoleId } from '@steward/contracts/plain/permission'
import type { UserStatus } from '@steward/contracts/user-management'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredUser, UserFields } from './user.rules.ts'

export interface NewUser {
  email: string
  firstName: string
  lastName: string
  roleId: RoleId
  status: UserStatus
  displayCurrency: string
  externalId: string | null
  profileCompleted: boolean
  createdAt: Date
}

const columns = `user_id "userId", email, first_name "firstName", last_name "lastName", role_id "roleId", status,
  kind, display_currency "displayCurrency", external_id "externalId", image_id "imageId",
  mobile_number "mobileNumber", locale, time_zone "timeZone", profile_completed "profileCompleted",
  start_page "startPage"`

/** Every user of the tenant, services and former users too. */
export function listUsers(db: Db, tenantId: number): Promise<StoredUser[]> {
  return query<StoredUser>(db, `/*user.list*/ select ${columns} from app_user where tenant_id = $1`, [
    tenantId,
  ])
}

/** How many people see amounts in a currency. */
export async function countByCurrency(db: Db, tenantId: number, code: string): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    "select count(*) as n from app_user where tenant_id = $1 and kind = 'person' and display_currency = $2",
    [tenantId, code],
  )
  return rows[0]?.n ?? 0
}

const insertText = `insert into app_user (tenant_id, email, first_name, last_name, role_id, status,
    display_currency, external_id, profile_completed, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

function valuesOf(tenantId: number, user: NewUser): unknown[] {
  return [
    tenantId,
    user.email,
    user.firstName,
    user.lastName,
    user.roleId,
    user.status,
    user.displayCurrency,
    user.externalId,
    user.profileCompleted,
    user.createdAt,
  ]
}

/** Returns the new user's id. */
export async function insertUser(tx: Tx, tenantId: number, user: NewUser): Promise<number> {
  const rows = await query<{ userId: number }>(
    tx,
    `/*user.insert*/ ${insertText} returning user_id "userId"`,
    valuesOf(tenantId, user),
  )
  return rows[0]?.userId as number
}

/** Returns the new user's id, or undefined where someone else was faster to take the address. */
export async function insertUnlessTaken(
  tx: Tx,
  tenantId: number,
  user: NewUser,
): Promise<number | undefined> {
  const rows = await query<{ userId: number }>(
    tx,
    `/*user.invite*/ ${insertText} on conflict (lower(email)) do nothing returning user_id "userId"`,
    valuesOf(tenantId, user),
  )
  return rows[0]?.userId
}

/** Returns the id of a new service. */
export async function insertService(
  tx: Tx,
  tenantId: number,
  service: { email: string; name: string; roleId: RoleId; createdAt: Date },
): Promise<number> {
  const rows = await query<{ userId: number }>(
    tx,
    `/*user.service*/
    insert into app_user (tenant_id, email, first_name, role_id, status, kind, created_at)
    values ($1, $2, $3, $4, 'ACTIVE', 'service', $5)
    returning user_id "userId"`,
    [tenantId, service.email, service.name, service.roleId, service.createdAt],
  )
  return rows[0]?.userId as number
}

/** Which of these addresses belong to a user of the installation. */
export async function findTakenAddresses(pool: pg.Pool, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ address: string }>('select address from find_taken_addresses($1)', [
    addresses,
  ])
  return new Set(rows.map(({ address }) => address))
}

/** A person who is about to be changed, and how many other active administrators there are. */
export interface LockedUser extends StoredUser {
  deactivatedFrom: UserStatus | null
  otherAdministrators: number
}

/**
 * Reads a person and keeps them, and every administrator, as they are until the transaction ends, so
 * that two who deactivate each other do so one after the other.
 */
export async function lockUser(tx: Tx, tenantId: number, userId: number): Promise<LockedUser | undefined> {
  const rows = await query<Omit<LockedUser, 'otherAdministrators'>>(
    tx,
    `/*user.lock*/
    select ${columns}, deactivated_from "deactivatedFrom" from app_user
    where tenant_id = $1 and kind = 'person' and (user_id = $2 or (role_id = ${roleIds.administrator} and status = 'ACTIVE'))
    order by user_id for no key update`,
    [tenantId, userId],
  )
  const user = rows.find((row) => row.userId === userId)
  const others = rows.filter((row) => row.userId !== userId)
  return user && { ...user, otherAdministrators: others.length }
}

/** Makes someone active who was invited. */
export async function activateUser(tx: Tx, tenantId: number, userId: number): Promise<void> {
  await query(
    tx,
    `/*user.activate*/
    update app_user set status = 'ACTIVE'
    where tenant_id = $1 and user_id = $2 and status in ('INVITED', 'FORCE_CHANGE_PASSWORD', 'CREATING')`,
    [tenantId, userId],
  )
}

/** Sets a status; `from` is what a deactivated user was before. */
export async function setStatus(
  tx: Tx,
  tenantId: number,
  userId: number,
  status: UserStatus,
  from: UserStatus | null,
): Promise<void> {
  await query(
    tx,
    `/*user.status*/ update app_user set status = $3, deactivated_from = $4 where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, status, from],
  )
}

/** Makes deactivated people former users. */
export async function retireUsers(db: Db, tenantId: number, userIds: readonly number[]): Promise<void> {
  await query(
    db,
    `/*user.retire*/ update app_user set kind = 'former'
     where tenant_id = $1 and user_id = any($2::int[]) and kind = 'person' and status = 'DEACTIVATED'`,
    [tenantId, userIds],
  )
}

/** Makes former users active again. Returns their addresses. */
export async function reinstateUsers(
  tx: Tx,
  tenantId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ email: string }>(
    tx,
    `/*user.reinstate*/ update app_user set kind = 'person', status = 'ACTIVE', deactivated_from = null
     where tenant_id = $1 and email = any($2::text[]) and kind = 'former' returning email`,
    [tenantId, addresses],
  )
  return new Set(rows.map(({ email }) => email))
}

const columnByField = {
  firstName: 'first_name',
  lastName: 'last_name',
  mobileNumber: 'mobile_number',
  imageId: 'image_id',
  displayCurrency: 'display_currency',
  locale: 'locale',
  timeZone: 'time_zone',
  startPage: 'start_page',
  roleId: 'role_id',
  externalId: 'external_id',
  profileCompleted: 'profile_completed',
} as const satisfies Record<keyof UserFields, string>

/** Sets the given fields of a user. */
export async function updateUser(
  tx: Tx,
  tenantId: number,
  userId: number,
  fields: UserFields,
): Promise<void> {
  const entries = Object.entries(fields) as [keyof typeof columnByField, unknown][]
  if (entries.length === 0) return
  const sets = entries.map(([field], index) => `${columnByField[field]} = $${index + 3}`).join(', ')
  await query(tx, `update app_user set ${sets} where tenant_id = $1 and user_id = $2`, [
    tenantId,
    userId,
    ...entries.map(([, value]) => value),
  ])
}
