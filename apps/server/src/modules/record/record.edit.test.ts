import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, list, namesOf, read } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
})
afterAll(() => app.stop())

describe('an edit', () => {
  it('sets single fields under data, and a form under its groups', async () => {
    await defineField(admin, 'account', 'seats', 'number')
    const id = await create(admin, 'accounts', { name: 'Plain', about: 'Text' })
    const byData = await admin.post(`core/accounts/${id}`, { data: { 'system:pulse': 3, seats: 10 } })
    expect(good(byData).data).toMatchObject({
      version: 2,
      globalFields: { pulse: 3 },
      customFields: { seats: 10 },
    })
    const byForm = await admin.post(`core/accounts/${id}`, {
      globalFields: { name: 'Renamed', about: '' },
      customFields: { seats: null },
    })
    expect(good(byForm).data).toMatchObject({ version: 3, globalFields: { name: 'Renamed', about: null } })
    expect(byForm.body.data.customFields).toEqual({})
    expect(await read(admin, 'accounts', id)).toEqual(byForm.body.data)
  })

  it('that changes nothing makes no change set and no version', async () => {
    const id = await create(admin, 'accounts', { name: 'Same' })
    const { data, changeSetId } = good(await admin.post(`core/accounts/${id}`, { data: { name: 'Same' } }))
    expect([data.version, changeSetId]).toEqual([1, null])
  })

  it.each([
    ['clears a required field', { name: null }, ['name']],
    ['names an unknown field', { colour: 1 }, ['colour']],
    ['names a field by a name of every object', { constructor: 1, toString: 2 }, ['constructor', 'toString']],
    ['gives a wrong type', { 'system:owners': 'me' }, ['system:owners']],
    ['takes all owners away', { owners: [] }, ['system:owners']],
    ['sets what the system sets', { createdAt: '2026-01-01', recordId: 1 }, ['createdAt', 'recordId']],
    ['gives a name of a million characters', { name: 'x'.repeat(1_000_000) }, ['name']],
  ])('is refused where it %s', async (_, data, named) => {
    const id = await create(admin, 'accounts', { name: 'Kept' })
    const { status, body } = await admin.post(`core/accounts/${id}`, { data })
    expect([status, Object.keys(body.fields ?? {}).toSorted()]).toEqual([400, named])
    expect((await read(admin, 'accounts', id)).version).toBe(1)
  })

  it('is refused with nothing to set', async () => {
    const id = await create(admin, 'accounts', { name: 'Kept' })
    expect((await admin.post(`core/accounts/${id}`, {})).status).toBe(400)
  })

  it('is refused for a field that may not be edited', async () => {
    await defineField(admin, 'account', 'sealed', 'string', { isEditable: false })
    const id = await create(admin, 'accounts', { name: 'A', sealed: 'first' })
    const { status, body } = await admin.post(`core/accounts/${id}`, { data: { sealed: 'second' } })
    expect([status, body.fields]).toEqual([400, { sealed: 'sealed cannot be edited.' }])
  })

  it('of a record of another level is 404', async () => {
    const id = await create(admin, 'organizations', { name: 'Org' })
    expect((await admin.post(`core/accounts/${id}`, { data: { name: 'x' } })).status).toBe(404)
    expect((await admin.get(`core/accounts/${id}`)).status).toBe(404)
  })
})

describe('two who edit the same record', () => {
  it('conflict where they set the same field, and are told which', async () => {
    const id = await create(admin, 'accounts', { name: 'Shared' })
    const { version } = await read(admin, 'accounts', id)
    await edit(admin, 'accounts', id, { about: 'Mine' })
    const late = await admin.post(`core/accounts/${id}`, { data: { about: 'Theirs' }, version })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      reason: 'record.changed',
      fields: { about: expect.stringContaining('About') },
    })
    expect((await read(admin, 'accounts', id)).globalFields.about).toBe('Mine')
  })

  it('do not conflict over different fields, nor where both want the same', async () => {
    const id = await create(admin, 'accounts', { name: 'Shared' })
    await edit(admin, 'accounts', id, { about: 'Mine' })
    const other = { name: 'Other name', about: 'Mine' }
    expect(good(await admin.post(`core/accounts/${id}`, { data: other, version: 1 })).data.version).toBe(3)
  })

  it('at the same moment lose no change', async () => {
    const id = await create(admin, 'accounts', { name: 'Busy' })
    const set = [
      { about: 'a' },
      { pulse: 4 },
      { externalId: 'busy' },
      { name: 'Busier' },
      { lifecycleStage: 7 },
    ]
    const answers = await Promise.all(set.map((data) => admin.post(`core/accounts/${id}`, { data })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await read(admin, 'accounts', id)).toMatchObject({
      version: 6,
      globalFields: { about: 'a', pulse: 4, externalId: 'busy', name: 'Busier', lifecycleStageId: 7 },
    })
  })
})

describe('archived and churned records', () => {
  it('are marked, come back, and stand last: archived, then churned, then by name', async () => {
    const fields = { externalId: null }
    const ids: Record<string, number> = {}
    for (const name of ['b', 'A', 'c churned', 'd archived', 'a both']) {
      ids[name] = await create(admin, 'organizations', { name, ...fields })
    }
    const act = async (name: string, action: string, body?: object) =>
      good(await admin.put(`core/organizations/${ids[name]}/${action}`, body)).data.globalFields
    expect(await act('c churned', 'churn-status', { churned: true })).toMatchObject({
      churned: true,
      entityArchived: false,
    })
    expect(await act('d archived', 'archive')).toMatchObject({ churned: false, entityArchived: true })
    await act('a both', 'churn-status', { churned: true })
    await act('a both', 'archive', {})
    const names = Object.values(ids)
    const shown = await list(admin, 'organizations', { ids: names.join(',') })
    expect(namesOf(shown)).toEqual(['A', 'b', 'c churned', 'd archived', 'a both'])
    const down = await list(admin, 'organizations', {
      ids: names.join(','),
      sortColumn: 'name',
      sortDirection: 'DESC',
    })
    expect(namesOf(down)).toEqual(namesOf(shown).toReversed())
    expect(await act('a both', 'restore')).toMatchObject({ churned: true, entityArchived: false })
    expect(await act('a both', 'churn-status', { churned: false })).toMatchObject({ churned: false })
    expect(good(await admin.put(`core/organizations/${ids['b']}/restore`)).changeSetId).toBeNull()
  })

  it('can be contacts and pipelines too, but those do not churn', async () => {
    const contact = await create(admin, 'contacts', { name: 'Person' })
    expect(good(await admin.put(`core/contacts/${contact}/archive`)).data.globalFields.entityArchived).toBe(
      true,
    )
    expect((await admin.put(`core/contacts/${contact}/churn-status`)).status).toBe(404)
    const many = await admin.post('core/contacts/change', { ids: [contact], action: 'churn' })
    expect([many.status, Object.keys(many.body.fields)]).toEqual([400, ['action']])
  })
})

describe('a pipeline', () => {
  it('keeps its type and parents, and changes its status', async () => {
    const account = await create(admin, 'accounts', { name: 'Home' })
    const other = await create(admin, 'accounts', { name: 'Elsewhere' })
    const id = await create(admin, 'pipelines', { name: 'Risk', pipelineType: 2, account })
    for (const [data, named] of [
      [{ pipelineType: 1 }, 'pipelineType'],
      [{ account: other }, 'account'],
      [{ account: null }, 'account'],
    ] as const) {
      const { status, body } = await admin.post(`core/pipelines/${id}`, { data })
      expect([status, Object.keys(body.fields)]).toEqual([400, [named]])
    }
    await edit(admin, 'pipelines', id, { pipelineStatus: 4, name: 'Risk', account })
    expect((await read(admin, 'pipelines', id)).globalFields).toMatchObject({
      pipelineType: 2,
      pipelineStatus: 4,
    })
  })
})
