import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool, statementName } from '../src/platform/db/pool.ts'
import { startTestApp, type TestApp } from './harness.ts'

let app: TestApp
let pool: ReturnType<typeof openPool>

beforeAll(async () => {
  app = await startTestApp()
  pool = openPool({ url: app.application.platform.database.url, max: 1, fenced: false })
})
afterAll(async () => {
  await pool.end()
  await app.stop()
})

it('are kept: the latest that came once, and a hundred of those that came again', async () => {
  const client = await pool.connect()
  const ask = async (n: number) => {
    const text = `select ${n} as answer`
    const name = statementName(client, text, [])
    expect((await client.query(name === undefined ? { text } : { name, text })).rows).toEqual([{ answer: n }])
  }
  const prepared = async (n: number): Promise<boolean> => {
    const { rowCount } = await client.query('select from pg_prepared_statements where statement = $1', [
      `select ${n} as answer`,
    ])
    return rowCount === 1
  }
  const count = async () => (await client.query('select from pg_prepared_statements')).rowCount
  await ask(1)
  expect(await prepared(1)).toBe(true)
  for (let times = 0; times < 2; times += 1) await ask(1)
  expect(await count()).toBe(1)
  // Those of many companies in turn push out each other, and none that came again.
  for (let n = 100; n < 300; n += 1) await ask(n)
  expect([await prepared(1), await prepared(299), await prepared(200)]).toEqual([true, true, false])
  expect(await count()).toBe(21)
  // One that is no longer prepared counts as having come, and is prepared again.
  await ask(200)
  expect([await prepared(200), await count()]).toEqual([true, 22])
  for (let n = 2000; n < 2150; n += 1) for (let times = 0; times < 2; times += 1) await ask(n)
  expect([await prepared(1), await prepared(2149)]).toEqual([false, true])
  // The last one has just left those that came once.
  expect(await count()).toBe(100 + 20 - 1)
  client.release()
})
