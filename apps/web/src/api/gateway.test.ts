import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const signedIn = {
  token: 'first',
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
  sessionEndsAt: new Date(Date.now() + 3_600_000).toISOString(),
  refreshToken: null,
  user: { userId: 7 } as never,
}

const expired = () =>
  Response.json(
    { code: 'unauthenticated', reason: 'session.expired', message: 'SESSION_EXPIRED_ERROR' },
    { status: 401 },
  )
const unconfirmed = () =>
  Response.json({ code: 'forbidden', reason: 'session.confirm', message: 'Confirm.' }, { status: 403 })

/** The calls made, as `path token body`. */
let calls: string[]
let answers: Record<string, (token: string | null) => Response>

beforeEach(async () => {
  vi.resetModules()
  calls = []
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } })
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const url = typeof input === 'string' ? input : input.url
    const path = url.replace('http://steward.invalid', '')
    const token = typeof input === 'string' ? null : input.headers.get('Authorization')
    const body = typeof input === 'string' ? '' : await input.text()
    calls.push([path, token?.replace('Bearer ', ''), body].filter(Boolean).join(' '))
    return answers[path]!(token)
  })
  answers = {
    '/api/identity/refresh': () => Response.json({ data: { ...signedIn, token: 'second' } }),
    '/api/things': (token) => (token === 'Bearer second' ? Response.json({ data: 1 }) : expired()),
  }
  const { beginSession } = await import('./session.ts')
  beginSession(signedIn, false)
})

afterEach(() => vi.unstubAllGlobals())

const things = () =>
  new Request('http://steward.invalid/api/things', { method: 'POST', body: '{"name":"Alder"}' })

describe('a call whose token is refused', () => {
  it('is made again, as it was, with a fresh one', async () => {
    const { authorizedFetch } = await import('./gateway.ts')
    expect((await authorizedFetch(things())).status).toBe(200)
    expect(calls).toEqual([
      '/api/things first {"name":"Alder"}',
      '/api/identity/refresh',
      '/api/things second {"name":"Alder"}',
    ])
  })

  it('is not made a third time, and ends the session', async () => {
    answers['/api/things'] = expired
    const { authorizedFetch } = await import('./gateway.ts')
    const { readSession } = await import('./session.ts')
    expect((await authorizedFetch(things())).status).toBe(401)
    expect(calls).toHaveLength(3)
    expect(readSession().state).toBe('expired')
  })
})

async function callAnswered(isConfirmed: boolean) {
  let isOpen = false
  answers['/api/things'] = () => (isOpen ? Response.json({ data: 1 }) : unconfirmed())
  const { authorizedFetch } = await import('./gateway.ts')
  const { answerConfirmation } = await import('./confirmation.ts')
  const [one, other] = [authorizedFetch(things()), authorizedFetch(things())]
  await new Promise((resolve) => setTimeout(resolve, 10))
  isOpen = isConfirmed
  answerConfirmation(isConfirmed)
  return [(await one).status, (await other).status]
}

describe('a call that needs the password confirmed', () => {
  it('waits with the others for one answer and is made again', async () => {
    expect(await callAnswered(true)).toEqual([200, 200])
    expect(calls).toHaveLength(4)
  })

  it('is refused when the user does not confirm', async () => {
    expect(await callAnswered(false)).toEqual([403, 403])
    expect(calls).toHaveLength(2)
  })
})

describe('a call that is requested early', () => {
  const address = 'http://steward.invalid/api/things'

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    answers['/api/things'] = () => Response.json({ data: calls.length })
  })

  afterEach(() => vi.useRealTimers())

  const early = async () => {
    const { earlyOrFetch, requestEarly } = await import('./gateway.ts')
    requestEarly(address)
    return async () => (await earlyOrFetch(new Request(address))).json()
  }

  it('answers the first call that reads it, and no other', async () => {
    const ask = await early()
    expect([await ask(), await ask()]).toEqual([{ data: 1 }, { data: 2 }])
  })

  it('is out of date after a while', async () => {
    const ask = await early()
    vi.advanceTimersByTime(5000)
    expect(await ask()).toEqual({ data: 2 })
  })
})
