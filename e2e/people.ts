import pg from 'pg'
import { administrator, type Server } from './server.ts'

interface Person {
  email: string
  firstName: string
  lastName: string
  /** 1 Normal User, 2 Manager, 3 Administrator, 4 Viewer. */
  roleId: 1 | 2 | 3 | 4
}

/** Does the work with a connection that sees every row. */
export async function withDatabase<T>(server: Server, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Adds a person who can sign in with the administrator's password; returns the user id. Nobody can be
 * invited through the API yet, so the rows are written as the application would.
 */
export async function addPerson(server: Server, person: Person): Promise<number> {
  return withDatabase(server, async (client) => {
    const { rows } = await client.query<{ user_id: number }>(
      `insert into app_user (tenant_id, email, first_name, last_name, role_id, status)
      select tenant_id, $1, $2, $3, $4, 'ACTIVE' from app_user where email = $5
      returning user_id`,
      [person.email, person.firstName, person.lastName, person.roleId, administrator.username],
    )
    const userId = rows[0]?.user_id as number
    await client.query(
      `insert into credential (tenant_id, user_id, password_hash, changed_at)
      select tenant_id, $1, password_hash, changed_at from credential
      where user_id = (select user_id from app_user where email = $2)`,
      [userId, administrator.username],
    )
    return userId
  })
}

/** Makes every session as old as one that nobody used for years. */
export async function expireSessions(server: Server): Promise<void> {
  await withDatabase(server, (client) =>
    client.query(`update session set expires_at = '2000-01-01', last_seen_at = '2000-01-01'`),
  )
}
