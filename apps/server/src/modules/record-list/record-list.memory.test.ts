import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type pg from 'pg'
import { noteChangesSql } from '../field/index.ts'
import { create, defineField, edit, good } from '../record/record.fixture.ts'
import { indexField } from './record-list.fixture.ts'
import { createCountMemory } from './record-list.memory.ts'

let app: TestApp
let admin: Client
let stages: number[]
let ids: number[]
let unset: number
let slot: string
let fieldId: number

const owner = () => app.application.platform.database.owner

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  const { data } = good(await admin.get('core/lifecycles?level=2'))
  stages = data.map((stage: { lifecycleStageId: number }) => stage.lifecycleStageId)
  const field = await defineField(admin, 'account', 'seats', 'number')
  ids = []
  for (let seats = 1; seats <= 5; seats += 1) {
    ids.push(await create(admin, 'accounts', { name: `Account ${seats}`, seats, lifecycleStage: stages[0] }))
  }
  unset = await create(admin, 'accounts', { name: 'Account 0', lifecycleStage: stages[0] })
  fieldId = field.customColumnId
  slot = (await indexField(app, String(field.customColumnId))).slots?.value ?? ''
})
afterAll(() => app.stop())

const search = `filter=${encodeURIComponent('{"field":"seats","operator":"greater","value":2}')}`

/** The total and the counts by stage, in the order of the stages. */
async function counts(pageSize = 50): Promise<[number, number, number]> {
  const list = good(await admin.get(`core/accounts?sort=seats&pageSize=${pageSize}&${search}`))
  const byStage = new Map<number, number>(
    list.lifecycleGroupTotalItemCounts.map(
      (count: { lifecycleStageId: number; totalItemCount: number }) =>
        [count.lifecycleStageId, count.totalItemCount] as const,
    ),
  )
  expect(list.data).toHaveLength(Math.min(pageSize, list.totalItemCount))
  return [list.totalItemCount, byStage.get(stages[0] ?? 0) ?? 0, byStage.get(stages[1] ?? 0) ?? 0]
}

async function sums(): Promise<number[]> {
  const { data } = good(await admin.get('core/accounts/board?sum=seats'))
  return data.columns.slice(0, 2).map((column: { sum: number }) => column.sum)
}

/** Asks until what was counted is remembered. */
async function settled(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await Promise.all([counts(), sums()])
}

/** Sets the seats of an account in the writer's transaction, as the door does. */
async function write(client: pg.PoolClient, id: number | undefined, seats: number): Promise<void> {
  const note = noteChangesSql(2, [fieldId], 'true')
  await client.query(
    `with aside as (update record_slot set ${slot} = ${seats} where tenant_id = $1 and level = 2 and record_id = ${id}),
     ${note} select`,
    [app.tenantId],
  )
}

describe('counts of values in slots', () => {
  it('are exact after every change', async () => {
    expect(await counts()).toEqual([3, 3, 0])
    await settled()
    await edit(admin, 'accounts', ids[0] ?? 0, { seats: 10 })
    expect(await counts()).toEqual([4, 4, 0])
    expect(await sums()).toEqual([24, 0])
    await settled()
    await edit(admin, 'accounts', ids[0] ?? 0, { lifecycleStage: stages[1] })
    expect(await counts()).toEqual([4, 3, 1])
    expect(await sums()).toEqual([14, 10])
    await settled()
    ids.push(await create(admin, 'accounts', { name: 'New', seats: 6, lifecycleStage: stages[1] }))
    expect(await counts()).toEqual([5, 3, 2])
    expect(await sums()).toEqual([14, 16])
  })

  const here = encodeURIComponent(
    '{"and":[{"field":"seats","operator":"greater","value":2},{"field":"entityArchived","operator":"isFalse"}]}',
  )
  const everyone = ''
  it.each([
    ['seats', search],
    ['-seats', search],
    ['name', search],
    ['-name', search],
    ['name', `filter=${here}`],
    ['-name', `filter=${here}`],
    ['seats', everyone],
    ['-seats', everyone],
  ])('change nothing of the pages by %s', async (sort, filter) => {
    const read = async (page: number, pageSize: number) => {
      const { data } = good(
        await admin.get(`core/accounts?sort=${sort}&page=${page}&pageSize=${pageSize}&${filter}`),
      )
      return data.map(({ accountId }: { accountId: number }) => accountId)
    }
    const all = await read(1, 50)
    expect(all.length).toBeGreaterThan(2)
    expect(all.includes(unset)).toBe(filter === everyone)
    // Unset values come last in both directions.
    if (filter === everyone) expect(all.at(-1)).toBe(unset)
    // Few match for a page that ends late, for which all of them are found first.
    for (let page = 1; page <= all.length; page += 1) {
      const reads = [await read(page, 1), await read(page, 1), await read(page, 1)]
      expect(reads).toEqual(reads.map(() => [all[page - 1]]))
    }
    expect(await read(1, 50)).toEqual(all)
  })

  it('change when the writer commits, and not before', async () => {
    await settled()
    const before = await counts()
    const client = await owner().connect()
    try {
      await client.query('begin')
      await write(client, ids[4], 0)
      expect(await counts()).toEqual(before)
      await client.query('rollback')
      expect(await counts()).toEqual(before)
      await client.query('begin')
      await write(client, ids[4], 0)
      await settled()
      await client.query('commit')
      expect(await counts()).toEqual([before[0] - 1, before[1] - 1, before[2]])
      await write(client, ids[4], 5)
      expect(await counts()).toEqual(before)
    } finally {
      client.release()
    }
  })

  it('of writers at the same time are all noticed, and none waits for another', async () => {
    await settled()
    const before = await counts()
    const clients = await Promise.all([owner().connect(), owner().connect()])
    try {
      for (const [at, client] of clients.entries()) {
        await client.query('begin')
        await client.query(`set local lock_timeout = '2s'`)
        await write(client, ids[3 + at], 1)
      }
      await clients[1]?.query('commit')
      expect((await counts())[0]).toBe(before[0] - 1)
      await settled()
      await clients[0]?.query('commit')
      expect((await counts())[0]).toBe(before[0] - 2)
    } finally {
      for (const client of clients) client.release()
    }
  })

  it('are not counted again where the list is walked, while nothing changes', async () => {
    for (let n = 0; n < 3; n += 1) await counts(1)
    const [total] = await counts(1)
    // Without a note, which no writer of Steward leaves out.
    await owner().query(`update record_slot set stage_id = $1 where record_id = $2`, [stages[1], ids[2]])
    const remembered = await counts(1)
    expect(remembered[0]).toBe(total)
    await edit(admin, 'accounts', ids[2] ?? 0, { seats: 100 })
    await edit(admin, 'accounts', ids[2] ?? 0, { seats: 3 })
    const again = await counts(1)
    expect(again).toEqual([total, remembered[1] - 1, remembered[2] + 1])
  })
})

describe('the memory of counts', () => {
  it('knows what was counted at a number of changes, and nothing of another', () => {
    const memory = createCountMemory<number[]>()
    memory.note('a', 7, [1])
    expect([memory.recall('a', 7), memory.recall('a', 8), memory.recall('b', 7)]).toEqual([
      [1],
      undefined,
      undefined,
    ])
  })

  it('is asked without counting until something changes, and again when nothing changed between two counts', () => {
    const memory = createCountMemory<number[]>()
    const quiet = [7, 7, 8, 8, 9].map((changes) => {
      memory.note('a', changes, [changes])
      return memory.quiet('a')?.at(0)
    })
    expect(quiet).toEqual([7, 7, undefined, 8, undefined])
  })
})
