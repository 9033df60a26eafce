import { beforeEach, describe, expect, it } from 'vitest'
import { createActorFinder, type ActorFinder } from './actor.finder.ts'
import type { SessionRow } from './session.store.ts'

const minute = 60_000
const token = 'a-token'

let now: number
let row: SessionRow | undefined
let reads: number
let touches: Date[]
let finder: ActorFinder
let answer: () => Promise<SessionRow | undefined>

beforeEach(() => {
  now = Date.parse('2026-03-02T08:00:00Z')
  reads = 0
  touches = []
  row = {
    tenant_id: 1,
    session_id: 7,
    user_id: 3,
    role_id: 2,
    status: 'ACTIVE',
    remembered: false,
    last_seen_at: new Date(now),
    expires_at: new Date(now + 24 * 60 * minute),
    ended_at: null,
  }
  answer = async () => (row ? { ...row } : undefined)
  finder = createActorFinder(
    { now: () => new Date(now) },
    {
      find() {
        reads += 1
        return answer()
      },
      async touch(_, at) {
        touches.push(at)
        if (row) row.last_seen_at = at
      },
    },
  )
})

describe('the actor of a token', () => {
  it('is read once in two seconds', async () => {
    expect(await finder.find(token)).toEqual({ tenantId: 1, userId: 3, roleId: 2, sessionId: 7 })
    now += 1999
    await finder.find(token)
    expect(reads).toBe(1)
    now += 1
    await finder.find(token)
    expect(reads).toBe(2)
  })

  it('is read once by calls that arrive together', async () => {
    await Promise.all([finder.find(token), finder.find(token), finder.find(token)])
    expect(reads).toBe(1)
  })

  it('is refused within two seconds of a deactivation', async () => {
    await finder.find(token)
    if (row) row.status = 'DEACTIVATED'
    now += 2000
    await expect(finder.find(token)).rejects.toMatchObject({ reason: 'session.refused' })
  })

  it('has the time of its calls written once a minute', async () => {
    for (let call = 0; call < 8; call += 1) {
      await finder.find(token)
      now += 20_000
    }
    expect(touches.map((at) => at.toISOString())).toEqual([
      '2026-03-02T08:01:00.000Z',
      '2026-03-02T08:02:00.000Z',
    ])
  })

  it('counts idle time from the last call, written or not', async () => {
    now += 59_000
    await finder.find(token)
    now += 60 * minute
    await finder.find(token)
    now += 60 * minute + 1
    await expect(finder.find(token)).rejects.toMatchObject({ reason: 'session.expired' })
  })

  it('expires at the moment it does, even if it was read just before', async () => {
    if (row) row.expires_at = new Date(now + 1000)
    await finder.find(token)
    now += 1000
    await expect(finder.find(token)).rejects.toMatchObject({ reason: 'session.expired' })
    expect(reads).toBe(1)
  })

  it('is gone at once when the session ends here', async () => {
    await finder.find(token)
    row = undefined
    finder.drop(7)
    await expect(finder.find(token)).rejects.toMatchObject({ reason: 'session.unknown' })
  })

  it('is not kept when the session ended while it was being read', async () => {
    const waiting = Promise.withResolvers<void>()
    answer = async () => {
      const before = row
      await waiting.promise
      return before
    }
    const early = finder.find(token)
    row = undefined
    finder.drop(7)
    waiting.resolve()
    await early
    await expect(finder.find(token)).rejects.toMatchObject({ reason: 'session.unknown' })
  })

  it('is looked for again after a failed read', async () => {
    answer = async () => Promise.reject(new Error('away'))
    await expect(finder.find(token)).rejects.toThrow('away')
    answer = async () => row
    expect(await finder.find(token)).toMatchObject({ userId: 3 })
  })
})
