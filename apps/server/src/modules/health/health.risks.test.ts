import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { columns, run, undoWhole } from '../bulk/bulk.fixture.ts'
import { runBulkUpdate, undoBulkUpdate } from '../bulk/bulk.update.fixture.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { movementOf, scored, scoreOf, today } from './health.fixture.ts'

let app: TestApp
let admin: Client

const counted = measureOf({
  name: 'Open risks',
  metric: 'openRisks',
  rules: [
    { operator: 'eq', value: 0, points: 10 },
    { operator: 'eq', value: 1, points: 4 },
  ],
  otherwise: 1,
})
const [open, mitigated] = [1, 4]

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  await publishModel(admin, 1, { measures: [{ ...counted, entityLevelId: 1 }] })
  await publishModel(admin, 2, { measures: [counted] })
})
afterAll(() => app.stop())

interface Customer {
  organization: number
  account: number
}

async function customer(name: string): Promise<Customer> {
  const organization = await create(admin, 'organizations', { name })
  return { organization, account: await create(admin, 'accounts', { name, organization }) }
}

const addRisk = (account: number, more = {}) =>
  create(admin, 'pipelines', { name: 'Budget cut', account, pipelineType: 2, ...more })

/** The scores of an account and its organization, once all have followed. */
async function scoresOf({ account, organization }: Customer): Promise<(number | null)[]> {
  await scored(app)
  const both = [await scoreOf(admin, 'account', account), await scoreOf(admin, 'organization', organization)]
  return both.map(({ score }) => score)
}

const setStatus = (risk: number, pipelineStatus: number) => edit(admin, 'pipelines', risk, { pipelineStatus })

async function creationOf(id: number): Promise<number> {
  const history = good(await admin.get(`core/pipelines/${id}/history`)).data
  return history.find(({ action }: { action: string }) => action === 'create').changeSetId
}

const move = (plural: string, id: number, formData: object) =>
  admin.post(`core/${plural}/${id}/move`, { formData }).then(good)

describe('the number of open risks', () => {
  it('is missing until there is a risk, and then counts those that are open', async () => {
    const one = await customer('Counted')
    await create(admin, 'pipelines', { name: 'Seats', account: one.account, pipelineType: 1 })
    expect(await scoresOf(one)).toEqual([null, null])
    const risk = await addRisk(one.account)
    expect(await scoresOf(one)).toEqual([4, 4])
    const { parts } = await scoreOf(admin, 'account', one.account)
    expect(parts).toMatchObject([{ value: 1, text: '1 open risk', source: 'Pipelines', missing: false }])
    const second = await addRisk(one.account)
    expect(await scoresOf(one)).toEqual([1, 1])
    await setStatus(risk, mitigated)
    const closing = await setStatus(second, 5)
    expect(await scoresOf(one)).toEqual([10, 10])
    expect((await scoreOf(admin, 'account', one.account)).parts[0]).toMatchObject({ text: '0 open risks' })
    await undo(admin, closing)
    expect(await scoresOf(one)).toEqual([4, 4])
    await setStatus(risk, open)
    expect(await scoresOf(one)).toEqual([1, 1])
    const { movements } = await movementOf(admin, 'account', one.account, today(app, -1), today(app))
    expect(movements).toMatchObject([{ label: 'behaviour', metric: 'openRisks', after: '2 open risks' }])
  })

  it('of an organization is that of all its accounts, and of its own', async () => {
    const one = await customer('Above')
    const other = await create(admin, 'accounts', { name: 'Beside', organization: one.organization })
    await addRisk(one.account)
    await addRisk(other)
    expect(await scoresOf(one)).toEqual([4, 1])
    const own = await customer('Own')
    await create(admin, 'pipelines', { name: 'Sold', organization: own.organization, pipelineType: 2 })
    expect(await scoresOf(own)).toEqual([null, 4])
  })

  it('leaves out those that are archived', async () => {
    const one = await customer('Archived')
    const risk = await addRisk(one.account)
    good(await admin.put(`core/pipelines/${risk}/archive`))
    expect(await scoresOf(one)).toEqual([10, 10])
    good(await admin.put(`core/pipelines/${risk}/restore`))
    expect(await scoresOf(one)).toEqual([4, 4])
  })

  it('follows a risk that was never meant, and comes back', async () => {
    const one = await customer('Deleted')
    await logPulse(admin, one.account, 3)
    const risk = await addRisk(one.account)
    expect(await scoresOf(one)).toEqual([4, 4])
    const undoing = await undo(admin, await creationOf(risk))
    expect(await scoresOf(one)).toEqual([null, null])
    await undo(admin, undoing.changeSetId)
    expect(await scoresOf(one)).toEqual([4, 4])
  })

  it('moves with a risk, and with the account that it belongs to', async () => {
    const [one, other] = [await customer('From'), await customer('To')]
    const risk = await addRisk(one.account)
    await move('pipelines', risk, { accountId: other.account })
    expect([await scoresOf(one), await scoresOf(other)]).toEqual([
      [null, null],
      [4, 4],
    ])
    await move('accounts', other.account, { organizationId: one.organization })
    expect([await scoresOf(one), await scoresOf(other)]).toEqual([
      [null, 4],
      [4, null],
    ])
  })
})

describe('many risks at once', () => {
  const hundreds = 450

  it('follow an import, a bulk update, and what undoes them', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, (_, at) => customer(`Imported ${at}`)))
    const lines = Array.from({ length: hundreds }, (_, at) => `Risk ${at},Risk,${all[at % 2]!.account}`)
    const uploadId = await upload(app, admin, 'risks.csv', `Name,Type,Account\n${lines.join('\n')}\n`)
    const config = { uploadId, columns: columns('name', 'pipelineType', 'account') }
    const done = await run(admin, { level: 'pipeline', config })
    expect(done.counts).toMatchObject({ create: hundreds })
    const all3 = async () => (await Promise.all(all.map(scoresOf))).map(([account]) => account)
    expect(await all3()).toEqual([1, 1, null])

    const filter = { field: 'name', operator: 'startsWith', value: 'Risk ' }
    const selection = { filter, expected: hundreds }
    const change = { data: { 'system:pipelineStatus': mitigated } }
    const update = await runBulkUpdate(admin, { level: 'pipeline', selection: selection as never, change })
    expect(await all3()).toEqual([10, 10, null])
    await undoBulkUpdate(admin, update.jobId)
    expect(await all3()).toEqual([1, 1, null])
    await undoWhole(admin, done)
    expect(await all3()).toEqual([null, null, null])
  })
})
