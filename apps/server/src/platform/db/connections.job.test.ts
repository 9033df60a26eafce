import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { connectForJobs } from './connections.ts'
import { openPool } from './pool.ts'

let app: TestApp
let pool: pg.Pool

beforeAll(async () => {
  app = await startTestApp()
  pool = openPool({ url: app.application.platform.database.url, max: 1, fenced: false })
})
afterAll(async () => {
  await pool.end()
  await app.stop()
})

/** How many parents the database reads one after the other to check a hundred children. */
async function parentsRead(client: pg.PoolClient): Promise<number> {
  await client.query('begin; insert into grown_child select i from generate_series(1901, 2000) i')
  const { rows } = await client.query<{ n: number }>(
    "select seq_tup_read::int as n from pg_stat_xact_user_tables where relname = 'grown'",
  )
  await client.query('rollback')
  // Or the next transaction would count on from here.
  await client.query('select pg_stat_force_next_flush()')
  return rows[0]?.n ?? -1
}

it('plans checks of foreign keys again once a table has grown', async () => {
  let now = 0
  const connect = connectForJobs(pool, () => now)
  const inTurn = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const { client, release } = await connect(1)
    return work(client).finally(() => release())
  }
  await inTurn(async (client) => {
    await client.query(`
      create table grown (id int primary key, filler char(1000)) with (autovacuum_enabled = false);
      create table grown_child (id int references grown);
      analyze grown`)
    await client.query('insert into grown values (0)')
    // The database keeps a plan after the fifth time.
    await client.query('insert into grown_child select 0 from generate_series(1, 10)')
    await client.query('insert into grown select generate_series(1, 2000)')
  })
  // The check was planned for one parent, and reads each of them.
  expect(await inTurn(parentsRead)).toBeGreaterThan(100_000)
  now += 1001
  expect(await inTurn(parentsRead)).toBe(0)
})
