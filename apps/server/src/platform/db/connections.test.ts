import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { inLane, type CallLane } from '../pace/lane.ts'
import { connectByLane, type Taken } from './connections.ts'

const callThat = (reads: boolean): CallLane => ({ kind: 'call', reads, isGone: false, running: new Set() })

/** A call in line for a connection, which it is given when its caller has hung up. */
function waitAndHangUp(lane: CallLane) {
  const { promise, resolve } = Promise.withResolvers<Taken>()
  const given = { client: {} as pg.PoolClient, released: 0, release: () => void (given.released += 1) }
  const connect = connectByLane(
    () => promise,
    () => Promise.reject(new Error('This is no job')),
  )
  const taken = inLane(lane, () => connect(1))
  lane.isGone = true
  resolve(given)
  return { given, taken }
}

describe('a connection that comes when the caller has gone', () => {
  it('is given back by a call that reads', async () => {
    const { given, taken } = waitAndHangUp(callThat(true))
    await expect(taken).rejects.toMatchObject({ name: 'Refused', reason: 'gone' })
    expect(given.released).toBe(1)
  })

  it('is used by a call that writes', async () => {
    const { given, taken } = waitAndHangUp(callThat(false))
    expect((await taken).client).toBe(given.client)
    expect(given.released).toBe(0)
  })
})

describe('calls in line for one of two connections', () => {
  let app: TestApp
  let admin: Client
  let blocker: pg.Client

  beforeAll(async () => {
    app = await startTestApp({ DATABASE_POOL: '2', CALLS_AT_ONCE: '50' })
    admin = await app.as('administrator')
    blocker = new pg.Client({ connectionString: app.application.platform.database.url })
    await blocker.connect()
    // Fills the caches.
    expect((await admin.get('core/accounts')).status).toBe(200)
    const loaded = await admin.post('core/accounts', { globalFields: { name: 'Saved before' } })
    expect(loaded.status).toBe(200)
    await app.application.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await blocker.end()
    await app.stop()
  })

  /** Sends a call. What it gives hangs up, and resolves when the server has noticed. */
  async function send(method: string, body?: object): Promise<() => Promise<void>> {
    const { server } = app.application.app
    const arrived = once(server, 'connection')
    const sent = httpRequest({
      agent: false,
      port: (server.address() as { port: number }).port,
      host: '127.0.0.1',
      method,
      path: '/api/core/accounts',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    })
    sent.on('error', () => undefined)
    sent.end(body ? JSON.stringify(body) : undefined)
    const [socket] = (await arrived) as [Socket]
    return async () => {
      const closed = once(socket, 'close')
      sent.destroy()
      await closed
    }
  }

  const working = () => app.application.admission.figures().working

  /** Not asked on the connection that blocks, which would see the activity of one moment for as long. */
  async function countBlocked(): Promise<number> {
    const { rows } = await app.application.platform.database.owner.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'steward' and wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }

  /** Two calls hold the connections, a third is in line. Gives what hangs up for each. */
  async function hold(third: () => Promise<() => Promise<void>>) {
    await blocker.query('begin; lock table record in access exclusive mode')
    const holders = [await send('GET'), await send('GET')]
    await expect.poll(countBlocked, { timeout: 5000 }).toBe(2)
    const waiting = await third()
    await expect.poll(working, { timeout: 5000 }).toBe(3)
    expect(await countBlocked()).toBe(2)
    return { holders, waiting }
  }

  it('ask the database nothing for readers who hung up', async () => {
    try {
      const { holders, waiting } = await hold(() => send('GET'))
      await waiting()
      for (const hangUp of holders) await hangUp()
      await expect.poll(working, { timeout: 5000 }).toBe(0)
      expect(await countBlocked()).toBe(0)
    } finally {
      await blocker.query('rollback')
    }
  })

  it('save what was sent by somebody who hung up', async () => {
    const name = 'Saved by somebody who left'
    try {
      const { waiting } = await hold(() => send('POST', { globalFields: { name } }))
      await waiting()
    } finally {
      await blocker.query('rollback')
    }
    await expect
      .poll(async () => JSON.stringify((await admin.get('core/accounts')).body), { timeout: 5000 })
      .toContain(name)
  })
})
