import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { create, edit, undo } from '../record/record.fixture.ts'
import { changesOf, firstChangesOf, type RecordChange } from './index.ts'

let app: TestApp
let admin: Client
let tenantId: number
/** Accounts of which one act changed the pulse, in the order of their ids. */
let ids: number[]
let changeSetId: number

const database = () => app.application.platform.database

async function newestAct(): Promise<number> {
  const { rows } = await database().owner.query<{ id: number }>(
    'select max(change_set_id)::int as id from change_set where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  tenantId = app.tenantId
  ids = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push(await create(admin, 'accounts', { name, pulse: 1 }))
  const change: BulkUpdateChange = { data: { 'system:pulse': 4 }, mode: 'set' }
  const act = { at: new Date() }
  await transact(database().tenant(tenantId), (tx) =>
    app.application.modules.bulkUpdates.write(tx, admin.actor, 2, change, act, ids, 0),
  )
  changeSetId = await newestAct()
})
afterAll(() => app.stop())

type Told = Parameters<typeof changesOf>[2]

async function batchesOf(told: Told, options = {}, tenant = tenantId): Promise<RecordChange[][]> {
  const batches: RecordChange[][] = []
  for await (const batch of changesOf(database().tenant(tenant), tenant, told, options)) batches.push(batch)
  return batches
}

const idsOf = (changes: readonly RecordChange[]): number[] => changes.map(({ recordId }) => recordId)

describe('the changes that an event tells of', () => {
  it('come in batches, in the order of the records, each once', async () => {
    const batches = await batchesOf({ changeSetId }, { size: 2 })
    expect(batches.map((batch) => batch.length)).toEqual([2, 2, 1])
    expect(idsOf(batches.flat())).toEqual(ids)
    expect(await batchesOf({ changeSetId }, { size: 5 })).toEqual([batches.flat()])
  })

  it('hold the values that differ, before and after', async () => {
    const [first] = (await batchesOf({ changeSetId })).flat()
    expect(first).toMatchObject({ kind: 2, level: 2, before: { pulse: 1 }, after: { pulse: 4 } })
    expect(Object.keys(first?.after ?? {})).toEqual(['pulse'])
  })

  it('are those of the records that the event names or spans', async () => {
    const [, second = 0, third = 0, fourth = 0, fifth = 0] = ids
    expect(
      idsOf((await batchesOf({ changeSetId, recordIds: [fourth, second] }, { size: 1 })).flat()),
    ).toEqual([second, fourth])
    const part = { changeSetId, firstId: second, lastId: fourth }
    expect(idsOf((await batchesOf(part)).flat())).toEqual([second, third, fourth])
    expect(idsOf((await batchesOf({ changeSetId }, { afterRecord: third })).flat())).toEqual([fourth, fifth])
  })

  it('of several acts come together, and a record that two of them changed comes twice', async () => {
    const [first = 0, second = 0] = ids
    const acts = [
      await edit(admin, 'accounts', first, { name: 'A1' }),
      await edit(admin, 'accounts', second, { name: 'B1' }),
      await edit(admin, 'accounts', first, { name: 'A2' }),
    ]
    const told = acts.map((id) => ({ changeSetId: id }))
    const seen = (await batchesOf(told, { size: 1 })).flat()
    expect(seen.map(({ recordId, after }) => [recordId, after['name']])).toEqual([
      [first, 'A1'],
      [first, 'A2'],
      [second, 'B1'],
    ])
    await expect(batchesOf([{ changeSetId, recordIds: [first] }, { changeSetId: 1 }])).rejects.toThrow(
      /alone/,
    )
  })

  it('tell what a record belongs to, and the level of one that is gone', async () => {
    const organizationId = await create(admin, 'organizations', { name: 'Parent' })
    const id = await create(admin, 'accounts', { name: 'Child', organizationId })
    const created = await newestAct()
    expect((await batchesOf({ changeSetId: created })).flat()).toMatchObject([
      { recordId: id, kind: 1, level: 2, organizationId, before: {}, after: {} },
    ])
    await undo(admin, created)
    const deleted = await newestAct()
    expect((await batchesOf({ changeSetId: deleted })).flat()).toMatchObject([
      { recordId: id, kind: 3, level: 2, organizationId: null, before: { name: 'Child', organizationId } },
    ])
    expect((await batchesOf({ changeSetId: created })).flat()).toMatchObject([{ level: undefined }])
  })

  it('end after the first batch for a caller that needs no more', async () => {
    const db = database().tenant(tenantId)
    expect(idsOf(await firstChangesOf(db, tenantId, { changeSetId }, { size: 3 }))).toEqual(ids.slice(0, 3))
    expect(await firstChangesOf(db, tenantId, [], { size: 3 })).toEqual([])
  })
})

describe('the views', () => {
  it('show nothing of another tenant, and take no writes', async () => {
    const other = await database().owner.query<{ id: number }>(
      `insert into tenant (name) values ('Other') returning tenant_id as id`,
    )
    const stranger = other.rows[0]?.id ?? 0
    expect(await batchesOf({ changeSetId }, {}, stranger)).toEqual([])
    const client = await database().anonymous.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [String(stranger)])
      for (const view of ['record_act', 'changed_record', 'record_change']) {
        const { rows } = await client.query(`select from ${view}`)
        expect(rows).toEqual([])
      }
      await expect(client.query('update record_act set undone_by = null')).rejects.toThrow(
        /permission denied/,
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
