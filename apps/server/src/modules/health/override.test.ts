import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, good } from '../record/record.fixture.ts'
import {
  callScore,
  dropOverride,
  historyOf,
  movementOf,
  nextDays,
  override,
  scored,
  scoreOf,
  today,
} from './health.fixture.ts'

let app: TestApp
let admin: Client
let id: number

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  await publishModel(admin, 2, { measures: [measureOf()] })
  id = await create(admin, 'accounts', { name: 'Overridden' })
  await logPulse(admin, id, 4)
})
afterAll(() => app.stop())

const reason = 'Their sponsor left.'

describe('an override', () => {
  it('holds beside what the measures give, and adds up', async () => {
    await scored(app)
    const endsOn = today(app, 2)
    const set = good(await override(admin, 'account', id, { score: 3.5, reason, endsOn })).data
    expect(set).toMatchObject({
      score: 3.5,
      computed: 10,
      healthStatus: 'Poor',
      override: { score: 3.5, reason, endsOn, by: { id: admin.actor.userId } },
    })
    expect(set.parts).toMatchObject([
      { name: 'Pulse', contribution: 10 },
      { key: 'override', contribution: -6.5, text: '3.50' },
    ])
    expect(good(await admin.get(`core/accounts/${id}`)).data.globalFields.health).toBe(3.5)
    const { movements } = await movementOf(admin, 'account', id, today(app, -1), today(app))
    expect(movements).toContainEqual(
      expect.objectContaining({ label: 'override', difference: -6.5, note: reason }),
    )
  })

  it('stays while measures move, and ends after its last day', async () => {
    await logPulse(admin, id, 3)
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 3.5, computed: 5 })
    await nextDays(app, 2)
    expect((await scoreOf(admin, 'account', id)).score).toBe(3.5)
    await nextDays(app, 1)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 5, computed: 5, override: null })
    const movement = await movementOf(admin, 'account', id, today(app, -4), today(app))
    expect(movement.recomputes).toBe(true)
    const byLabel = movement.movements.map(({ label, difference }) => [label, difference])
    expect(byLabel).toEqual([['behaviour', 5]])
    expect(movement.movements.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(
      movement.difference,
      9,
    )
    const points = await historyOf(admin, 'account', id)
    expect(points.map(({ overridden }) => overridden)).toContain(true)
    expect(points.at(-1)).toMatchObject({ score: 5, overridden: false, healthStatus: 'Average' })
  })

  it('is changed and removed, once', async () => {
    good(await override(admin, 'account', id, { score: 9, reason, endsOn: today(app) }))
    good(await override(admin, 'account', id, { score: 9.25, reason, endsOn: today(app) }))
    expect((await scoreOf(admin, 'account', id)).score).toBe(9.25)
    expect(good(await dropOverride(admin, 'account', id)).data).toMatchObject({ score: 5, override: null })
    expect(await dropOverride(admin, 'account', id)).toMatchObject({
      status: 404,
      body: { reason: 'health.no_override' },
    })
    const { data } = good(await admin.get('audit'))
    const actions = (data as { action: string }[]).map(({ action }) => action)
    expect(actions.filter((action) => action === 'health.overridden')).toHaveLength(3)
    expect(actions).toContain('health.override_removed')
  })

  it('may come before the first score, and where a level has no measures', async () => {
    const account = await create(admin, 'accounts', { name: 'Unscored' })
    expect(
      good(await override(admin, 'account', account, { score: 8, reason, endsOn: today(app) })).data.score,
    ).toBe(8)
    const pipeline = await create(admin, 'pipelines', { name: 'Deal', accountId: account })
    const set = good(
      await override(admin, 'pipeline', pipeline, { score: 2, reason, endsOn: today(app) }),
    ).data
    expect(set).toMatchObject({ score: 2, computed: null, parts: [{ key: 'override', contribution: 2 }] })
    await nextDays(app, 1)
    expect(await scoreOf(admin, 'pipeline', pipeline)).toMatchObject({ score: null, override: null })
  })

  it('names what is wrong at its field', async () => {
    const wrong = async (body: object) => (await override(admin, 'account', id, body)).body
    const fine = { score: 5, reason, endsOn: today(app) }
    expect(await wrong({ ...fine, endsOn: today(app, -1) })).toMatchObject({
      fields: { endsOn: expect.any(String) },
    })
    expect(await wrong({ ...fine, endsOn: 'soon' })).toMatchObject({ code: 'invalid_input' })
    expect(await wrong({ ...fine, score: 10.5 })).toMatchObject({ fields: { score: expect.any(String) } })
    expect(await wrong({ ...fine, score: 1.234 })).toMatchObject({ fields: { score: expect.any(String) } })
    expect(await wrong({ ...fine, reason: ' ' })).toMatchObject({ fields: { reason: expect.any(String) } })
    const backwards = `health-management/scores/${id}/movement?level=account&from=2026-02-02&to=2026-02-01`
    expect(await admin.get(backwards)).toMatchObject({
      status: 400,
      body: { fields: { from: expect.any(String) } },
    })
  })
})

describe('who', () => {
  it('sees and overrides scores', async () => {
    const body = { score: 5, reason, endsOn: today(app) }
    const [viewer, normal, foreigner] = await Promise.all([
      app.as('viewer'),
      app.as('normalUser'),
      app.foreigner(),
    ])
    expect((await callScore(viewer, 'account', id)).status).toBe(200)
    expect((await override(viewer, 'account', id, body)).status).toBe(403)
    for (const [client, wrongLevel] of [
      [normal, 'account'],
      [foreigner, 'account'],
      [admin, 'contact'],
    ] as const) {
      expect((await callScore(client, wrongLevel, id)).status).toBe(404)
      expect((await override(client, wrongLevel, id, body)).status).toBe(404)
      const base = `health-management/scores/${id}`
      expect((await client.get(`${base}/history?level=${wrongLevel}`)).status).toBe(404)
      expect((await client.get(`${base}/movement?level=${wrongLevel}`)).status).toBe(404)
    }
    const own = await create(normal, 'accounts', { name: 'Own' })
    expect((await override(normal, 'account', own, body)).status).toBe(200)
  })
})
