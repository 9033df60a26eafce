import type { RoleId } from '@steward/contracts/permission'
import type { UserStatus } from '@steward/contracts/user-management'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredUser } from './user.rules.ts'

export interface NewUser {
  email: string
  firstName: string
  lastName: string
  roleId: RoleId
  status: UserStatus
  displayCurrency: string
  externalId: string | null
  createdAt: Date
}

export function listUsers(db: Db, tenantId: number): Promise<StoredUser[]> {
  return query<StoredUser>(
    db,
    `/*user.list*/
    select user_id "userId", email, first_name "firstName", last_name "lastName", role_id "roleId", status,
      display_currency "displayCurrency", external_id "externalId", image_id "imageId",
      mobile_number "mobileNumber"
    from app_user where tenant_id = $1`,
    [tenantId],
  )
}

/** Returns the new user's id. */
export async function insertUser(tx: Tx, tenantId: number, user: NewUser): Promise<number> {
  const rows = await query<{ userId: number }>(
    tx,
    `/*user.insert*/
    insert into app_user (tenant_id, email, first_name, last_name, role_id, status, display_currency,
      external_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    returning user_id "userId"`,
    [
      tenantId,
      user.email,
      user.firstName,
      user.lastName,
      user.roleId,
      user.status,
      user.displayCurrency,
      user.externalId,
      user.createdAt,
    ],
  )
  return rows[0]?.userId as number
}
