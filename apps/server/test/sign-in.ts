import type { Answer, Client, TestApp } from './harness.ts'
import { transact } from '../src/platform/db/database.ts'

export const password = 'Correct-horse-7'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH'
  body?: unknown
  token?: string | undefined
  /** The caller's address. */
  from?: string
  headers?: Record<string, string>
}

/** A call as it comes from a device: with an address and headers of its own. */
export async function callFrom(app: TestApp, path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, token, from, headers } = options
  const answer = await app.application.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(from ? { remoteAddress: from } : {}),
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
}

/** A user who can sign in with `password`; returns the id. */
export async function newLogin(app: TestApp, email: string): Promise<number> {
  const { actor } = await app.newUser('manager', email)
  const { identity } = app.application.modules
  const db = app.application.platform.database.tenant(app.tenantId)
  await transact(db, (tx) => identity.createCredential(tx, app.tenantId, actor.userId, password))
  return actor.userId
}

/** Lets a session that has grown old be as one whose user confirmed the password just now. */
export async function confirm(app: TestApp, { actor }: Pick<Client, 'actor'>): Promise<void> {
  const { owner } = app.application.platform.database
  await owner.query('update session set confirmed_at = $2 where session_id = $1', [
    actor.sessionId,
    app.clock.now(),
  ])
}

export function signIn(
  app: TestApp,
  username: string,
  given: {
    password?: string
    remember?: boolean
    refresh?: 'cookie' | 'body'
    from?: string
    agent?: string
  } = {},
): Promise<Answer> {
  const { remember = false, refresh = 'body', from, agent } = given
  return callFrom(app, 'identity/sign-in', {
    body: { username, password: given.password ?? password, remember, refresh },
    ...(from ? { from } : {}),
    ...(agent ? { headers: { 'user-agent': agent } } : {}),
  })
}

export interface Mail {
  template: string
  subject: string
  text: string
}

/** The mails to an address, the latest first, once what happens in the background is done. */
export async function mailsTo(app: TestApp, address: string): Promise<Mail[]> {
  await app.application.modules.identity.settled()
  const admin = await app.as('administrator')
  const { body } = await admin.get(`messenger/messages?query=${encodeURIComponent(address)}`)
  const listed = body.data as { messageId: number }[]
  return Promise.all(
    listed.map(async ({ messageId }) => (await admin.get(`messenger/messages/${messageId}`)).body.data),
  )
}

/** The latest mail of a template to an address. */
export async function mailTo(app: TestApp, address: string, template: string): Promise<Mail> {
  const found = (await mailsTo(app, address)).find((mail) => mail.template === template)
  if (!found) throw new Error(`No mail "${template}" to ${address}`)
  return found
}

/** The actions of the audit log that have to do with a user, the latest first. */
export async function auditOf(app: TestApp, query: string): Promise<string[]> {
  await app.application.modules.identity.settled()
  const admin = await app.as('administrator')
  const { body } = await admin.get(`audit?query=${encodeURIComponent(query)}`)
  return (body.data as { action: string }[]).map(({ action }) => action)
}
