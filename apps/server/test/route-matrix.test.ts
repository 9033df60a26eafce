import { permissions, roleMay, roles } from '@steward/contracts/plain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, exampleBody, mediaTypeOf, readOperations, type Operation } from './api-operation.ts'
import { injected } from './injected.ts'
import { startTestApp, type Client, type RoleName, type TestApp } from './harness.ts'
import { ownObjects } from './own/own-objects.ts'
import { collectRoutes, type RegisteredRoute } from './registered-routes.ts'

/** Every route that needs no session. A new one has to be put here by hand, and so to be thought about. */
const publicRoutes = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /meta.json',
  'GET /api/openapi.json',
  'GET /api/tenant/:username',
  'POST /api/identity/sign-in',
  'GET /api/getting-started/visits',
  'POST /api/getting-started/visits',
  'POST /api/identity/new-password',
  'POST /api/identity/verify-mfa',
  'POST /api/identity/resend-mfa',
  'POST /api/identity/mfa-set-up',
  'POST /api/identity/mfa-set-up/verify',
  'POST /api/identity/forgot-password',
  'POST /api/identity/reset-password',
  'POST /api/identity/unlock',
  'POST /api/identity/refresh',
  'GET /api/identity/oidc/start',
  'GET /api/identity/oidc/callback',
  'POST /api/identity/oidc/finish',
  'GET /api/file-management/images/:imageUid',
  'GET /api/email-v3/pages/:token',
  'GET /api/file-management/files/content/:token',
  'GET /api/notification/unsubscribe/:token',
  'POST /api/notification/unsubscribe/:token',
  'GET /api/shared-plan/:token',
  'GET /api/scenario-mail/:token/unsubscribe',
  'POST /api/scenario-mail/:token/unsubscribe',
  'GET /api/survey-snippet',
  'GET /api/survey-snippet.js',
  'GET /api/survey-snippet/:script',
  'POST /api/shared-plan/:token/task/:taskId',
  'POST /api/survey-site/:siteKey/ask',
  'GET /api/survey-ask/:token',
  'POST /api/survey-ask/:token/answer',
  'POST /api/survey-ask/:token/shown',
  'POST /api/survey-ask/:token/unsubscribe',
  'GET /api/shared-plan/:token/seen.gif',
  'POST /api/shared-plan/:token/comment',
])

/** Pages that plugins serve, which hold nothing of any tenant: the readable API pages and the web application. */
const isPage = (route: RegisteredRoute): boolean =>
  route.url.startsWith('/api/docs') || !/^\/(api|healthz|readyz|metrics|meta\.json)(\/|$)/.test(route.url)

/** System fields are the same for every tenant, and a source is a word. */
const sharedIds = new Set([
  'PUT /api/core/fields/system/{id}',
  'POST /api/file-management/files/upload/{source}',
  // The key of a card, among those that the caller has snoozed.
  'DELETE /api/today/snoozes/{key}',
  // Those that every company begins with have the same ids everywhere.
  'PATCH /api/success-plan/lookup/{lookupId}',
])

const nobody = '999999999'
const noUpload = '00000000-0000-4000-8000-000000000000'
const roleNames: Record<number, RoleName> = { 1: 'normalUser', 2: 'manager', 3: 'administrator', 4: 'viewer' }

let app: TestApp
let routes: RegisteredRoute[]
let operations: Operation[]

beforeAll(async () => {
  const { started, routes: all } = await collectRoutes(() => startTestApp())
  app = started
  // HEAD goes with every GET, with its hooks and permission.
  routes = all.filter((route) => !isPage(route))
  operations = await readOperations(app)
})
afterAll(() => app.stop())

const titleOf = (one: { method: string; url: string }): string =>
  `${one.method.replace('HEAD', 'GET')} ${one.url}`
const filled = (url: string): string => url.replaceAll(/:[A-Za-z]+/g, nobody)

async function statusOf(
  method: string,
  url: string,
  token?: string,
): Promise<{ status: number; reason: string | undefined }> {
  const { status, json } = await injected(app.application.app, {
    method: method as 'GET',
    url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status, reason: json.reason }
}

describe('every route', () => {
  it('is among those that the document describes, or is listed public', () => {
    expect(routes.length).toBeGreaterThan(80)
    const described = new Set(operations.map((one) => `${one.method} ${one.path}`))
    const hidden = routes
      .map((route) => ({ ...route, title: titleOf(route) }))
      .filter(({ title }) => !described.has(title.replaceAll(/:([A-Za-z]+)/g, '{$1}')))
      .filter(({ title }) => !publicRoutes.has(title))
    expect(hidden).toEqual([])
  })

  it('names a permission that exists, or is listed public', () => {
    const known = new Set<string>(permissions)
    const wrong = routes.filter(({ permission, ...route }) =>
      publicRoutes.has(titleOf(route)) ? permission !== 'public' : !known.has(permission ?? ''),
    )
    expect(wrong).toEqual([])
    const registered = new Set(routes.map(titleOf))
    expect([...publicRoutes].filter((title) => !registered.has(title))).toEqual([])
  })

  it('answers 401 without a session, unless it is listed public', async () => {
    const wrong: string[] = []
    for (const route of routes) {
      for (const token of [undefined, 'not-a-session']) {
        const { status } = await statusOf(route.method, filled(route.url), token)
        if ((status === 401) === publicRoutes.has(titleOf(route))) wrong.push(`${titleOf(route)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(roles)('refuses the $name exactly what the role has no permission for', async ({ id }) => {
    const { actor } = await app.newUser(roleNames[id] as RoleName)
    const wrong: string[] = []
    for (const route of routes) {
      const { permission, method, url } = route
      if (permission === undefined || permission === 'public' || method === 'HEAD') continue
      // A session of its own, because one of the routes ends it.
      const token = await app.application.modules.identity.startSession(actor.tenantId, actor.userId, {
        remember: false,
      })
      const { status, reason } = await statusOf(method, filled(url), token)
      const isRefused = status === 403 && reason === 'permission.missing'
      if (isRefused === roleMay(id, permission as (typeof permissions)[number]) || status === 401)
        wrong.push(`${titleOf(route)} (${permission}): ${status} ${reason}`)
    }
    expect(wrong).toEqual([])
  })
})

/** What stands for an object in the path; words of a list do not. */
const idInPath = ({ parameters }: Operation) =>
  parameters?.find((one) => one.in === 'path' && one.schema.enum === undefined)

const hasTextId = (operation: Operation): boolean => idInPath(operation)?.schema.type === 'string'

const deletesLast = ({ method }: Operation): number => (method === 'DELETE' ? 1 : 0)

async function callWith(
  client: Client,
  operation: Operation,
  id: string,
): Promise<{ status: number; body: { reason?: string; fields?: unknown } }> {
  const media = mediaTypeOf(operation)
  const isJson = media === 'application/json'
  const { status, json } = await injected(app.application.app, {
    method: operation.method,
    url: addressOf(operation, id),
    headers: { authorization: `Bearer ${client.token}`, ...(media ? { 'content-type': media } : {}) },
    ...(media ? { payload: isJson ? JSON.stringify(exampleBody(operation)) : Buffer.from('data') } : {}),
  })
  return { status, body: json }
}

/** What the next tenant begins with gets ids that nothing of the first one has, whatever they are ids of. */
async function leaveGap(): Promise<void> {
  await app.application.platform.database.owner.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + 100000)
     from pg_sequences where schemaname = 'public'`,
  )
}

describe('every route with an id in its path', () => {
  it('knows no object of another tenant', async () => {
    const admin = await app.as('administrator')
    // Objects of several kinds have the same id, and calls with it count towards limits.
    const ids = [...new Set(await ownObjects(app, admin))]
    await leaveGap()
    const foreigner = await app.foreigner()
    const withIds = operations.filter(
      (one) => idInPath(one) && one.security === undefined && !sharedIds.has(`${one.method} ${one.path}`),
    )
    expect(withIds.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const operation of withIds) {
      for (const id of ids) {
        if (hasTextId(operation) !== id.includes('-')) continue
        const { status } = await callWith(foreigner, operation, id)
        if (status !== 404) wrong.push(`${operation.method} ${addressOf(operation, id)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    // The same calls find the objects for the tenant that has them, so the ids above were real.
    const unfound: string[] = []
    for (const operation of withIds.toSorted((a, b) => deletesLast(a) - deletesLast(b))) {
      const answers = await Promise.all(ids.map((id) => callWith(admin, operation, id)))
      if (answers.some(({ status }) => status >= 500)) unfound.push(`${operation.operationId} failed`)
      if (answers.every(({ status }) => status === 404)) unfound.push(`${operation.method} ${operation.path}`)
    }
    expect(unfound).toEqual([])
  }, 600_000)
})

const contentOf = ({ responses }: Operation) => Object.values(responses['200']?.content ?? {})
const isIllustrated = (content: Record<string, { example?: unknown }> | undefined): boolean =>
  content?.['application/json'] === undefined || content['application/json'].example !== undefined

describe('a call that takes bytes', () => {
  it('is refused without any', async () => {
    const { token } = await app.newUser('administrator')
    const ofBytes = operations.filter((one) => mediaTypeOf(one) === 'application/octet-stream')
    const answers = await Promise.all(
      ofBytes.map((one) => statusOf(one.method, addressOf(one, noUpload), token)),
    )
    expect(answers).toEqual(ofBytes.map(() => ({ status: 415, reason: 'request.media_type' })))
  })
})

describe('the OpenAPI document', () => {
  /** What a full description has; false is a fault. */
  const parts: Record<string, (one: Operation) => boolean> = {
    operationId: (one) => Boolean(one.operationId),
    summary: (one) => Boolean(one.summary),
    'one tag': (one) => one.tags?.length === 1,
    'schema of the answer': (one) =>
      contentOf(one).length > 0 && contentOf(one).every(({ schema }) => schema),
    'example of the answer': ({ responses }) => isIllustrated(responses['200']?.content),
    'example of the body': ({ requestBody }) => isIllustrated(requestBody?.content),
    'answers to failure': ({ responses, security }) =>
      ['400', '500', ...(security ? [] : ['401', '403'])].every((status) => responses[status]?.content),
    'answer to an unknown id': ({ path, responses }) => !path.includes('{') || '404' in responses,
  }
  const faultsOf = (one: Operation): string[] => Object.keys(parts).filter((name) => !parts[name]?.(one))

  it('describes every operation in full', () => {
    const faulty = operations.map((one) => [`${one.method} ${one.path}`, faultsOf(one)] as const)
    expect(faulty.filter(([, faults]) => faults.length > 0)).toEqual([])
  })

  it('gives examples that the calls take', async () => {
    const admin = await app.newUser('administrator')
    const faulty: unknown[] = []
    for (const operation of operations) {
      if (exampleBody(operation) === undefined) continue
      const { body } = await callWith(admin, operation, hasTextId(operation) ? noUpload : nobody)
      if (body.reason === 'request.invalid') faulty.push([operation.operationId, body.fields])
    }
    expect(faulty).toEqual([])
  })

  it('gives every operation an id of its own', () => {
    const ids = operations.map((one) => one.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
