import type { RecordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { notePending, takePending, type Taken } from './pending.store.ts'

const levels: readonly LevelId[] = [1, 2, 3]
const limit = 50

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.application.platform.database.owner.query('delete from score_pending'))

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(app.application.platform.database.tenant(app.tenantId), work)

/** Reports records that an import made. */
async function noteNew(level: LevelId, recordIds: number[]): Promise<boolean> {
  const change: RecordChanged = {
    changeSetId: 1,
    level,
    records: recordIds.length,
    source: 'import',
    operation: 'import',
    actor: { kind: 'person', id: 1 },
    causes: [],
    depth: 0,
    recordIds,
    areNew: true,
  }
  const concerned = { levels, riskLevels: [], toOrganizations: false, keys: [] }
  return inTransaction((tx) => notePending(tx, app.tenantId, [change], concerned))
}

const take = (): Promise<Taken | null> => inTransaction((tx) => takePending(tx, app.tenantId, limit))

const sequence = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from + at)

async function countRows(): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query(
    'select count(*)::int as n from score_pending',
  )
  return rows[0].n
}

it('keeps the records of an import as one range, and takes it piece by piece', async () => {
  expect(await noteNew(2, sequence(1001, 120))).toBe(true)
  expect(await countRows()).toBe(1)
  expect(await take()).toEqual({ level: 2, recordIds: sequence(1001, 50) })
  expect(await take()).toEqual({ level: 2, recordIds: sequence(1051, 50) })
  expect(await take()).toEqual({ level: 2, recordIds: sequence(1101, 20) })
  expect(await take()).toBeNull()
})

it('takes what somebody did by hand before the rest of an import', async () => {
  await noteNew(2, sequence(1, 200))
  await take()
  await noteNew(2, [120])
  await noteNew(2, [5000])
  expect(await take()).toEqual({ level: 2, recordIds: [120, 5000] })
  expect(await take()).toEqual({ level: 2, recordIds: sequence(51, 50) })
})

it('takes several ranges at once, as imports of several companies leave them', async () => {
  await noteNew(2, [...sequence(1, 20), ...sequence(101, 20), ...sequence(201, 20)])
  expect(await countRows()).toBe(3)
  expect(await take()).toEqual({
    level: 2,
    recordIds: [...sequence(1, 20), ...sequence(101, 20), ...sequence(201, 10)],
  })
  expect(await take()).toEqual({ level: 2, recordIds: sequence(211, 10) })
  expect(await take()).toBeNull()
})

it('makes a range of a record that waits where one begins, and of two that begin there the longer one', async () => {
  await noteNew(2, [7])
  await noteNew(2, sequence(7, 30))
  await noteNew(2, sequence(7, 20))
  expect(await take()).toEqual({ level: 2, recordIds: sequence(7, 30) })
  expect(await take()).toBeNull()
})

it('keeps nothing of levels without scores', async () => {
  expect(await noteNew(4, sequence(1, 10))).toBe(false)
  expect(await take()).toBeNull()
})

/** Ids as imports make them, some of them far from each other. */
const someIds = fc
  .tuple(fc.integer({ min: 1, max: 800 }), fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }))
  .map(([from, steps]) => {
    let last = from
    return [from, ...steps.map((step) => (last += step))]
  })

const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ level: fc.constantFrom<LevelId>(1, 2, 3), ids: someIds }) },
  { weight: 3, arbitrary: fc.constant(null) },
)

/** Takes the ids of a piece from those that wait. */
function strike(waiting: ReadonlyMap<LevelId, Set<number>>, { level, recordIds }: Taken): void {
  expect(recordIds.length).toBeLessThanOrEqual(limit)
  for (const id of recordIds) waiting.get(level)?.delete(id)
}

it('loses none, whatever comes while others are taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const waiting = new Map(levels.map((level) => [level, new Set<number>()]))
      for (const one of acts) {
        if (one) {
          await noteNew(one.level, one.ids)
          for (const id of one.ids) waiting.get(one.level)?.add(id)
          continue
        }
        const taken = await take()
        if (taken) strike(waiting, taken)
      }
      for (let taken = await take(); taken; taken = await take()) strike(waiting, taken)
      expect([...waiting.values()].map((ids) => ids.size)).toEqual([0, 0, 0])
    }),
    { numRuns: 60 },
  )
})
