import type { HealthBounds, HealthTrial } from '@steward/contracts/health'
import type { ComparedRecord } from '@steward/contracts/health-trial'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { scored, today } from '../health/health.fixture.ts'
import { boundsOf, measureOf, publishModel, saveDraft } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { createRandom, randomAccount, type Random } from './trial.fixture.ts'

let app: TestApp
let admin: Client
let stages: number[]
let seats: number
let tier: { id: number; options: number[] }

const records = 300

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  const { data } = (await admin.get('core/lifecycles?level=account')).body
  stages = data.map(({ lifecycleStageId }: { lifecycleStageId: number }) => lifecycleStageId)
  seats = (await defineField(admin, 'account', 'seats', 'number')).customColumnId
  const field = await defineField(admin, 'account', 'tier', 'singlePicklist', {
    picklistDefinition: ['Gold', 'Silver', 'Bronze'].map((value) => ({ value })),
  })
  tier = {
    id: field.customColumnId,
    options: field.picklistDefinition.map(({ id }: { id: number }) => id),
  }
  await makeBase(createRandom(7))
})
afterAll(() => app.stop())

async function make({
  fields,
  pulse,
  override,
  isArchived,
}: ReturnType<typeof randomAccount>): Promise<void> {
  const id = await create(admin, 'accounts', fields)
  if (pulse !== null) await logPulse(admin, id, pulse)
  if (override !== null) {
    const body = { score: override, reason: 'Known better.', endsOn: today(app, 9) }
    good(await admin.put(`health-management/scores/${id}/override?level=account`, body))
  }
  if (isArchived) good(await admin.put(`core/accounts/${id}/archive`, {}))
}

async function makeBase(random: Random): Promise<void> {
  const accounts = Array.from({ length: records }, (_, at) =>
    randomAccount({ stages, tiers: tier.options }, random, at),
  )
  const atOnce = 6
  for (let at = 0; at < records; at += atOnce) await Promise.all(accounts.slice(at, at + atOnce).map(make))
}

function randomBounds(random: Random, scopeReferenceId: number | null): HealthBounds {
  const lowerBound = 1 + random.below(5)
  return boundsOf(lowerBound, lowerBound + 1 + random.below(4), scopeReferenceId)
}

function randomModel(random: Random) {
  const common = () => ({
    weight: 1 + random.below(5),
    otherwise: random.below(11),
    missing: random.pick(['ignore', 'neutral', 'worst'] as const),
    groupId: random.pick([null, 1]),
  })
  const stage = random.pick(stages)
  const rule = (operator: 'gte' | 'lte', value: number) => ({
    operator,
    value,
    points: random.below(1001) / 100,
  })
  const measures = [
    measureOf({ ...common(), rules: [rule('gte', 4), rule('gte', 2)] }),
    measureOf({
      ...common(),
      name: 'Seats',
      metric: `field:${seats}`,
      rules: [rule('gte', random.below(100)), rule('lte', random.below(50))],
    }),
    measureOf({
      ...common(),
      name: 'Tier',
      metric: `field:${tier.id}`,
      rules: [
        { operator: 'oneOf', value: tier.options.slice(0, 1 + random.below(2)), points: random.below(11) },
      ],
    }),
    measureOf({ ...common(), name: 'Of a stage', scope: 2, scopeReferenceId: stage, groupId: null }),
  ]
  const bounds = [randomBounds(random, null), randomBounds(random, random.pick(stages))]
  return { groups: [{ groupId: 1, name: 'Group', weight: 1 + random.below(3) }], measures, bounds }
}

type Colors = Map<number, string>

/** The color of every account as lists show it. */
async function colorsNow(): Promise<Colors> {
  const { data } = good(await admin.get('core/accounts?pageSize=5000'))
  return new Map(
    data.map((row: { accountId: number; globalFields: { healthStatus: string | null } }) => [
      row.accountId,
      String(row.globalFields.healthStatus),
    ]),
  )
}

async function finished(trialId: number): Promise<HealthTrial> {
  const read = async (): Promise<HealthTrial> =>
    good(await admin.get(`health-management/trial/${trialId}`)).data
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('done')
  return read()
}

async function startTrial(revision: number): Promise<number> {
  return good(await admin.post('health-management/models/2/trial', { revision })).data.trialId
}

async function listAll(trialId: number, query = ''): Promise<ComparedRecord[]> {
  const path = `health-management/trial/${trialId}/records?pageSize=200${query}`
  const found: ComparedRecord[] = []
  for (let page = 1; ; page += 1) {
    const { data, totalItemCount } = good(await admin.get(`${path}&page=${page}`))
    found.push(...data)
    if (found.length >= totalItemCount) return found
  }
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

const movesOf = (before: Colors, after: Colors) =>
  [...before].map(([id, from]) => ({ id, from, to: String(after.get(id)) }))

describe('a trial', () => {
  it.each([11, 12, 13])(
    'of a draft shows exactly the colour changes that publishing then makes (%i)',
    async (seed) => {
      const random = createRandom(seed)
      await publishModel(admin, 2, randomModel(random))
      await scored(app)
      const { revision } = await saveDraft(admin, 2, randomModel(random))
      const before = await colorsNow()
      expect(before.size).toBe(records)
      const trial = await finished(await startTrial(revision))
      const listed = await listAll(trial.trialId)

      good(await admin.post('health-management/models/2/publish', { revision, note: '' }))
      await scored(app)
      const moves = movesOf(before, await colorsNow())
      const changed = moves.filter(({ from, to }) => from !== to)
      expect(changed.length).toBeGreaterThan(10)
      expect(new Set(moves.map(({ from }) => from)).size).toBeGreaterThan(2)

      const shown = listed.map(({ entityId, before: was, after }) => ({
        id: entityId,
        from: String(was.healthStatus),
        to: String(after.healthStatus),
      }))
      expect(shown.toSorted(byId)).toEqual(changed.toSorted(byId))
      expect(trial).toMatchObject({ changed: changed.length, done: records, total: records })
      const counted = Map.groupBy(moves, ({ from, to }) => `${from} ${to}`)
      expect(Object.fromEntries(trial.moves.map(({ from, to, count }) => [`${from} ${to}`, count]))).toEqual(
        Object.fromEntries([...counted].map(([key, of]) => [key, of.length])),
      )
    },
    60_000,
  )

  it('lists who changes from one color to another, by name', async () => {
    await publishModel(admin, 2, { measures: [measureOf({ missing: 'ignore' })] })
    await scored(app)
    const { revision } = await saveDraft(admin, 2, {
      measures: [measureOf({ missing: 'worst', otherwise: 10 })],
    })
    const trial = await finished(await startTrial(revision))
    const move = trial.moves.find(({ from, to }) => from === 'Poor' && to === 'Good')
    const found = await listAll(trial.trialId, '&from=Poor&to=Good')
    expect(found.length).toBe(move?.count)
    expect(found.every(({ before, after }) => before.healthStatus === 'Poor' && after.score === 10)).toBe(
      true,
    )
    const names = found.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(await listAll(trial.trialId, '&from=none&to=none')).toEqual([])
  })

  it('is one where several begin it at once', async () => {
    const { revision } = await saveDraft(admin, 2, { measures: [measureOf({ otherwise: 1 })] })
    const begun = await Promise.all(Array.from({ length: 6 }, () => startTrial(revision)))
    const { trialId } = good(await admin.get('health-management/models/account/trial')).data
    expect(begun).toContain(trialId)
    expect((await finished(trialId)).state).toBe('done')
  })

  it('is outdated by another draft, and ended by a new trial', async () => {
    const first = await saveDraft(admin, 2, { measures: [measureOf({ weight: 2 })] })
    const trial = await finished(await startTrial(first.revision))
    const second = await saveDraft(admin, 2, { measures: [measureOf({ weight: 3 })] })
    expect(good(await admin.get(`health-management/trial/${trial.trialId}`)).data.state).toBe('outdated')
    const refused = await admin.post('health-management/models/2/trial', { revision: first.revision })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'health.changed' } })
    const next = await finished(await startTrial(second.revision))
    expect(good(await admin.get('health-management/models/account/trial')).data).toEqual(next)
    const gone = await admin.get(`health-management/trial/${trial.trialId}/records`)
    expect(gone).toMatchObject({ status: 404, body: { reason: 'health.trial_unknown' } })
  })

  it('of a level without records is done, and there is none at first', async () => {
    expect(good(await admin.get('health-management/models/contact/trial')).data).toBeNull()
    const { revision } = good(await admin.get('health-management/models/3')).data
    const started = good(await admin.post('health-management/models/3/trial', { revision })).data
    expect(await finished(started.trialId)).toMatchObject({ total: 0, changed: 0, moves: [] })
  })

  it('is for administrators of the tenant', async () => {
    const { data } = good(await admin.get('health-management/models/2/trial'))
    const foreigner = await app.foreigner()
    expect((await foreigner.get(`health-management/trial/${data.trialId}`)).status).toBe(404)
    const manager = await app.as('manager')
    expect((await manager.get(`health-management/trial/${data.trialId}`)).status).toBe(403)
  })
})

describe('a draft', () => {
  it('is tried on one record, with its parts', async () => {
    await publishModel(admin, 2, { measures: [measureOf()] })
    await scored(app)
    const id = await create(admin, 'accounts', { name: 'Tried', seats: 40 })
    await logPulse(admin, id, 3)
    await scored(app)
    await saveDraft(admin, 2, {
      measures: [
        measureOf({ weight: 1 }),
        measureOf({
          name: 'Seats',
          metric: `field:${seats}`,
          rules: [{ operator: 'gte', value: 20, points: 10 }],
          weight: 3,
        }),
      ],
      bounds: [boundsOf(4, 9)],
    })
    const { before, after } = good(await admin.post(`health-management/scores/${id}/try?level=account`)).data
    expect(before).toMatchObject({
      score: 5,
      healthStatus: 'Average',
      version: { number: expect.any(Number) },
    })
    expect(after).toMatchObject({
      entityId: id,
      score: 8.75,
      healthStatus: 'Average',
      bounds: { lowerBound: 4, upperBound: 9 },
      version: null,
      parts: [
        { name: 'Pulse', points: 5, contribution: 1.25 },
        { name: 'Seats', points: 10, contribution: 7.5, text: '40' },
      ],
    })
    const body = { score: 2, reason: 'Leaving.', endsOn: today(app, 3) }
    good(await admin.put(`health-management/scores/${id}/override?level=account`, body))
    const held = good(await admin.post(`health-management/scores/${id}/try?level=account`)).data.after
    expect(held).toMatchObject({
      score: 2,
      computed: 8.75,
      healthStatus: 'Poor',
      override: { reason: 'Leaving.' },
    })
    const sum = held.parts.reduce((all: number, part: { contribution: number }) => all + part.contribution, 0)
    expect(sum).toBeCloseTo(2, 10)
    expect((await admin.post('health-management/scores/999999999/try?level=account')).status).toBe(404)
  })

  it('is shown on twenty records, the same ones each time', async () => {
    const read = async (level: string): Promise<ComparedRecord[]> =>
      good(await admin.get(`health-management/sample?level=${level}`)).data
    const sample = await read('account')
    expect(sample).toHaveLength(20)
    expect(new Set(sample.map(({ entityId }) => entityId)).size).toBe(20)
    expect(await read('account')).toEqual(sample)
    expect(await read('contact')).toEqual([])
    const { revision } = good(await admin.get('health-management/models/2')).data
    await finished(await startTrial(revision))
    expect(sample.some(({ before, after }) => before.score !== after.score)).toBe(true)
  })
})
