import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { measureOf, publishModel, saveDraft } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, defineField, edit, good } from '../record/record.fixture.ts'
import { movementOf, nextDays, override, scored, scoreOf, today } from './health.fixture.ts'

let app: TestApp
let admin: Client
let renewal: { id: number; key: string }

const ofRenewal = (more = {}) =>
  measureOf({
    name: 'Renewal',
    metric: `field:${renewal.id}`,
    rules: [{ operator: 'lte', value: 0, points: 6 }],
    missing: 'neutral',
    ...more,
  })
const ofRisks = (more = {}) =>
  measureOf({
    name: 'Risks',
    metric: 'risks',
    rules: [{ operator: 'lte', value: 0, points: 6 }],
    missing: 'neutral',
    ...more,
  })
const supporting = { supporting: true }
const pulse = () => measureOf({ missing: 'neutral' })

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  renewal = await defineRenewal()
  await publishModel(admin, 2, { measures: [pulse(), ofRenewal(supporting), ofRisks(supporting)] })
})
afterAll(() => app.stop())

async function defineRenewal(): Promise<{ id: number; key: string }> {
  const { customColumnId, name } = await defineField(admin, 'account', 'contract_end', 'date')
  return { id: customColumnId, key: name }
}

const renewsIn = (days: number) => ({ [renewal.key]: today(app, days) })

async function scoreNow(id: number) {
  await scored(app)
  return scoreOf(admin, 'account', id)
}

describe('supporting measures', () => {
  it('give no score by themselves, and say so', async () => {
    const id = await create(admin, 'accounts', { name: 'Listed', ...renewsIn(40) })
    const listed = await scoreNow(id)
    expect(listed).toMatchObject({ score: null, computed: null, healthStatus: null })
    expect(listed.missing).toEqual(['Pulse', 'Risks'])
    expect(listed.parts).toMatchObject([
      { name: 'Pulse', missing: true, supporting: false },
      {
        name: 'Renewal',
        missing: false,
        supporting: true,
        text: 'in 40 days',
        points: null,
        contribution: 0,
      },
      { name: 'Risks', missing: true, supporting: true },
    ])
    await create(admin, 'pipelines', { name: 'Budget cut', account: id, pipelineType: 2 })
    expect(await scoreNow(id)).toMatchObject({ score: null, missing: ['Pulse'] })
    await nextDays(app, 60)
    expect(await scoreNow(id)).toMatchObject({ score: null })
    expect(good(await admin.get(`core/accounts/${id}`)).data.globalFields.health).toBeNull()
  })

  it('count as soon as another measure has data, and no longer than that', async () => {
    const id = await create(admin, 'accounts', { name: 'Known', ...renewsIn(40) })
    await logPulse(admin, id, 5)
    // 10 of the pulse, 6 of the renewal, and 5 of the risks, of which nothing is known.
    expect(await scoreNow(id)).toMatchObject({ score: 7, missing: ['Risks'] })
    await edit(admin, 'accounts', id, renewsIn(-3))
    expect(await scoreNow(id)).toMatchObject({ score: 5 })
    const { movements, recomputes } = await movementOf(admin, 'account', id, today(app, -1), today(app))
    expect(recomputes).toBe(true)
    expect(movements.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(5)
    expect(movements.reduce((sum, { weight }) => sum + (weight ?? 0), 0)).toBeCloseTo(1)
    // It is why the first score is no higher, and is shown though it adds nothing.
    expect(movements.at(-1)).toMatchObject({ name: 'Renewal', difference: 0, after: '3 days ago' })
    const later = await movementOf(admin, 'account', id, today(app), today(app, 1))
    expect(later).toMatchObject({ difference: 0, movements: [] })
  })

  it('leave a record that a user scored by hand its score', async () => {
    const id = await create(admin, 'accounts', { name: 'By hand', ...renewsIn(40) })
    good(await override(admin, 'account', id, { score: 3, reason: 'I met them', endsOn: today(app, 2) }))
    expect(await scoreNow(id)).toMatchObject({ score: 3, computed: null })
    await nextDays(app, 3)
    expect(await scoreNow(id)).toMatchObject({ score: null, computed: null })
  })

  it('take the score of records that have nothing else, once a version says so, as its trial foretold', async () => {
    await publishModel(admin, 2, { measures: [pulse(), ofRenewal(), ofRisks()] })
    const id = await create(admin, 'accounts', { name: 'Older', ...renewsIn(40) })
    expect(await scoreNow(id)).toMatchObject({ score: 5.33, healthStatus: 'Average' })
    const draft = { measures: [pulse(), ofRenewal(supporting), ofRisks(supporting)] }
    const { revision } = await saveDraft(admin, 2, draft)
    const tried = good(await admin.post(`health-management/scores/${id}/try?level=account`)).data
    expect(tried).toMatchObject({ before: { score: 5.33 }, after: { score: null, healthStatus: null } })
    const trial = good(await admin.post('health-management/models/2/trial', { revision })).data
    await expect
      .poll(async () => good(await admin.get(`health-management/trial/${trial.trialId}`)).data.state)
      .toBe('done')
    const address = `health-management/trial/${trial.trialId}/records?from=Average&to=none`
    const moved = good(await admin.get(address)).data as { entityId: number }[]
    expect(moved.map(({ entityId }) => entityId)).toContain(id)
    await publishModel(admin, 2, draft)
    expect(await scoreNow(id)).toMatchObject({ score: null })
    const { movements, to } = await movementOf(admin, 'account', id, today(app, -1), today(app))
    expect(to.score).toBeNull()
    expect(new Set(movements.map(({ label }) => label))).toEqual(new Set(['behaviour', 'ruleChange']))
    expect(movements.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(0)
  })
})
