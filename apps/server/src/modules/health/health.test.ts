import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, defineField, edit, good } from '../record/record.fixture.ts'
import { logOne } from '../timeline/timeline.fixture.ts'
import { historyOf, movementOf, nextDays, scored, scoreOf, today } from './health.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const contacts = measureOf({
  name: 'Contact',
  metric: 'daysSinceContact',
  rules: [
    { operator: 'lte', value: 7, points: 10 },
    { operator: 'lte', value: 30, points: 6 },
  ],
  otherwise: 1,
})

async function meet(id: number, daysAgo = 0, details = {}): Promise<number> {
  const occurredAt = new Date(app.clock.now().getTime() - daysAgo * 86_400_000)
  return logOne(app, admin, { on: ['accounts', id], kind: 'activity', occurredAt, title: 'Call', details })
}

async function forgetItem(itemId: number): Promise<void> {
  const { platform, modules } = app.application
  await transact(platform.database.tenant(app.tenantId), (tx) =>
    modules.timeline.remove(tx, admin.actor, itemId),
  )
}

describe('the score of an account', () => {
  it('is none as long as everything is missing, and says what', async () => {
    const id = await create(admin, 'accounts', { name: 'Fresh' })
    await scored(app)
    const fresh = await scoreOf(admin, 'account', id)
    expect(fresh).toMatchObject({ score: null, healthStatus: null, trend: null })
    expect(fresh.missing).toEqual(fresh.parts.map(({ name }) => name))
    expect(fresh.missing).toContain('Days since last contact')
    await logPulse(admin, id, 5)
    await scored(app)
    const { score, parts } = await scoreOf(admin, 'account', id)
    // A pulse of 5 is three sevenths of the outcomes; what is not known counts as neither good nor bad.
    expect(score).toBe(6.71)
    expect(parts.map(({ missing, contribution }) => [missing, contribution])).toEqual([
      [false, 3.43],
      [true, 1.14],
      [true, 1.14],
      [true, 0.5],
      [true, 0.5],
    ])
  })

  it('is moved by activity alone by a fifth at most, and by how calls went', async () => {
    const id = await create(admin, 'accounts', { name: 'Busy' })
    await logPulse(admin, id, 3)
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 5, healthStatus: 'Average' })
    for (let call = 0; call < 4; call += 1) await meet(id)
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({
      score: 6,
      missing: ['Latest sentiment', 'Risks'],
    })
    await meet(id, 0, { sentiment: 'negative' })
    await meet(id, 100, { sentiment: 'positive' })
    await scored(app)
    const { score, parts } = await scoreOf(admin, 'account', id)
    expect(score).toBe(4.86)
    expect(parts[1]).toMatchObject({ name: 'Latest sentiment', text: 'Negative', points: 0, missing: false })
    await nextDays(app, 95)
    expect((await scoreOf(admin, 'account', id)).missing).toContain('Latest sentiment')
  })

  it('follows what is logged, says why it moved, and goes stale by time alone', async () => {
    await publishModel(admin, 2, { measures: [measureOf({ weight: 1 }), { ...contacts, weight: 3 }] })
    const id = await create(admin, 'accounts', { name: 'Lively' })
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: null, healthStatus: null })

    await meet(id)
    await logPulse(admin, id, 3)
    await scored(app)
    const first = await scoreOf(admin, 'account', id)
    expect(first).toMatchObject({ score: 8.75, healthStatus: 'Good', missing: [] })
    expect(first.parts).toMatchObject([
      { name: 'Pulse', text: 'Moderate', points: 5, weight: 0.25, contribution: 1.25, source: 'Field' },
      { name: 'Contact', text: 'today', points: 10, weight: 0.75, contribution: 7.5, source: 'Timeline' },
    ])
    expect(good(await admin.get(`core/accounts/${id}`)).data.globalFields).toMatchObject({
      health: 8.75,
      healthStatus: 'Good',
    })

    const start = today(app)
    await nextDays(app, 10)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 5.75, healthStatus: 'Average' })
    await logPulse(admin, id, 5)
    await scored(app)
    const movement = await movementOf(admin, 'account', id, start, today(app))
    expect(movement).toMatchObject({
      from: { score: 8.75 },
      to: { score: 7 },
      difference: -1.75,
      recomputes: true,
      movements: [
        { label: 'stale', name: 'Contact', difference: -3, before: 'today', after: '10 days ago' },
        { label: 'behaviour', name: 'Pulse', difference: 1.25, before: 'Moderate', after: 'Very Satisfied' },
      ],
    })
    const points = await historyOf(admin, 'account', id)
    expect(points.map(({ score }) => score)).toEqual(expect.arrayContaining([8.75, 5.75, 7]))
  })

  it('moves back when an activity is deleted, which is no matter of time', async () => {
    const id = await create(admin, 'accounts', { name: 'Emptied' })
    const itemId = await meet(id)
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 10, missing: ['Pulse'] })
    await nextDays(app, 1)
    await forgetItem(itemId)
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: null, missing: ['Pulse', 'Contact'] })
    const { movements, to } = await movementOf(admin, 'account', id, today(app, -1), today(app))
    expect(to.score).toBeNull()
    expect(movements).toMatchObject([{ label: 'behaviour', difference: -10, after: 'No value' }])
  })

  it('takes the measures and the bounds of its stage', async () => {
    const stages = good(await admin.get('core/lifecycles?level=account')).data as {
      lifecycleStageId: number
    }[]
    const [first, second] = stages.map(({ lifecycleStageId }) => lifecycleStageId)
    const id = await create(admin, 'accounts', { name: 'Staged', lifecycleStageId: first })
    await logPulse(admin, id, 4)
    const ofStage = { scope: 2 as const, scopeReferenceId: second as number, entityLevelId: 2 as const }
    await publishModel(admin, 2, {
      measures: [
        measureOf(),
        measureOf({
          ...ofStage,
          name: 'Pulse later',
          rules: [{ operator: 'gte', value: 5, points: 9 }],
          otherwise: 6,
        }),
      ],
      bounds: [{ ...ofStage, config: { lowerBound: 1, upperBound: 2 } }],
    })
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({
      score: 10,
      bounds: { lowerBound: 4, upperBound: 7 },
    })
    await edit(admin, 'accounts', id, { lifecycleStageId: second })
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({
      score: 6,
      healthStatus: 'Good',
      bounds: { lowerBound: 1, upperBound: 2 },
      parts: [{ name: 'Pulse later', contribution: 6 }],
    })
    const { movements } = await movementOf(admin, 'account', id, today(app, -1), today(app))
    expect(movements.map(({ label, difference }) => [label, difference])).toEqual(
      expect.arrayContaining([['behaviour', 6]]),
    )
  })

  it('is written by Steward alone, and hinders no undo', async () => {
    const id = await create(admin, 'accounts', { name: 'Undone' })
    const { changeSetId } = await logPulse(admin, id, 5)
    await scored(app)
    const history = good(await admin.get(`core/accounts/${id}/history`)).data
    const scoring = history.find(({ action }: { action: string }) => action === 'score')
    expect(scoring).toMatchObject({ source: 'system', changes: [{ field: 'system:health', after: 10 }] })
    expect(await admin.post(`core/change-sets/${scoring.changeSetId}/undo`)).toMatchObject({
      status: 409,
      body: { reason: 'undo.calculated' },
    })
    expect((await admin.post(`core/change-sets/${changeSetId}/undo`)).status).toBe(200)
    expect(await admin.post(`core/accounts/${id}`, { data: { health: 9 } })).toMatchObject({ status: 400 })
  })
})

describe('a published version', () => {
  it('is followed by all records, and told apart from what happened', async () => {
    const { draft } = await publishModel(admin, 2, { measures: [measureOf()] })
    const scoreId = draft.measures[0]?.scoreId ?? null
    const id = await create(admin, 'accounts', { name: 'Judged' })
    await logPulse(admin, id, 3)
    await scored(app)
    const start = today(app)
    await nextDays(app, 1)
    const { version } = await scoreOf(admin, 'account', id)
    const state = await publishModel(admin, 2, {
      measures: [measureOf({ scoreId, otherwise: 2, rules: [{ operator: 'gte', value: 3, points: 7 }] })],
    })
    await scored(app)
    const now = await scoreOf(admin, 'account', id)
    expect(now).toMatchObject({ score: 7, version: { number: (version?.number ?? 0) + 1 } })
    expect(state.published?.number).toBe(now.version?.number)
    expect(good(await admin.get('health-management/models/account')).data.recompute).toBeNull()
    const movement = await movementOf(admin, 'account', id, start, today(app))
    expect(movement).toMatchObject({ difference: 2, recomputes: true })
    expect(movement.movements).toMatchObject([
      { label: 'ruleChange', difference: 2, note: `Version ${now.version?.number}: ` },
    ])
    const points = await historyOf(admin, 'account', id)
    expect(new Set(points.map(({ versionNumber }) => versionNumber)).size).toBe(2)
  })

  it('without measures leaves no score', async () => {
    const id = await create(admin, 'accounts', { name: 'Unjudged' })
    await logPulse(admin, id, 3)
    await scored(app)
    await publishModel(admin, 2, { measures: [] })
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: null, parts: [], missing: [] })
    const young = await create(admin, 'accounts', { name: 'Never judged' })
    await scored(app)
    expect(await scoreOf(admin, 'account', young)).toMatchObject({ score: null, computedAt: null })
    expect(await historyOf(admin, 'account', young)).toEqual([])
  })
})

describe('an organization', () => {
  it('takes the score of its accounts: the average, the worst, or weighted by money', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'worth', 'currency')
    await publishModel(admin, 2, { measures: [measureOf()] })
    const organizationId = await create(admin, 'organizations', { name: 'Group' })
    const currencies = good(await admin.get('currency/active-currencies')).data
    const { currencyDefinitionId } = currencies.find(({ isBase }: { isBase: boolean }) => isBase)
    const worth = (value: number) => ({ currencyDefinitionId, value })
    const ids: number[] = []
    for (const [pulse, value] of [
      [5, 100],
      [3, 300],
      [1, 0],
    ] as const) {
      const id = await create(admin, 'accounts', {
        name: `Account ${pulse}`,
        organizationId,
        worth: worth(value),
      })
      await logPulse(admin, id, pulse)
      ids.push(id)
    }
    await create(admin, 'accounts', { name: 'Without a score', organizationId })
    await scored(app)
    expect(await scoreOf(admin, 'organization', organizationId)).toMatchObject({
      score: 5,
      parts: [{ key: 'accounts', text: '3 accounts', value: 3, contribution: 5, weight: 1 }],
    })
    await publishModel(admin, 1, { source: { from: 'accounts', how: 'worst' } })
    await scored(app)
    expect(await scoreOf(admin, 'organization', organizationId)).toMatchObject({
      score: 0,
      healthStatus: 'Poor',
    })
    await publishModel(admin, 1, { source: { from: 'accounts', how: 'weighted', fieldId: customColumnId } })
    await scored(app)
    expect(await scoreOf(admin, 'organization', organizationId)).toMatchObject({ score: 6.25 })

    good(await admin.post('core/accounts/change', { ids: [ids[1]], action: 'archive' }))
    await scored(app)
    expect(await scoreOf(admin, 'organization', organizationId)).toMatchObject({ score: 10 })
    await edit(admin, 'accounts', ids[2] as number, { worth: worth(100) })
    await scored(app)
    expect(await scoreOf(admin, 'organization', organizationId)).toMatchObject({ score: 5 })
    const { movements, recomputes } = await movementOf(
      admin,
      'organization',
      organizationId,
      today(app, -1),
      today(app),
    )
    expect(recomputes).toBe(true)
    expect(movements.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(5, 9)
  })
})
