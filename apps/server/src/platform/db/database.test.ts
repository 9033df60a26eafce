import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { query, queryTexts, transact, type Db, type Tx } from './database.ts'

let app: TestApp
let db: Db
beforeAll(async () => {
  app = await startTestApp()
  db = app.application.platform.database.tenant(app.tenantId)
})
afterAll(() => app.stop())

const rename = (tx: Tx, name: string) =>
  query(tx, 'update tenant set name = $2 where tenant_id = $1', [app.tenantId, name])

async function failing(tx: Tx): Promise<void> {
  await rename(tx, 'Lost')
  await query(tx, 'select 1 / 0')
}

const lose = (tx: Tx) => query(tx, 'select pg_terminate_backend(pg_backend_pid())')

async function nameSeen(by: Db): Promise<string | undefined> {
  const rows = await query<{ name: string }>(by, 'select name from tenant where tenant_id = $1', [
    app.tenantId,
  ])
  return rows[0]?.name
}

describe('a transaction', () => {
  it('is seen by others when it has ended, and by itself before', async () => {
    const before = await nameSeen(db)
    await transact(db, async (tx) => {
      await rename(tx, 'Inside')
      expect(await nameSeen(tx)).toBe('Inside')
      expect(await nameSeen(db)).toBe(before)
    })
    expect(await nameSeen(db)).toBe('Inside')
  })

  it('that fails leaves nothing behind, and its connection is as good as new', async () => {
    const before = await nameSeen(db)
    for (let round = 0; round < 10; round += 1) {
      await expect(transact(db, failing)).rejects.toThrow('division by zero')
    }
    expect(await nameSeen(db)).toBe(before)
  })

  it('gives its connection back although the database has closed it', async () => {
    for (let round = 0; round < 10; round += 1) await expect(transact(db, lose)).rejects.toThrow(/terminat/)
    expect(await nameSeen(db)).toBeTypeOf('string')
  })

  it('takes no statement after its end, and opens no other', async () => {
    const left = await transact(db, async (tx) => {
      await expect(transact(tx, async () => 1)).rejects.toThrow('open already')
      return { tx }
    })
    await expect(query(left.tx, 'select 1')).rejects.toThrow('has ended')
  })

  it('answers rows as the database wrote them', async () => {
    const texts = await transact(db, (tx) => queryTexts(tx, 'select 1 as a, null as b, now()::date', []))
    expect(texts).toEqual([['1', null, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]])
  })
})
