import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/platform/db/database.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import * as planted from './planted.ts'
import { rowFaults, senders, type Answered } from './row-fault.ts'
import { findRowQueries } from './row-query.ts'

const root = join(import.meta.dirname, '../../../..')
const queries = findRowQueries([join(import.meta.dirname, 'planted.ts')], root)

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
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
