import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// Each tab is a copy of the modules; storage, locks and the server are what the tabs share.

const minute = 60_000
const user = { userId: 7 }

class FakeStorage {
  readonly held = new Map<string, string>()
  getItem(key: string): string | null {
    return this.held.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.held.set(key, value)
  }
  removeItem(key: string): void {
    this.held.delete(key)
  }
}

function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name: string, work: () => Promise<void>) {
      const turn = last.then(work, work)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

let count: number
let refreshes: number
let attempts: string[]
let answer: () => Response | Promise<Response>

function tokensOf(userId: number) {
  count += 1
  const iat = Math.floor(Date.now() / 1000)
  const claims = btoa(JSON.stringify({ sub: String(userId), iat, n: count }))
  return {
    token: `h.${claims}.s`,
    expiresAt: new Date(Date.now() + 5 * minute).toISOString(),
    sessionEndsAt: new Date(Date.now() + 24 * 60 * minute).toISOString(),
    refreshToken: null,
  }
}

const refused = () =>
  Response.json(
    { code: 'unauthenticated', reason: 'session.expired', message: 'SESSION_EXPIRED_ERROR' },
    { status: 401 },
  )
const fresh = (userId = user.userId) => Response.json({ data: { ...tokensOf(userId), user } })

async function openTab() {
  vi.resetModules()
  const session = await import('./session.ts')
  const refresh = await import('./refresh.ts')
  return { ...session, ...refresh }
}

async function signedInTab(remember: boolean) {
  const tab = await openTab()
  tab.beginSession({ ...tokensOf(user.userId), user: user as never }, remember)
  return tab
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T09:00:00Z'), toFake: ['Date'] })
  count = 0
  refreshes = 0
  attempts = []
  answer = () => fresh()
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('navigator', { locks: fakeLocks() })
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    refreshes += 1
    attempts.push((JSON.parse(body) as { attempt: string }).attempt)
    return answer()
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the token for a call', () => {
  it('is the one at hand until half a minute before its end', async () => {
    const tab = await signedInTab(true)
    const first = tab.sessionToken()
    vi.advanceTimersByTime(4 * minute)
    expect(await tab.freshToken()).toBe(first)
    vi.advanceTimersByTime(31_000)
    expect(await tab.freshToken()).not.toBe(first)
    expect(refreshes).toBe(1)
  })

  it('is fetched once, however many calls wait for it', async () => {
    const tab = await signedInTab(true)
    vi.advanceTimersByTime(6 * minute)
    const tokens = await Promise.all([tab.freshToken(), tab.freshToken(), tab.freshToken()])
    expect(refreshes).toBe(1)
    expect(new Set(tokens).size).toBe(1)
  })

  it('is fetched by one of the tabs and taken over by the others', async () => {
    const one = await signedInTab(true)
    const other = await openTab()
    vi.advanceTimersByTime(6 * minute)
    const [first, second] = await Promise.all([one.freshToken(), other.freshToken()])
    expect(refreshes).toBe(1)
    expect(second).toBe(first)
  })

  it('is fetched for each tab where the sign-in is not remembered', async () => {
    const tab = await signedInTab(false)
    expect(localStorage.getItem('steward.auth')).toBeNull()
    vi.advanceTimersByTime(6 * minute)
    await tab.freshToken()
    expect(sessionStorage.getItem('steward.auth')).toContain(tab.sessionToken())
  })

  it('is judged by how long it lives, also where the clock of this machine is wrong', async () => {
    const tab = await openTab()
    const tokens = tokensOf(user.userId)
    vi.advanceTimersByTime(3 * 60 * minute)
    tab.beginSession({ ...tokens, user: user as never }, true)
    expect(await tab.freshToken()).toBe(tokens.token)
    expect(refreshes).toBe(0)
  })

  it('is nobody’s when nobody is logged in', async () => {
    const tab = await openTab()
    expect(await tab.freshToken()).toBeNull()
  })
})

describe('a page that opens with a token that has ended', () => {
  it('goes on with the user it knows and refreshes for the first call', async () => {
    await signedInTab(true)
    vi.advanceTimersByTime(60 * minute)
    const tab = await openTab()
    expect(tab.readSession()).toEqual({ state: 'checking', user })
    expect(await tab.freshToken()).toBeTruthy()
  })

  it('is logged out where the session has ended too, without a dialog', async () => {
    await signedInTab(true)
    vi.advanceTimersByTime(60 * minute)
    const tab = await openTab()
    answer = refused
    await expect(tab.freshToken()).rejects.toThrow('SESSION_EXPIRED_ERROR')
    expect(tab.readSession().state).toBe('signed-out')
    expect(localStorage.getItem('steward.auth')).toBeNull()
  })

  it('is logged out at once after the last day of the session', async () => {
    await signedInTab(true)
    vi.advanceTimersByTime(25 * 60 * minute)
    expect((await openTab()).readSession().state).toBe('signed-out')
  })
})

describe('a refresh that comes to nothing', () => {
  it('opens the dialog when it is refused, and is not tried again', async () => {
    const tab = await signedInTab(true)
    vi.advanceTimersByTime(6 * minute)
    answer = refused
    await expect(tab.freshToken()).rejects.toThrow('SESSION_EXPIRED_ERROR')
    expect(tab.readSession().state).toBe('expired')
    await expect(tab.freshToken()).rejects.toThrow('SESSION_EXPIRED_ERROR')
    expect(refreshes).toBe(1)
  })

  it('leaves the old token in use while it is good, when the server is away', async () => {
    const tab = await signedInTab(true)
    const first = tab.sessionToken()
    answer = () => Promise.reject(new TypeError('away'))
    vi.advanceTimersByTime(4 * minute + 40_000)
    expect(await tab.freshToken()).toBe(first)
    vi.advanceTimersByTime(minute)
    await expect(tab.freshToken()).rejects.toMatchObject({ status: 500, reason: 'network' })
    expect(tab.readSession().state).toBe('signed-in')
    answer = () => fresh()
    expect(await tab.freshToken()).not.toBe(first)
  })

  it('is made again under the same name when no answer came, also by a page that opens later', async () => {
    const tab = await signedInTab(true)
    vi.advanceTimersByTime(6 * minute)
    answer = () => Promise.reject(new TypeError('the server died'))
    await expect(tab.freshToken()).rejects.toMatchObject({ reason: 'network' })
    const later = await openTab()
    const answers = [() => new Response('', { status: 502 }), () => fresh()]
    answer = () => (answers.shift() as () => Response)()
    expect(await later.freshToken()).toBeTruthy()
    expect(attempts).toHaveLength(4)
    expect(new Set(attempts).size).toBe(1)
    answer = () => fresh()
    vi.advanceTimersByTime(6 * minute)
    await later.freshToken()
    expect(attempts.at(-1)).not.toBe(attempts[0])
  })

  it('takes no tokens of somebody else, who has logged in since', async () => {
    const tab = await signedInTab(false)
    vi.advanceTimersByTime(6 * minute)
    answer = () => fresh(8)
    await expect(tab.freshToken()).rejects.toThrow('SESSION_EXPIRED_ERROR')
    expect(tab.readSession().state).toBe('expired')
  })
})

describe('an hour without the user', () => {
  it('ends a session that is not remembered, although something asks in the background', async () => {
    const tab = await signedInTab(false)
    vi.advanceTimersByTime(61 * minute)
    await expect(tab.freshToken()).rejects.toThrow('SESSION_EXPIRED_ERROR')
    expect(tab.readSession().state).toBe('expired')
    expect(refreshes).toBe(0)
  })

  it('makes calls of a remembered one wait until the user is back', async () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const tab = await signedInTab(true)
    vi.advanceTimersByTime(61 * minute)
    const waiting = tab.freshToken()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(refreshes).toBe(0)
    page.dispatchEvent(new Event('pointermove'))
    expect(await waiting).toBeTruthy()
    expect(refreshes).toBe(1)
  })
})

describe('without locks', () => {
  it('the tabs still take turns', async () => {
    vi.stubGlobal('navigator', {})
    const one = await signedInTab(true)
    const other = await openTab()
    vi.advanceTimersByTime(6 * minute)
    const [first, second] = await Promise.all([one.freshToken(), other.freshToken()])
    expect(refreshes).toBe(1)
    expect(second).toBe(first)
  })
})
