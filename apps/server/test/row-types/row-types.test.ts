import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/platform/db/database.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import * as planted from './planted.ts'
import { rowFaults, senders, type Answered } from './row-fault.ts'
import { describeStatement } from './described.ts'
import { productFiles, root } from './product-files.ts'
import { findRowQueries, type RowQuery } from './row-query.ts'

let app: TestApp
let queries: RowQuery[]

beforeAll(async () => {
  app = await startTestApp()
  queries = findRowQueries([join(import.meta.dirname, 'planted.ts'), ...(await productFiles())], root)
}, 300_000)
afterAll(() => app.stop())

/** Makes a planted call on the database, and gives what is wrong with its row type. */
async function faultsOf(call: (db: Db) => Promise<unknown>): Promise<string[]> {
  const db = app.application.platform.database.tenant(app.tenantId)
  const answered: Answered[] = []
  await call({
    ...db,
    async run(text, values, rows) {
      const result = await db.run(text, values, rows)
      answered.push({
        text,
        columns: result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
      })
      return result
    },
  })
  const found = answered.flatMap((one) => senders(queries, one.text).map((sender) => rowFaults(sender, one)))
  expect(found).toHaveLength(1)
  return found.flat().map((fault) => fault.replace(/^\S+ /, ''))
}

it('finds a row type that names a column which the statement does not return', async () => {
  expect(await faultsOf(planted.missing)).toEqual(['the statement returns no column "title"'])
})

it('finds a row type that says another type than the database has', async () => {
  expect(await faultsOf(planted.otherType)).toEqual(['"stageId" is number, not string'])
})

it('finds a time that comes as JSON', async () => {
  expect(await faultsOf(planted.dateOfJson)).toEqual(['"at" is object, not date'])
})

it('finds an array of another type', async () => {
  expect(await faultsOf(planted.names)).toEqual(['"names" is string[], not number[]'])
})

it('has nothing against a row type that fits', async () => {
  expect(await faultsOf(planted.right)).toEqual([])
})

/** Those with a gap are compared with the statements that tests made the product send: `recorded.test.ts`. */
it('finds nothing in the calls whose statement is written out', async () => {
  const client = new pg.Client({ connectionString: app.application.platform.database.url })
  await client.connect()
  const faults: string[] = []
  const whole = queries.filter(({ parts, place }) => parts.length === 1 && !place.includes('planted'))
  for (const one of whole) {
    const [text = ''] = one.parts
    const columns = await describeStatement(client, text)
    faults.push(...rowFaults(one, { text, columns }))
  }
  await client.end()
  expect(whole.length).toBeGreaterThan(200)
  expect(faults).toEqual([])
})
