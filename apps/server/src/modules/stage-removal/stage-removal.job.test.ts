import type { StageRemoval } from '@steward/contracts/stage-removal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { stagesOf } from '../lifecycle/lifecycle.fixture.ts'
import { create, good, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

const many = 5200

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'core/lifecycles'
const removalOf = async (id: number): Promise<StageRemoval> =>
  good(await admin.get(`${url}/${id}/removal`)).data

it('a stage of many records is emptied by a job, while nobody moves into it', async () => {
  const { records } = app.application.modules
  const [first, second, third, last] = (await stagesOf(admin)).map((one) => one.lifecycleStageId) as [
    number,
    number,
    number,
    number,
  ]
  const act = { action: 'create', at: app.clock.now() } as const
  await records.write(admin.actor, 2, act, () =>
    Array.from({ length: many }, (_, n) => ({
      kind: 'create' as const,
      values: { name: `Account ${n}`, stageId: second },
    })),
  )
  // As the database does by itself after a while; without it followers of changes take minutes.
  await app.application.platform.database.owner.query('analyze')
  const elsewhere = await create(admin, 'accounts', { name: 'Elsewhere' })
  const remove = (id: number, moveTo: number) =>
    admin.delete(`${url}/${id}`, { entityLevel: 'account', moveTo })

  const begun: StageRemoval = good(await remove(second, third)).data
  expect(begun).toMatchObject({ state: 'moving', total: many, moved: 0 })
  expect((await stagesOf(admin)).find((one) => one.lifecycleStageId === second)?.closing).toBe(true)

  const into = { data: { lifecycleStage: second } }
  const refused = await admin.post(`core/accounts/${elsewhere}`, into)
  expect([refused.status, refused.body.fields]).toEqual([
    409,
    { 'system:lifecycleStageId': 'This stage is being deleted, or is gone. Choose another one.' },
  ])
  const statuses = await Promise.all([
    remove(second, third),
    remove(third, last),
    remove(last, second),
    admin.post(`${url}/default`, { entityLevel: 'account', lifecycleStageId: second }),
    admin.post(`core/change-sets/${begun.changeSetId}/undo`),
  ])
  expect(statuses.map(({ status, body }) => [status, body.reason])).toEqual([
    [409, 'lifecycle.closing'],
    [409, 'lifecycle.target'],
    [409, 'lifecycle.closing'],
    [409, 'lifecycle.closing'],
    [409, 'lifecycle.closing'],
  ])
  good(await admin.post(`core/accounts/${elsewhere}`, { data: { lifecycleStage: first } }))

  await app.application.startWorker()
  await expect
    .poll(async () => (await removalOf(second)).state, { timeout: 30_000, interval: 100 })
    .toBe('done')
  expect(await removalOf(second)).toMatchObject({ total: many, moved: many })
  expect(
    (await stagesOf(admin, 'account', true)).find((one) => one.lifecycleStageId === third)?.records,
  ).toEqual({
    live: many,
    churned: 0,
    archived: 0,
  })
  expect(await undo(admin, begun.changeSetId)).toMatchObject({ undone: many, kept: [] })
  expect((await stagesOf(admin, 'account', true))[1]).toMatchObject({
    lifecycleStageId: second,
    records: { live: many },
  })
  expect((await read(admin, 'accounts', elsewhere)).globalFields.lifecycleStageId).toBe(first)
})
