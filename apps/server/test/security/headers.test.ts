import { errorSchema } from '@steward/contracts/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, readOperations, type Operation } from '../api-operation.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { injected } from '../injected.ts'

let app: TestApp
let operations: Operation[]
let token: string

beforeAll(async () => {
  app = await startTestApp()
  operations = await readOperations(app)
  token = (await app.as('administrator')).token
})
afterAll(() => app.stop())

/** What is in every answer, whatever it is an answer to. */
const always = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** Calls that pages of other origins make, without a session: they may read the answers. */
const forPages = new Set([
  'askSitePerson',
  'showSurvey',
  'readAskedSurvey',
  'answerSurvey',
  'readSurveySnippet',
  'readSurveySnippetVersion',
])

/** The script of surveys, which pages of other origins load. */
const forLoading = new Set(['readSurveySnippet', 'readSurveySnippetVersion'])

const isOpen = (headers: Record<string, unknown>, operationId: string | undefined): boolean => {
  const open = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  const allowed = forPages.has(operationId ?? '') && headers['access-control-allow-origin'] === '*'
  return open.length > (allowed ? 1 : 0)
}

/** What would tell which program answers. */
const telling = ['server', 'x-powered-by', 'x-aspnet-version', 'via']

async function headersOf(method: Operation['method'], url: string, withToken = true) {
  const answer = await app.application.app.inject({
    method,
    url,
    payloadAsStream: true,
    headers: withToken ? { authorization: `Bearer ${token}` } : {},
  })
  answer.stream().destroy()
  return answer.headers
}

describe('the headers of answers', () => {
  it('are the same guards for every operation, good or bad', async () => {
    const wrong: string[] = []
    for (const operation of operations) {
      for (const withToken of [true, false]) {
        if (operation.operationId?.startsWith('signOut')) continue
        const headers = await headersOf(operation.method, addressOf(operation, '999999999'), withToken)
        const isLoaded = forLoading.has(operation.operationId ?? '')
        const missing = Object.entries(always).filter(
          ([name, value]) =>
            headers[name] !== value && !(isLoaded && name === 'cross-origin-resource-policy'),
        )
        const told = telling.filter((name) => headers[name] !== undefined)
        const open = isOpen(headers, operation.operationId) ? ['access-control'] : []
        const faults = [...missing.map(([name]) => name), ...told, ...open]
        if (faults.length > 0) wrong.push(`${operation.operationId}: ${faults.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('keep what the API answers out of every cache', async () => {
    const wrong: string[] = []
    for (const operation of operations.filter(({ security }) => security === undefined)) {
      if (operation.operationId?.startsWith('signOut')) continue
      const headers = await headersOf(operation.method, addressOf(operation, '999999999'))
      if (!String(headers['cache-control']).includes('no-store')) wrong.push(operation.operationId ?? '')
    }
    expect(wrong).toEqual([])
    const { headers } = await app.application.app.inject({ method: 'POST', url: '/api/identity/sign-in' })
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each([
    '/',
    '/nothing',
    '/api/nothing',
    '/healthz',
    '/readyz',
    '/metrics',
    '/meta.json',
    '/api/openapi.json',
  ])('stand in the answer to %s too', async (url) => {
    const headers = await headersOf('GET', url, false)
    expect(headers).toMatchObject(always)
    expect(telling.filter((name) => headers[name] !== undefined)).toEqual([])
  })

  it.each(['%E0%A4%A', '%', 'x'.repeat(300)])('stand where an address leads to no route: %s', async (end) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.application.app.inject({ method, url: `/api/core/accounts/${end}` })
      expect(answer.headers).toMatchObject({ ...always, 'cache-control': 'no-store' })
      expect([400, 401, 404]).toContain(answer.statusCode)
      expect(errorSchema.safeParse(answer.json()).success).toBe(true)
      expect(answer.headers['content-type']).toContain('application/json')
    }
  })

  it('are taken from nobody: a name with a line break in it sets none', async () => {
    const { app: server } = app.application
    const names = ['a%0d%0aset-cookie:%20a=b', 'a%0aset-cookie:%20a=b', 'a\u2028set-cookie: a=b']
    for (const name of names) {
      for (const url of [
        `/api/tenant/${name}`,
        `/api/core/accounts?sort=${encodeURIComponent(name)}`,
        `/${name}`,
      ]) {
        const { headers } = await injected(server, { method: 'GET', url }).then(() =>
          server.inject({ method: 'GET', url }),
        )
        expect(headers['set-cookie']).toBeUndefined()
      }
    }
  })
})

/** The directives of a policy by their names. */
function directivesOf(policy: unknown): Record<string, string[]> {
  return Object.fromEntries(
    String(policy)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  )
}

describe('the content policy', () => {
  it('lets a page load and run what is ours, and be framed by nobody', async () => {
    const found = directivesOf((await headersOf('GET', '/', false))['content-security-policy'])
    expect(found).toMatchObject({
      'default-src': ["'self'"],
      'base-uri': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'script-src-attr': ["'none'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
    })
    const [self, ...hashes] = found['script-src'] ?? []
    expect(self).toBe("'self'")
    for (const hash of hashes) expect(hash).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/)
  })

  it('of the pages about the API is no weaker but for styles', async () => {
    const found = directivesOf((await headersOf('GET', '/api/docs', false))['content-security-policy'])
    expect(found['default-src']).toEqual(["'self'"])
    const scripts = found['script-src'] ?? found['default-src'] ?? []
    expect(scripts.filter((one) => one.includes('unsafe') || one.includes('*') || one === 'https:')).toEqual(
      [],
    )
  })
})

describe('another site', () => {
  const origins = ['https://attacker.example', 'null', 'http://localhost:3000']

  it.each(origins)('is allowed nothing by any operation but those for pages: %s', async (origin) => {
    const wrong: string[] = []
    for (const operation of operations) {
      const url = addressOf(operation, '999999999')
      for (const method of ['OPTIONS', operation.method] as const) {
        if (method !== 'OPTIONS' && method !== 'GET') continue
        const answer = await app.application.app.inject({
          method,
          url,
          headers: {
            origin,
            'access-control-request-method': operation.method,
            'access-control-request-headers': 'authorization,content-type',
          },
        })
        const isPreflight = method === 'OPTIONS'
        const open = isOpen(answer.headers, isPreflight ? undefined : operation.operationId)
        if (open || (isPreflight && answer.statusCode < 400))
          wrong.push(`${method} ${url}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
