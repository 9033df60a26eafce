import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { ended, run } from '../bulk/bulk.fixture.ts'
import { create, defineField, good, list } from '../record/record.fixture.ts'
import { define, formula, rollup, settled, valuesOf } from './calculation.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('many records', () => {
  it('are followed batch by batch through an import and its undo', async () => {
    const worth = await defineField(admin, 'account', 'worth', 'number')
    const how = { childLevel: 'account', function: 'sum' }
    await define(admin, rollup('organization', 'worth', 'number', worth.customColumnId, how))
    await define(admin, formula('account', 'double_worth', 'number', '{worth} * 2'))
    const holding = await create(admin, 'organizations', { name: 'Holding' })
    const names = Array.from({ length: 1200 }, (_, index) => `Branch ${index}`)
    const data = names.map((name) => ({ name, organization: 'Holding', worth: 2 }))
    const job = await run(admin, { level: 'account', config: { columns: [], mode: 'create' }, data })
    expect(job.counts).toMatchObject({ create: 1200 })
    await settled(app)
    expect(await valuesOf(admin, 'organizations', holding)).toMatchObject({ worth: 2400 })
    const doubled = { filter: { field: 'double_worth', operator: 'equals', value: 4 } }
    expect((await list(admin, 'accounts', doubled)).totalItemCount).toBe(1200)

    good(await admin.post(`core/entity/bulk/${job.jobId}/undo`))
    await ended(admin, job.jobId)
    await settled(app)
    expect((await valuesOf(admin, 'organizations', holding))['worth'] ?? null).toBeNull()
    expect((await list(admin, 'accounts', { query: 'Branch' })).data).toEqual([])
  })
})

describe('many fields', () => {
  it('are read by one formula, be they more than a hundred', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `part_${index}`)
    for (const name of names) await defineField(admin, 'organization', name, 'number')
    const parts = Object.fromEntries(names.map((name) => [name, 1]))
    const whole = await create(admin, 'organizations', { name: 'Whole', ...parts })
    await define(
      admin,
      formula('organization', 'parts', 'number', names.map((name) => `{${name}}`).join(' + ')),
    )
    await settled(app)
    expect(await valuesOf(admin, 'organizations', whole)).toMatchObject({ parts: 101 })
  })
})

describe('a field that is defined anew', () => {
  it('tells its readers what a run wrote that was broken off', async () => {
    await defineField(admin, 'account', 'n', 'number')
    const ten = await define(admin, formula('account', 'tenfold', 'number', '{n} * 10'))
    await define(admin, formula('account', 'one_more', 'number', '{tenfold} + 1'))
    const id = await create(admin, 'accounts', { name: 'Broken off', n: 1 })
    await settled(app)
    expect(await valuesOf(admin, 'accounts', id)).toMatchObject({ tenfold: 10, one_more: 11 })
    const owner = await app.application.platform.database.owner.connect()
    await owner.query('begin')
    await owner.query(
      `update record set custom = custom || jsonb_build_object($1::text, 20) where record_id = $2`,
      [ten, id],
    )
    await owner.query(
      `update calculation_state set state = 'running', cursor = $2, changed = 1 where field_id = $1`,
      [ten, id],
    )
    await owner.query('commit')
    owner.release()
    const calculatedFields = { formula: '{n} * 20 + 0' }
    good(await admin.put(`core/fields/${ten}`, { horizontal: true, calculatedFields }))
    await settled(app)
    expect(await valuesOf(admin, 'accounts', id)).toMatchObject({ tenfold: 20, one_more: 21 })
  })
})
