import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atTime } from '../../platform/clock.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { columns, run, undoWhole } from '../bulk/bulk.fixture.ts'
import { runBulkUpdate, undoBulkUpdate } from '../bulk/bulk.update.fixture.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { historyOf, movementOf, nextDays, scored, scoreOf, today } from './health.fixture.ts'

let app: TestApp
let admin: Client

const counted = measureOf({
  name: 'Risks',
  metric: 'risks',
  rules: [
    { operator: 'eq', value: 0, points: 10 },
    { operator: 'eq', value: 1, points: 4 },
  ],
  otherwise: 1,
})
const [open, mitigated, realised] = [1, 4, 5]

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

describe('the number of risks', () => {
  it('is missing until there is a risk, and then counts those that weigh', async () => {
    const one = await customer('Counted')
    await create(admin, 'pipelines', { name: 'Seats', account: one.account, pipelineType: 1 })
    expect(await scoresOf(one)).toEqual([null, null])
    const risk = await addRisk(one.account)
    expect(await scoresOf(one)).toEqual([4, 4])
    const { parts } = await scoreOf(admin, 'account', one.account)
    expect(parts).toMatchObject([{ value: 1, text: '1 risk', source: 'Pipelines', missing: false }])
    const second = await addRisk(one.account)
    expect(await scoresOf(one)).toEqual([1, 1])
    await setStatus(risk, mitigated)
    const closing = await setStatus(second, mitigated)
    expect(await scoresOf(one)).toEqual([10, 10])
    expect((await scoreOf(admin, 'account', one.account)).parts[0]).toMatchObject({ text: '0 risks' })
    await undo(admin, closing)
    expect(await scoresOf(one)).toEqual([4, 4])
    await setStatus(risk, open)
    expect(await scoresOf(one)).toEqual([1, 1])
    const { movements } = await movementOf(admin, 'account', one.account, today(app, -1), today(app))
    expect(movements).toMatchObject([{ label: 'behaviour', metric: 'risks', after: '2 risks' }])
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

  it('has those that were realised for 90 days', async () => {
    const one = await customer('Realised')
    const risk = await addRisk(one.account)
    await setStatus(risk, realised)
    expect(await scoresOf(one)).toEqual([4, 4])
    await nextDays(app, 80)
    await edit(admin, 'pipelines', risk, { name: 'Budget was cut' })
    expect(await scoresOf(one)).toEqual([4, 4])
    await nextDays(app, 20)
    expect(await scoresOf(one)).toEqual([10, 10])
    const { movements } = await movementOf(admin, 'account', one.account, today(app, -5), today(app))
    expect(movements).toMatchObject([{ before: '1 risk', after: '0 risks' }])
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

describe('the renewal of a new company', () => {
  it('is measured by the days until then, or since', async () => {
    const own = await startTestApp({ STARTER_FIELDS: 'on' })
    try {
      const client = await own.as('administrator')
      await own.application.startWorker()
      const dayIn = (days: number) => today(own, days)
      const account = (name: string, days: number) =>
        create(client, 'accounts', { name, renewal_date: dayIn(days), 'system:pulse': 4 })
      const days = [200, 120, 60, 28, 0, -1, -20]
      const ids = await Promise.all(days.map((ahead) => account(`In ${ahead}`, ahead)))
      await scored(own)
      const details = await Promise.all(ids.map((id) => scoreOf(client, 'account', id)))
      const renewals = details.map(({ parts }) => parts.find(({ name }) => name === 'Renewal'))
      expect(renewals.map((part) => [part?.text, part?.points])).toEqual([
        ['in 200 days', 8],
        ['in 120 days', 7],
        ['in 60 days', 5],
        ['in 28 days', 3],
        ['today', 3],
        ['1 day overdue', 0],
        ['20 days overdue', 0],
      ])
      expect(details[0]?.parts).toHaveLength(6)
      expect(details.map(({ score }) => score)).toEqual([6.2, 6.1, 5.9, 5.7, 5.7, 5.4, 5.4])
      await nextDays(own, 30)
      const { movements } = await movementOf(client, 'account', ids[3]!, today(own, -30), today(own))
      expect(movements).toMatchObject([{ name: 'Renewal', before: 'in 28 days', after: '2 days overdue' }])
    } finally {
      await own.stop()
    }
  })
})

describe('many risks at once', () => {
  const hundreds = 450

  it('follow an import, a bulk update, and what undoes them', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, (_, at) => customer(`Imported ${at}`)))
    const lines = Array.from({ length: hundreds }, (_, at) => `r${at},Risk ${at},2,1,Imported ${at % 2}`)
    const text = ['Id,Name,Type,Status,Account', ...lines].join('\n')
    const uploadId = await upload(app, admin, 'risks.csv', text)
    const mapped = columns('externalId', 'name', 'pipelineType', 'pipelineStatus', 'account')
    const config = { uploadId, columns: mapped, key: ['externalId' as const] }
    const done = await run(admin, { level: 'pipeline', config })
    expect(done.counts).toMatchObject({ create: hundreds })
    const ofAll = async () => (await Promise.all(all.map(scoresOf))).map(([account]) => account)
    expect(await ofAll()).toEqual([1, 1, null])

    const selection = {
      filter: JSON.stringify({ field: 'name', operator: 'startsWith', value: 'Risk ' }),
    }
    const change = { data: { 'system:pipelineStatus': mitigated } }
    const update = await runBulkUpdate(admin, { level: 'pipeline', selection, change })
    expect(await ofAll()).toEqual([10, 10, null])
    await undoBulkUpdate(admin, update.jobId)
    expect(await ofAll()).toEqual([1, 1, null])
    await undoWhole(admin, done)
    expect(await ofAll()).toEqual([null, null, null])
  })
})

describe('the risks of a past day', () => {
  it('are those of that day, whatever was done with them since', async () => {
    // Without a worker, which would score what is made here as of now.
    const own = await startTestApp()
    try {
      const client = await own.as('administrator')
      await publishModel(client, 2, { measures: [counted] })
      const days = (n: number) => new Date(own.clock.now().getTime() - n * 86_400_000)
      const at = <Result>(n: number, work: () => Promise<Result>) => atTime(days(n), work)
      const account = await at(50, () => create(client, 'accounts', { name: 'Past' }))
      const risk = { account, pipelineType: 2 }
      const first = await at(40, () => create(client, 'pipelines', { name: 'First', ...risk }))
      await at(20, () => create(client, 'pipelines', { name: 'Second', ...risk }))
      await at(10, () => edit(client, 'pipelines', first, { pipelineStatus: mitigated }))
      const { health } = own.application.modules
      for (const n of [45, 30, 15, 5]) {
        await at(n, () => health.scoreNight(own.tenantId, 2, [account], 'time'))
      }
      const line = await historyOf(client, 'account', account)
      expect(line.map(({ score }) => score)).toEqual([4, 1, 4])
    } finally {
      await own.stop()
    }
  })
})
