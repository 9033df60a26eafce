import type { HealthModel, HealthModelState, HealthVersion } from '@steward/contracts/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { seededByMigration } from '../../../test/seeded-by-migration.ts'
import { boundsOf, measureOf, publishModel, saveDraft } from './health-model.fixture.ts'
import { makeFirstModels } from './model.seed.rules.ts'

let test: TestApp
let admin: Client
let other: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  other = await test.newUser('administrator')
})
afterAll(() => test.stop())

const url = (level: number, rest = '') => `health-management/models/${level}${rest}`
const stateOf = async (level: number): Promise<HealthModelState> => (await admin.get(url(level))).body.data
const versionsOf = async (level: number): Promise<HealthVersion[]> =>
  (await admin.get(url(level, '/versions'))).body.data
const asWish = ({ draft }: HealthModelState) => ({ ...draft })

const firstModels = makeFirstModels(() => undefined)
const group = (groupId: number, name: string, weight: number) => ({ groupId, name, weight })

async function makeField(dataType: string, displayName: string): Promise<number> {
  const { body } = await admin.post('core/fields', { columnLevel: 2, dataType, displayName })
  return body.data.customColumnId
}

describe('what a company begins with', () => {
  it('is published, and the draft says the same', async () => {
    for (const { level, model } of firstModels) {
      const state = await stateOf(level)
      expect(state).toMatchObject({ changed: false, revision: 1, changedBy: null })
      expect(state.draft).toMatchObject(model)
      expect(state.published).toMatchObject({ number: 1, author: null, note: 'Default model' })
    }
  })

  it('has supporting measures: what a contract says, and risks', () => {
    const [, accounts] = makeFirstModels(() => 7)
    const measures = accounts?.model.measures ?? []
    expect(measures.filter(({ supporting }) => supporting).map(({ name }) => name)).toEqual([
      'Renewal',
      'Risks',
    ])
    expect(measures.every(({ supporting }) => supporting !== false)).toBe(true)
  })

  it('leaves companies that were there before with the model that they had', async () => {
    const rows = await seededByMigration(test, '20261121T0064__health-model__version.sql', 'health_version')
    const seeded = rows.toSorted((a, b) => Number(a.level) - Number(b.level))
    const models = seeded.map(({ model }) => model as HealthModel)
    expect(models.map(({ source }) => source.from)).toEqual(firstModels.map(({ model }) => model.source.from))
    expect(models.map(({ measures }) => measures.length)).toEqual([0, 3, 2, 0])
  })
})

describe('a draft', () => {
  it('is saved whole; new measures get ids, the others keep theirs', async () => {
    const first = await saveDraft(admin, 2, { measures: [measureOf()] })
    const kept = first.draft.measures[0]?.scoreId
    const { status, body } = await admin.put(url(2), {
      model: {
        ...first.draft,
        measures: [measureOf({ name: 'New', scoreId: null }), ...first.draft.measures],
        groups: [{ groupId: 1, name: 'Mood', weight: 2 }],
      },
      revision: first.revision,
    })
    expect(status).toBe(200)
    const { draft, revision, changed, changedBy } = body.data
    expect(draft.measures.map(({ order }: { order: number }) => order)).toEqual([1, 2])
    expect(draft.measures[1].scoreId).toBe(kept)
    expect(draft.measures[0].scoreId).toBeGreaterThan(kept as number)
    expect({ revision, changed }).toEqual({ revision: first.revision + 1, changed: true })
    expect(changedBy.id).toBe(admin.actor.userId)
    expect(draft.bounds).toHaveLength(1)
  })

  it('gives a measure an id of its own where it names one that is another', async () => {
    const { draft } = await saveDraft(admin, 3, { measures: [] })
    expect(draft.measures).toEqual([])
    const first = await saveDraft(admin, 3, { measures: [measureOf({ name: 'A', scoreId: 999_999 })] })
    const scoreId = first.draft.measures[0]?.scoreId as number
    expect(scoreId).not.toBe(999_999)
    const twice = await saveDraft(admin, 3, {
      measures: [measureOf({ name: 'A', scoreId }), measureOf({ name: 'B', scoreId })],
    })
    expect(new Set(twice.draft.measures.map((one) => one.scoreId)).size).toBe(2)
  })

  it('is not overwritten by somebody who saw an earlier one', async () => {
    const seen = await saveDraft(admin, 2, { measures: [measureOf({ name: 'Mine' })] })
    await saveDraft(other, 2, { measures: [measureOf({ name: 'Theirs' })] })
    const { status, body } = await admin.put(url(2), { model: asWish(seen), revision: seen.revision })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'conflict', reason: 'health.changed' })
    expect(body.message).toContain('First2 Last2 changed this draft')
    expect((await stateOf(2)).draft.measures[0]?.name).toBe('Theirs')
    expect((await admin.delete(url(2, `?revision=${seen.revision}`))).status).toBe(409)
  })

  it('goes back to what is in effect', async () => {
    const published = await publishModel(admin, 2, { measures: [measureOf({ name: 'In effect' })] })
    await saveDraft(admin, 2, { measures: [] })
    const { status, body } = await admin.delete(url(2))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ changed: false, draft: published.draft })
    expect(body.data.revision).toBeGreaterThan(published.revision)
  })

  it('is saved with its problems, each at its place', async () => {
    const seats = await makeField('number', 'Seats')
    const { problems } = await saveDraft(admin, 2, {
      source: { from: 'accounts', how: 'average' },
      groups: [group(1, 'Use', 1), group(1, 'use', 1)],
      measures: [
        measureOf({ metric: `field:${seats}`, rules: [{ operator: 'eq', value: true, points: 1 }] }),
        measureOf({ metric: 'field:999999', groupId: 9 }),
      ],
      bounds: [boundsOf(7, 4), boundsOf(4, 7)],
    })
    expect(problems.map(({ path }) => path).toSorted()).toEqual(
      [
        'source.from',
        'measures.0.rules.0.value',
        'measures.1.metric',
        'measures.1.name',
        'measures.1.groupId',
        'groups.1.name',
        'groups.1.groupId',
        'bounds.0.config.lowerBound',
        'bounds.1.scope',
      ].toSorted(),
    )
  })
})

describe('publishing', () => {
  it('makes a version with author and note, and tells of it', async () => {
    const { revision } = await saveDraft(admin, 2, { measures: [measureOf({ weight: 3 })] })
    const before = await versionsOf(2)
    const { status, body } = await admin.post(url(2, '/publish'), { revision, note: ' Pulse alone. ' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ changed: false, problems: [] })
    const [latest, ...rest] = await versionsOf(2)
    expect(rest).toEqual(before)
    expect(latest).toMatchObject({
      number: before.length + 1,
      note: 'Pulse alone.',
      author: { id: admin.actor.userId },
      rolledBackTo: null,
    })
    expect(body.data.published).toEqual(latest)
    const models = test.application.modules.healthModels
    const published = await models.published(test.tenantId, 2)
    expect(published).toMatchObject({ versionId: latest?.versionId, model: body.data.draft })
    expect(await models.version(test.tenantId, latest?.versionId as number)).toEqual(published)
    const { rows } = await test.application.platform.database.owner.query(
      `select payload from event where tenant_id = $1 and type = 'health.published' order by event_id desc`,
      [test.tenantId],
    )
    expect(rows[0]?.payload).toEqual({ level: 2, versionId: latest?.versionId })
    const entries = (await admin.get('audit?action=health.published')).body
    expect(JSON.stringify(entries)).toContain('of the health score of accounts')
  })

  it('is refused where nothing changed', async () => {
    const { revision } = await publishModel(admin, 3, { measures: [measureOf({ name: 'Once' })] })
    const { status, body } = await admin.post(url(3, '/publish'), { revision, note: '' })
    expect(status).toBe(409)
    expect(body.reason).toBe('health.unchanged')
  })

  it('lets one of two administrators through at once, and tells the other who it was', async () => {
    const { revision } = await saveDraft(admin, 2, { measures: [measureOf({ name: 'Both' })] })
    const before = await versionsOf(2)
    const answers = await Promise.all(
      [admin, other].map((client) => client.post(url(2, '/publish'), { revision, note: 'Both' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const first = answers[0]?.status === 200 ? 'First1 Last1' : 'First2 Last2'
    expect(refused?.body.message).toContain(`${first} published version ${before.length + 1}`)
    expect(await versionsOf(2)).toHaveLength(before.length + 1)
    expect((await stateOf(2)).draft.measures[0]?.name).toBe('Both')
  })

  it.each([
    ['of all measures', [0, 0], [null, null], [], 'measures.0.weight'],
    ['of a group', [1, 0], [null, 1], [1], 'measures.1.weight'],
    ['of all groups', [1, 1], [1, 1], [0], 'groups.0.weight'],
  ] as const)('is refused where the weights %s sum to nothing', async (_, weights, ids, groups, path) => {
    const { revision } = await saveDraft(admin, 2, {
      groups: groups.map((weight, at) => ({ groupId: at + 1, name: `Group ${at}`, weight })),
      measures: weights.map((weight, at) =>
        measureOf({ name: `Measure ${at}`, weight, groupId: ids[at] ?? null }),
      ),
    })
    const { status, body } = await admin.post(url(2, '/publish'), { revision, note: '' })
    expect(status).toBe(400)
    expect(body.fields[path]).toContain('add up to zero')
  })

  it('is refused with a measure on a deleted field; what is in effect says that it is gone', async () => {
    const seats = await makeField('number', 'Licences')
    const published = await publishModel(admin, 2, {
      measures: [measureOf(), measureOf({ name: 'Licences', metric: `field:${seats}` })],
    })
    const usage = (await admin.get(`core/fields/${seats}/system-usage`)).body.data
    expect(usage.uses).toContainEqual({ kind: 'health-measure', name: 'Account: Licences', count: 1 })
    expect((await admin.delete(`core/fields/${seats}`)).status).toBe(200)
    const state = await stateOf(2)
    const problem = {
      path: 'measures.1.metric',
      message: expect.stringContaining('"Licences" uses a field that was deleted'),
    }
    expect(state.publishedProblems).toEqual([problem])
    expect(state.problems).toEqual([problem])
    const draft = { ...published.draft, groups: [{ groupId: 1, name: 'More', weight: 1 }] }
    const { revision } = await saveDraft(admin, 2, draft)
    const { status, body } = await admin.post(url(2, '/publish'), { revision, note: '' })
    expect(status).toBe(400)
    expect(body.fields['measures.1.metric']).toContain('Choose another metric')
    expect((await stateOf(2)).published).toEqual(state.published)
  })

  it('is for administrators', async () => {
    for (const role of ['manager', 'normalUser', 'viewer'] as const) {
      const client = await test.as(role)
      expect((await client.get(url(2))).status).toBe(200)
      expect((await client.post(url(2, '/publish'), { revision: 1, note: '' })).status).toBe(403)
    }
  })
})

describe('versions', () => {
  it('are brought back as new ones; a draft that was changed stays', async () => {
    await publishModel(admin, 4, {
      measures: [
        measureOf({
          name: 'Status',
          metric: 'field:-6',
          rules: [{ operator: 'oneOf', value: [1, 2], points: 10 }],
        }),
      ],
    })
    const [, first] = await versionsOf(4)
    const path = url(4, `/versions/${first?.versionId}`)
    const old = (await admin.get(path)).body.data
    expect(old).toMatchObject({ number: 1, model: { measures: [] } })
    const restored = await admin.post(`${path}/restore`, { note: 'Back.' })
    expect(restored.status).toBe(200)
    expect(restored.body.data).toMatchObject({
      changed: false,
      draft: old.model,
      published: { number: 3, rolledBackTo: 1, note: 'Back.' },
    })
    expect((await admin.post(`${path}/restore`, { note: '' })).body.reason).toBe('health.unchanged')
    const [, second] = await versionsOf(4)
    const mine = await saveDraft(admin, 4, {
      measures: [
        measureOf({ name: 'Mine', metric: 'field:-6', rules: [{ operator: 'eq', value: 2, points: 1 }] }),
      ],
    })
    const after = await admin.post(url(4, `/versions/${second?.versionId}/restore`), { note: '' })
    expect(after.body.data).toMatchObject({
      changed: true,
      draft: mine.draft,
      published: { number: 4, rolledBackTo: 2 },
    })
    const stale = await admin.post(url(4, '/publish'), { revision: mine.revision, note: '' })
    expect(stale.body.message).toContain('published version 4')
  })

  it('of another level or tenant are not there', async () => {
    const [latest] = await versionsOf(2)
    const foreigner = await test.foreigner()
    const path = url(2, `/versions/${latest?.versionId}`)
    expect((await admin.get(url(3, `/versions/${latest?.versionId}`))).status).toBe(404)
    expect((await foreigner.get(path)).status).toBe(404)
    expect((await foreigner.post(`${path}/restore`, { note: '' })).status).toBe(404)
  })
})
