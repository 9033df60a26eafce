import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good, undo } from '../record/record.fixture.ts'

let app: TestApp
let manager: Client
let templateId: number

const url = 'success-plan/template'
const patience = 60_000
const startDate = '2026-03-01'
/** Two batches of a job. */
const many = 230

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  manager = await app.as('manager')
  const form = {
    name: 'Onboarding',
    level: 'account',
    planName: 'Onboarding of {{record.name}}',
    durationDays: 30,
    items: [{ kind: 'MILESTONE', name: 'Kick-off', dueDay: 7, tasks: [{ title: 'Invite', dueDay: 3 }] }],
  }
  templateId = good(await manager.post(url, form)).data.templateId
})
afterAll(() => app.stop())

/** Accounts of the manager, whose names begin alike. */
async function createAccounts(prefix: string, count: number): Promise<void> {
  const act = { action: 'create', at: app.clock.now() } as const
  await app.application.modules.records.write(manager.actor, 2, act, () =>
    Array.from({ length: count }, (_, nth) => ({
      kind: 'create' as const,
      values: { name: `${prefix} ${nth}` },
    })),
  )
}

const named = (query: string) => ({ selection: { filter: '', query }, startDate })
const apply = (body: object) => manager.post(`${url}/${templateId}/apply`, body)
const planCount = async (query: string): Promise<number> =>
  good(await manager.get(`success-plan/success-plan?query=${query}&pageSize=1`)).totalItemCount
const jobOf = async (id: number) => good(await manager.get(`success-plan/application/${id}`)).data

describe('a template applied to a selection', () => {
  it('makes the plans of a few records at once', async () => {
    await createAccounts('Small', 3)
    const preview = good(await manager.post(`${url}/${templateId}/preview`, named('Small'))).data
    expect(preview).toMatchObject({ matched: 3, job: null, changeSetId: null, refused: [] })
    expect(preview.plans).toHaveLength(3)
    const applied = good(await apply(named('Small'))).data
    expect(applied).toMatchObject({ matched: 3, job: null, changeSetId: expect.any(Number) })
    expect(await planCount('Small')).toBe(3)
    const again = good(await manager.post(`${url}/${templateId}/preview`, named('Small'))).data
    expect(again.refused[0]).toMatchObject({
      name: expect.stringContaining('Small'),
      message: 'It already has an open plan of this name.',
    })
  })

  it('is worked through by a job for more than 200 records, with progress and one undo', async () => {
    await createAccounts('Large', many)
    const preview = good(await manager.post(`${url}/${templateId}/preview`, named('Large'))).data
    expect(preview).toMatchObject({ matched: many })
    expect(preview.plans).toHaveLength(200)
    const { job, plans, matched } = good(await apply(named('Large'))).data
    expect({ plans, matched }).toEqual({ plans: [], matched: many })
    const { applicationId } = job
    await expect.poll(async () => (await jobOf(applicationId)).state, { timeout: patience }).toBe('completed')
    const done = await jobOf(applicationId)
    expect(done).toMatchObject({ matched: many, processed: many, made: many, refused: 0, failure: null })
    expect(await planCount('Large')).toBe(many)
    await undo(manager, done.changeSetId)
    expect(await planCount('Large')).toBe(0)
  })

  it('takes the records of a segment', async () => {
    await createAccounts('Segmented', 2)
    const logic = { and: [{ field: 'name', operator: 'startsWith', value: 'Segmented' }] }
    const segment = { name: 'Segmented', segmentLevel: 'account', logic }
    const { segmentId } = good(await manager.post('segment', segment)).data
    const body = { selection: { segmentId }, startDate }
    const preview = good(await manager.post(`${url}/${templateId}/preview`, body)).data
    expect(preview).toMatchObject({ matched: 2 })
  })

  it('is refused where nothing matches, or where both or neither are sent', async () => {
    expect(await apply(named('Nobody'))).toMatchObject({
      status: 400,
      body: { fields: { selection: expect.any(String) } },
    })
    expect((await apply({ startDate })).status).toBe(400)
    expect((await apply({ ...named('Small'), entities: [1] })).status).toBe(400)
  })

  it('shows the job to who started it, and to those who write templates', async () => {
    const { job } = good(await apply(named('Large'))).data
    expect(
      (await (await app.as('normalUser')).get(`success-plan/application/${job.applicationId}`)).status,
    ).toBe(404)
    good(await (await app.as('administrator')).get(`success-plan/application/${job.applicationId}`))
    await expect
      .poll(async () => (await jobOf(job.applicationId)).state, { timeout: patience })
      .toBe('completed')
  })
})
