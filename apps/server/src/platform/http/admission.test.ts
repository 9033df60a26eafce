import { request as httpRequest, type ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'

/** A call that reads no record. */
const elsewhere = 'core/fields?level=organization'

/** Four calls at once, of which one tenant has three. */
let app: TestApp
let admin: Client
let foreigner: Client
let blocker: pg.Client
let port: number

beforeAll(async () => {
  app = await startTestApp({ CALLS_AT_ONCE: '4', STATEMENT_TIMEOUT: '5' })
  admin = await app.as('administrator')
  foreigner = await app.foreigner()
  blocker = new pg.Client({ connectionString: app.application.platform.database.url })
  await blocker.connect()
  // Fills the caches.
  for (const client of [admin, foreigner]) {
    expect((await client.get('core/accounts')).status).toBe(200)
    // Often enough that it is known to be quick, however long the first one took.
    for (let turn = 0; turn < 10; turn += 1) expect((await client.get(elsewhere)).status).toBe(200)
  }
  await app.application.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.application.app.server.address() as { port: number }).port
})
afterAll(async () => {
  await blocker.end()
  await app.stop()
})

/** No one reads or writes records meanwhile. */
async function withoutRecords(work: () => Promise<void>): Promise<void> {
  await blocker.query('begin; lock table record in access exclusive mode')
  try {
    await work()
  } finally {
    await blocker.query('rollback')
  }
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()

const figures = () => app.application.admission.figures()

/** Calls at work or in a line. On a slow machine they may be known to take long, and go one after the other. */
const here = () => figures().working + figures().waiting

/** How many statements of calls wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rows } = await blocker.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'steward' and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds()) return
    await wait(50)
  }
  throw new Error('It did not come about in five seconds')
}

function send(method: string, path: string, body?: object): ClientRequest {
  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    method,
    path: `/api/${path}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  })
  sent.on('error', () => undefined)
  sent.end(body ? JSON.stringify(body) : undefined)
  return sent
}

// The call of a caller who has hung up reads its record after the commit: the next test counts only its own calls.
afterEach(() => until(async () => here() === 0))

describe('more calls than there are places', () => {
  it('wait, and are refused after two seconds with the time to come back', async () => {
    // No one has called it yet: it is not known to take long, however slow the machine.
    const fresh = 'core/organizations'
    await withoutRecords(async () => {
      const calls = Array.from({ length: 5 }, () => admin.get(fresh))
      await until(async () => figures().working === 3 && (await countBlocked()) > 0)
      const from = performance.now()
      const refused = await admin.get(fresh)
      expect(performance.now() - from).toBeLessThan(4000)
      expect(refused).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          reason: 'server.overloaded',
          message: 'Steward is busy. Try again in a moment.',
        },
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(figures()).toMatchObject({ working: 3, waiting: 0, refused: 3 })
      await blocker.query('rollback')
      expect(statuses(await Promise.all(calls))).toEqual([200, 200, 200, 503, 503])
    })
    expect(figures()).toMatchObject({ working: 0, waiting: 0 })
  })

  it('leave a place for another tenant, and do not hinder health checks', async () => {
    await withoutRecords(async () => {
      const calls = Array.from({ length: 4 }, () => admin.get('core/accounts'))
      await until(async () => here() === 4 && (await countBlocked()) > 0)
      expect((await foreigner.get(elsewhere)).status).toBe(200)
      for (const path of ['/healthz', '/readyz', '/metrics', '/meta.json']) {
        expect((await app.application.app.inject(path)).statusCode).toBe(200)
      }
      await blocker.query('rollback')
      expect(statuses(await Promise.all(calls))).toEqual([200, 200, 200, 200])
    })
  })

  it('are not those that fail before they begin', async () => {
    const bad = Array.from({ length: 20 }, () => admin.post('core/accounts', { globalFields: 5 }))
    expect(new Set(statuses(await Promise.all(bad)))).toEqual(new Set([400]))
    const unknown = Array.from({ length: 20 }, () => app.anonymous.get('core/accounts'))
    expect(new Set(statuses(await Promise.all(unknown)))).toEqual(new Set([401]))
    expect(figures()).toMatchObject({ working: 0, waiting: 0 })
  })
})

describe('calls that take long', () => {
  it('go one after the other while others call', async () => {
    // From now on it is known that they do.
    await withoutRecords(async () => {
      const slow = admin.get('core/accounts')
      await wait(1000)
      await blocker.query('rollback')
      expect((await slow).status).toBe(200)
    })
    await withoutRecords(async () => {
      expect((await foreigner.get(elsewhere)).status).toBe(200)
      const calls = Array.from({ length: 2 }, () => admin.get('core/accounts'))
      await until(async () => figures().waiting === 1)
      expect(figures().working).toBe(1)
      // Quick calls don't wait for them.
      expect((await admin.get(elsewhere)).status).toBe(200)
      await wait(2500)
      expect(figures().waiting).toBe(1)
      await blocker.query('rollback')
      expect(statuses(await Promise.all(calls))).toEqual([200, 200])
    })
  })
})

describe('a statement', () => {
  it('that takes too long is cancelled, with a sentence that says what to do', async () => {
    await withoutRecords(async () => {
      expect(await admin.get('core/accounts')).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          reason: 'database.timeout',
          message: 'This took too long. Narrow the filter and try again.',
        },
        headers: { 'retry-after': '2' },
      })
    })
    expect((await admin.get('core/accounts')).status).toBe(200)
  })

  it('of a call that reads ends when its caller hangs up', async () => {
    await withoutRecords(async () => {
      const sent = send('GET', 'core/accounts')
      await until(async () => (await countBlocked()) === 1)
      sent.destroy()
      const from = performance.now()
      await until(async () => (await countBlocked()) === 0)
      expect(performance.now() - from).toBeLessThan(2500)
    })
    expect((await admin.get('core/accounts')).status).toBe(200)
  })

  it('of a call that writes goes on', async () => {
    const name = 'Saved by somebody who left'
    await withoutRecords(async () => {
      const sent = send('POST', 'core/accounts', { globalFields: { name } })
      await until(async () => (await countBlocked()) === 1)
      sent.destroy()
      await wait(600)
      expect(await countBlocked()).toBe(1)
    })
    await until(async () => JSON.stringify((await admin.get('core/accounts')).body).includes(name))
  })
})

describe('a call that waits', () => {
  it('leaves the line when its caller hangs up', async () => {
    await withoutRecords(async () => {
      const held = Array.from({ length: 3 }, () => admin.get('core/accounts'))
      await until(async () => here() === 3 && (await countBlocked()) > 0)
      const before = figures().waiting
      const sent = send('GET', 'core/accounts')
      await until(async () => figures().waiting === before + 1)
      sent.destroy()
      await until(async () => figures().waiting === before)
      await blocker.query('rollback')
      expect(statuses(await Promise.all(held))).toEqual([200, 200, 200])
    })
  })
})
