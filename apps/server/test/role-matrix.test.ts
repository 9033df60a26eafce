import {
  permissionLabels,
  permissions,
  permissionsByRole,
  roleMay,
  roles,
  type Permission,
} from '@steward/contracts/plain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, exampleBody, mediaTypeOf, readOperations, type Operation } from './api-operation.ts'
import { injected } from './injected.ts'
import { startTestApp, type Client, type RoleName, type TestApp } from './harness.ts'
import { collectRoutes, type RegisteredRoute } from './registered-routes.ts'

const roleNames: Record<number, RoleName> = { 1: 'normalUser', 2: 'manager', 3: 'administrator', 4: 'viewer' }
const nobody = '999999999'
const noUpload = '00000000-0000-4000-8000-000000000000'

type Guarded = RegisteredRoute & { permission: Permission }

let app: TestApp
let guarded: Guarded[]
let operations: Map<string, Operation>

beforeAll(async () => {
  const { started, routes } = await collectRoutes(() => startTestApp())
  app = started
  guarded = routes.filter(
    (one): one is Guarded => one.permission !== undefined && one.permission !== 'public',
  )
  operations = new Map((await readOperations(app)).map((one) => [`${one.method} ${one.path}`, one]))
  await makeObjects(await app.newUser('administrator'))
})
afterAll(() => app.stop())

/** How the document describes a route; HEAD goes with every GET. */
function operationOf({ method, url }: Guarded): Operation {
  const path = url.replaceAll(/:([A-Za-z]+)/g, '{$1}')
  const operation = operations.get(`${method.replace('HEAD', 'GET')} ${path}`)
  if (!operation) throw new Error(`${method} ${url} is not described`)
  return operation
}

function idIn(operation: Operation, id: string): string {
  const isText = operation.parameters?.find((one) => one.in === 'path')?.schema.type === 'string'
  return isText ? noUpload : id
}

interface Reply {
  status: number
  reason: string
  message: string
}

/** Calls a route, with the body of its example where it takes one and `withBody` says so. */
async function call(route: Guarded, token: string, id: string, withBody: boolean): Promise<Reply> {
  const operation = operationOf(route)
  const media = withBody ? mediaTypeOf(operation) : undefined
  const payload = media === 'application/json' ? JSON.stringify(exampleBody(operation)) : Buffer.from('data')
  const { status, json } = await injected(app.application.app, {
    method: route.method as 'GET',
    url: addressOf(operation, idIn(operation, id)),
    headers: { authorization: `Bearer ${token}`, ...(media ? { 'content-type': media } : {}) },
    ...(media ? { payload } : {}),
  })
  const { reason = '', message = '' } = json
  return { status, reason, message }
}

const told = (route: Guarded, { status, reason }: Reply): string =>
  `${route.method} ${route.url} (${route.permission}): ${status} ${reason}`

const isRefused = ({ status, reason }: Reply): boolean => status === 403 && reason === 'permission.missing'

/** Whether an answer is the refusal of this permission, which it says in words. HEAD has no words. */
function names(route: Guarded, reply: Reply): boolean {
  if (route.method === 'HEAD') return reply.status === 403
  return isRefused(reply) && reply.message.includes(permissionLabels[route.permission])
}

/** What every call may leave behind: the log of refusals, and when a session was last seen. */
const bookkeeping = new Set(['audit_entry', 'session', 'refresh_token'])

/** A digest of all that the database holds, by table. */
async function contents(): Promise<Record<string, string>> {
  const { owner } = app.application.platform.database
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of rows.filter((row) => !bookkeeping.has(row.name))) {
    const text = `select coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') digest from ${name} t`
    digests[name] = (await owner.query<{ digest: string }>(text)).rows[0]?.digest ?? ''
  }
  return digests
}

/** One object of many kinds; the database is new, so their ids are the first. */
async function makeObjects(client: Client): Promise<void> {
  const made = async (path: string, body: object) => {
    const answer = await client.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  const { accountId } = await made('core/accounts', { globalFields: { name: 'Account' } })
  await made('core/organizations', { globalFields: { name: 'Organization' } })
  await made('core/contacts', {
    globalFields: { name: 'Person', email: 'p@example.com', account: accountId },
  })
  await made('core/pipelines', { globalFields: { name: 'Deal', account: accountId } })
  await made('core/fields', { displayName: 'Region', dataType: 'string', columnLevel: 'account' })
  await made('core/entity/bulk', {
    type: 'entity',
    level: 'account',
    data: [{ id: accountId, data: { about: 'x' } }],
  })
}

const firstIds = ['1', '2', '3', '4']

describe('every permission, role and route', () => {
  it('are many, and each permission is named by a route', () => {
    expect(guarded.length).toBeGreaterThan(100)
    const named = new Set(guarded.map((route) => route.permission))
    // Whose tokens a call is about is in what it asks, so that their service looks at this one.
    const byService: Permission[] = ['api-token.administer']
    expect(permissions.filter((one) => !named.has(one)).toSorted()).toEqual(byService)
  })

  it.each(roles)('refuse the $name what the role may not, and nothing changes', async ({ id }) => {
    const { token } = await app.newUser(roleNames[id] as RoleName)
    const refused = guarded.filter((route) => !roleMay(id, route.permission))
    const before = await contents()
    const wrong: string[] = []
    for (const route of refused) {
      const ids = route.url.includes(':') ? firstIds : [nobody]
      for (const one of ids) {
        const reply = await call(route, token, one, true)
        if (!names(route, reply)) wrong.push(told(route, reply))
      }
    }
    expect(wrong).toEqual([])
    expect(await contents()).toEqual(before)
    expect(refused.length > 0).toBe(id !== 3)
  })

  it.each(roles)('let the $name do what the role may', async ({ id }) => {
    const { actor } = await app.newUser(roleNames[id] as RoleName)
    const { identity } = app.application.modules
    const wrong: string[] = []
    for (const route of guarded.filter(({ permission }) => roleMay(id, permission))) {
      // A session of its own, because some of the routes end it.
      const token = await identity.startSession(actor.tenantId, actor.userId, { remember: false })
      const reply = await call(route, token, nobody, false)
      if (reply.status === 403 || reply.status === 401) wrong.push(told(route, reply))
    }
    expect(wrong).toEqual([])
  })

  it('hold for an API token as far as its permissions go, whatever the role may', async () => {
    const admin = await app.newUser('administrator')
    const scopes = ['self.edit', 'record.read', 'field.administer'] as const
    const made = await admin.post('identity/api-tokens', { name: 'Narrow', permissions: scopes })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { token } = made.body.data
    const before = await contents()
    const wrong: string[] = []
    for (const route of guarded) {
      const mayCall = (scopes as readonly Permission[]).includes(route.permission)
      const reply = await call(route, token, nobody, !mayCall)
      const isRight = mayCall ? !isRefused(reply) : names(route, reply)
      if (!isRight) wrong.push(told(route, reply))
    }
    expect(wrong).toEqual([])
    const { api_token: _, ...others } = await contents()
    expect(before).toMatchObject(others)
  })

  it('hold for an API token of a role that may less, whatever the token was given', async () => {
    const viewer = await app.newUser('viewer')
    const scopes = permissionsByRole[4]
    const made = await viewer.post('identity/api-tokens', { name: 'Reading', permissions: scopes })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const wrong: string[] = []
    for (const route of guarded.filter(({ permission }) => !roleMay(4, permission))) {
      const reply = await call(route, made.body.data.token, nobody, true)
      if (!names(route, reply)) wrong.push(told(route, reply))
    }
    expect(wrong).toEqual([])
  })
})
