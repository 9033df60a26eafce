import pg from 'pg'
import { callAnonymously, signInByApi } from './client.ts'
import { messageTo, partOf } from './messages.ts'
import { administrator, type Server } from './server.ts'

interface Person {
  email: string
  firstName: string
  lastName: string
  /** 1 Normal User, 2 Manager, 3 Administrator, 4 Viewer. */
  roleId: 1 | 2 | 3 | 4
  /** Whether the first visit is over. Default: yes. */
  profileCompleted?: boolean
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

interface Step {
  data: { challengeUser: string; token: string }
}

/**
 * Invites a person, who chooses the administrator's password and, unless told, has been through the profile;
 * returns the user id.
 */
export async function addPerson(server: Server, person: Person): Promise<number> {
  const { email, roleId, firstName, lastName, profileCompleted = true } = person
  const admin = await signInByApi(server)
  const invited = await admin.post<{ data: { userId: number }[] }>('/user-management/users', {
    data: [{ email, roleId }],
  })
  const userId = invited.data[0]?.userId as number
  const password = partOf(await messageTo(admin, email, 'invitation'), /Temporary password: (\S+)/)
  const { data } = await callAnonymously<Step>(server, '/identity/sign-in', { username: email, password })
  const { challengeUser } = data
  await callAnonymously(server, '/identity/new-password', {
    challengeUser,
    newPassword: administrator.password,
  })
  const themselves = await signInByApi(server, email)
  await themselves.patch(`/user-management/users/${userId}`, {
    firstName,
    lastName,
    ...(profileCompleted && { profileCompleted }),
  })
  // A test counts on the sessions that it begins.
  await themselves.post('/identity/sign-out-everywhere')
  return userId
}

/** Sets the administrator's password by a mailed code, as anyone who was let in again does. */
export async function setForgottenPassword(server: Server, email: string): Promise<void> {
  await callAnonymously(server, '/identity/forgot-password', { username: email })
  const admin = await signInByApi(server)
  const code = partOf(await messageTo(admin, email, 'password-reset'), /^\s*([A-Z2-9]{6})\s*$/m)
  const { password } = administrator
  await callAnonymously(server, '/identity/reset-password', { username: email, code, password })
}

interface Somebody {
  email: string
  userId: number
  lastName: string
  phone: string
}

let lastSomebody = 0

/** Adds an Administrator whom no other test, and no earlier attempt of the same one, has touched. */
export async function addSomebody(
  server: Server,
  { profileCompleted = true }: Pick<Person, 'profileCompleted'> = {},
): Promise<Somebody> {
  lastSomebody += 1
  const email = `pia${lastSomebody}@example.com`
  const lastName = `Number ${lastSomebody}`
  const userId = await addPerson(server, { email, firstName: 'Pia', lastName, roleId: 3, profileCompleted })
  return { email, userId, lastName, phone: `+4420718387${50 + lastSomebody}` }
}

/** As if these users had set an authenticator app up; no one can sign in with it. */
export async function giveSecondFactor(server: Server, userIds: readonly number[]): Promise<void> {
  await withDatabase(server, (database) =>
    database.query(
      `insert into second_factor (tenant_id, user_id, preferred, totp_secret)
      select tenant_id, user_id, 'TOTP', 'nobody logs in with it' from app_user where user_id = any($1)`,
      [userIds],
    ),
  )
}

/** Ends every session, as when people are signed out for security reasons. Seen within two seconds. */
export async function expireSessions(server: Server): Promise<void> {
  await withDatabase(server, (client) =>
    client.query(`update session set ended_at = clock_timestamp() where ended_at is null`),
  )
}
