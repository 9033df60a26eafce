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

it('are kept from the second time on, the latest hundred of them', async () => {
  const client = await pool.connect()
  const ask = async (n: number) => {
    const text = `select ${n} as answer`
    const name = statementName(client, text, [])
    await client.query(name === undefined ? { text } : { name, text })
    return name !== undefined
  }
  const prepared = async () => (await client.query('select name from pg_prepared_statements')).rowCount
  expect(await ask(1)).toBe(false)
  expect(await prepared()).toBe(0)
  expect([await ask(1), await ask(1)]).toEqual([true, true])
  expect(await prepared()).toBe(1)
  // Those of a thousand companies in turn push nothing out, and are not prepared.
  for (let n = 100; n < 1100; n += 1) await ask(n)
  expect(await prepared()).toBe(1)
  for (let n = 2000; n < 2150; n += 1) expect([await ask(n), await ask(n)]).toEqual([false, true])
  expect(await prepared()).toBe(100)
  expect(await ask(1)).toBe(false)
  client.release()
})
