import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Selection } from '@steward/contracts/bulk-update'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, list, read } from '../record/record.fixture.ts'
import { none } from './bulk.fixture.ts'
import { previewBulkUpdate, runBulkUpdate, undoBulkUpdate } from './bulk.update.fixture.ts'

let app: TestApp
let admin: Client
let tags: { customColumnId: number; picklistDefinition: { id: number; value: string }[] }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
  tags = await defineField(admin, 'account', 'Tags', 'multiPicklist', {
    picklistDefinition: ['Red', 'Green', 'Blue'].map((value) => ({ value })),
  })
  await defineField(admin, 'account', 'Seats', 'number')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const named = (text: string): Selection => ({ filter: '', query: text })

async function accounts(prefix: string, fields: readonly Record<string, unknown>[]): Promise<number[]> {
  const ids: number[] = []
  for (const [at, one] of fields.entries()) {
    ids.push(await create(admin, 'accounts', { name: `${prefix} ${at + 1}`, ...one }))
  }
  return ids
}

async function custom(id: number): Promise<Record<string, unknown>> {
  return (await read(admin, 'accounts', id)).customFields
}

describe('a bulk update of values', () => {
  it('is previewed and then done, of records chosen one by one, by a filter and by a segment', async () => {
    const ids = await accounts('Pulse', [{ 'system:pulse': 4 }, { 'system:pulse': 2 }, {}])
    const rule = { field: 'name', operator: 'contains', value: 'Pulse' }
    const segment = await admin.post('segment', {
      name: 'Pulse ones',
      segmentLevel: 'account',
      logic: rule,
      isPrivate: false,
    })
    const selections: Selection[] = [
      { ids: [...ids, 999_999] },
      { filter: JSON.stringify(rule) },
      { segmentId: segment.body.data.segmentId },
    ]
    for (const [at, selection] of selections.entries()) {
      const change = { data: { 'system:pulse': [4, 1, 3][at] } }
      const seen = await previewBulkUpdate(admin, { level: 'account', selection, change })
      const done = await runBulkUpdate(admin, { type: 'massPulse', level: 'account', selection, change })
      const gone = at === 0 ? 1 : 0
      const same = at === 0 ? 1 : 0
      expect(seen).toMatchObject({ matched: 3 + gone, planned: 3 + gone, change: 3 - same, unchanged: same })
      expect(done.counts).toEqual({ ...none, update: 3 - same, unchanged: same, refused: gone })
      expect(done).toMatchObject({
        type: 10,
        typeName: 'PreparedUpdate Update',
        state: 40,
        rowsTotal: 3 + gone,
      })
      expect((await list(admin, 'accounts', { filter: rule })).data.map(pulseOf)).toEqual(
        Array.from({ length: 3 }, () => change.data['system:pulse']),
      )
      if (at === 0) {
        expect(done.label).toBe('Set Pulse to Satisfied')
        expect(seen.refused).toEqual([
          { reason: "This record does not exist, or you can't see it.", count: 1 },
        ])
        const items = await admin.get(`core/entity/bulk/${done.jobId}/items?status=10,30`)
        expect(items.body.data).toMatchObject([{ recordId: 999_999, status: 10, row: 4 }])
        expect(seen.sample).toEqual([
          { id: ids[1], name: 'Pulse 2', before: 'Some Risk', after: 'Satisfied' },
          { id: ids[2], name: 'Pulse 3', before: null, after: 'Satisfied' },
        ])
      }
      expect((await undoBulkUpdate(admin, done.jobId)).undo).toMatchObject({
        state: 40,
        undone: 3 - same,
        kept: 0,
      })
      expect((await Promise.all(ids.map((id) => read(admin, 'accounts', id)))).map(pulseOf)).toEqual([
        4,
        2,
        null,
      ])
    }
    const history = await admin.get('core/entity/bulk/entity-upload/history')
    expect(history.body.data[0]).toMatchObject({ type: 10, typeName: 'PreparedUpdate Update' })
  })

  it('tells the history what each record held and holds, and grows its version', async () => {
    const [id = 0] = await accounts('Told', [{}])
    const { version } = await read(admin, 'accounts', id)
    const change = { data: { Seats: 12, about: 'Told so' } }
    const done = await runBulkUpdate(admin, { level: 'account', selection: { ids: [id] }, change })
    expect(done.label).toBe('Set Seats to 12; Set About to Told so')
    const after = await read(admin, 'accounts', id)
    expect(after).toMatchObject({ version: version + 1, customFields: { Seats: 12 } })
    const history = await admin.get(`core/accounts/${id}/history`)
    expect(history.body.data[0]).toMatchObject({
      changeSetId: done.changeSetId,
      source: 'person',
      action: 'edit',
    })
    expect(history.body.data[0].changes).toMatchObject([
      { label: 'Seats', before: null, after: 12 },
      { label: 'About', before: null, after: 'Told so' },
    ])
    const again = await runBulkUpdate(admin, { level: 'account', selection: { ids: [id] }, change })
    expect(again).toMatchObject({ changeSetId: null, counts: { ...none, unchanged: 1 } })
    const clear = await runBulkUpdate(admin, {
      level: 'account',
      selection: { ids: [id] },
      change: { data: { Seats: null } },
    })
    expect(clear.label).toBe('Clear Seats')
    expect(await custom(id)).not.toHaveProperty('Seats')
  })

  it('is called by as much of a long text as fits, without half a character', async () => {
    const [id = 0] = await accounts('Long', [{}])
    const start = 'x'.repeat(185)
    const change = { data: { about: `${start}😀 and on` } }
    const done = await runBulkUpdate(admin, { level: 'account', selection: { ids: [id] }, change })
    expect(done.label).toBe(`Set About to ${start}…`)
  })

  it('adds options to those that are there, and takes them away', async () => {
    const [red = 0, green = 0, blue = 0] = tags.picklistDefinition.map(({ id }) => id)
    const ids = await accounts('Tagged', [{}, {}])
    await admin.post(`core/accounts/${ids[0]}`, { data: { Tags: [blue, red] } })
    const selection = named('Tagged')
    const add = { data: { Tags: [red, green] }, mode: 'add' }
    expect(await previewBulkUpdate(admin, { level: 'account', selection, change: add })).toMatchObject({
      change: 2,
    })
    const added = await runBulkUpdate(admin, { level: 'account', selection, change: add })
    expect(added.label).toBe('Add Red, Green to Tags')
    expect((await custom(ids[0] ?? 0))['Tags']).toEqual([blue, red, green])
    expect((await custom(ids[1] ?? 0))['Tags']).toEqual([red, green])
    const remove = { data: { Tags: ['Red', 'Green'] }, mode: 'remove' }
    await runBulkUpdate(admin, { level: 'account', selection, change: remove })
    expect((await custom(ids[0] ?? 0))['Tags']).toEqual([blue])
    expect(await custom(ids[1] ?? 0)).not.toHaveProperty('Tags')
  })

  it('sets many fields at once', async () => {
    const names = Array.from({ length: 55 }, (_, at) => `Part ${at}`)
    for (const name of names) await defineField(admin, 'account', `part_${name.slice(5)}`, 'number')
    const [id = 0] = await accounts('Whole', [{}])
    const selection = { ids: [id] }
    const data = Object.fromEntries(names.map((_, at) => [`part_${at}`, at + 1]))
    const seen = await previewBulkUpdate(admin, { level: 'account', selection, change: { data } })
    expect(seen).toMatchObject({ change: 1, sample: [{ id, name: 'Whole 1' }] })
    await runBulkUpdate(admin, { level: 'account', selection, change: { data } })
    expect(await custom(id)).toMatchObject(data)
  })

  it('moves what hangs below accounts with them, through the door', async () => {
    const organizationId = await create(admin, 'organizations', { name: 'New home' })
    const ids = await accounts('Moving', [{}, {}])
    const contact = await create(admin, 'contacts', { name: 'Follower', account: ids[0] })
    const selection = named('Moving')
    const change = { data: { organization: organizationId } }
    const seen = await previewBulkUpdate(admin, { level: 'account', selection, change })
    expect(seen).toMatchObject({ matched: 2, planned: 2, change: 2, unchanged: 0, refused: [] })
    expect(seen.sample[0]).toMatchObject({ before: null, after: 'New home' })
    const done = await runBulkUpdate(admin, { level: 'account', selection, change })
    expect(done.counts).toEqual({ ...none, update: 2 })
    expect((await read(admin, 'contacts', contact)).globalFields.organization.id).toBe(organizationId)
    await undoBulkUpdate(admin, done.jobId)
    expect((await read(admin, 'contacts', contact)).globalFields.organization).toBeNull()
  })

  it('lets one of several records have an external ID', async () => {
    const ids = await accounts('Claim', [{}, {}])
    const change = { data: { externalId: 'only one' } }
    const done = await runBulkUpdate(admin, { level: 'account', selection: { ids }, change })
    expect(done.counts).toEqual({ ...none, update: 1, conflict: 1 })
    const items = await admin.get(`core/entity/bulk/${done.jobId}/items`)
    expect(items.body.data).toMatchObject([{ recordId: ids[1], status: 30 }])
  })
})

const pulseOf = (record: { globalFields: { pulse: number | null } }): number | null =>
  record.globalFields.pulse

describe('the acts of the selection bar', () => {
  it('archive, restore, churn and unchurn, with exact counts', async () => {
    await accounts('Acted', [{}, {}, {}])
    const rule = { and: [{ field: 'name', operator: 'contains', value: 'Acted' }] }
    const selection: Selection = { filter: JSON.stringify(rule) }
    const count = async (field: string): Promise<number> => {
      const filter = { field, operator: 'isTrue' }
      return (await list(admin, 'accounts', { filter, pageSize: 1 })).totalItemCount
    }
    for (const [action, back, field] of [
      ['archive', 'restore', 'entityArchived'],
      ['churn', 'unchurn', 'churned'],
    ] as const) {
      const before = await count(field)
      const done = await runBulkUpdate(admin, { level: 'account', selection, change: { action } })
      expect(done.counts).toEqual({ ...none, update: 3 })
      expect(await count(field)).toBe(before + 3)
      const undone = await runBulkUpdate(admin, { level: 'account', selection, change: { action: back } })
      expect(undone.counts).toEqual({ ...none, update: 3 })
      expect(await count(field)).toBe(before)
    }
    const set = await admin.get('core/accounts?pageSize=1&query=Acted')
    expect(set.body.totalItemCount).toBe(3)
  })

  it('give, add and take away owners, of whom one has to stay', async () => {
    const ada = (await app.newUser('manager')).actor.userId
    const bea = (await app.newUser('normalUser')).actor.userId
    const ids = await accounts('Owned', [{ owners: [ada] }, { owners: [bea, ada] }])
    const owners = async (): Promise<number[][]> => {
      const records = await Promise.all(ids.map((id) => read(admin, 'accounts', id)))
      return records.map((one) => one.globalFields.owners.map((owner: { id: number }) => owner.id))
    }
    const selection: Selection = { ids }
    const remove = { owners: [ada], mode: 'remove' as const }
    const seen = await previewBulkUpdate(admin, { level: 'account', selection, change: remove })
    expect(seen).toMatchObject({
      change: 1,
      refused: [{ reason: 'A record needs at least one owner.', count: 1 }],
    })
    const removed = await runBulkUpdate(admin, { level: 'account', selection, change: remove })
    expect(removed.counts).toEqual({ ...none, update: 1, refused: 1 })
    expect(await owners()).toEqual([[ada], [bea]])
    await runBulkUpdate(admin, { level: 'account', selection, change: { owners: [bea], mode: 'add' } })
    expect(await owners()).toEqual([[ada, bea], [bea]])
    await runBulkUpdate(admin, { level: 'account', selection, change: { owners: [admin.actor.userId] } })
    expect(await owners()).toEqual([[admin.actor.userId], [admin.actor.userId]])
  })
})

describe('what is refused as a whole', () => {
  it('names the field, and starts nothing', async () => {
    const ids = await accounts('Wrong', [{}])
    const refuse = async (more: object, fields: object) => {
      const body = { type: 'massUpdate', level: 'account', selection: { ids }, ...more }
      for (const path of ['core/entity/bulk', 'core/entity/bulk/mass-update/preview']) {
        const answer = await admin.post(path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(400)
        expect(answer.body.fields).toMatchObject(fields)
      }
    }
    await refuse(
      { change: { data: { name: null } } },
      { 'change.data.name': expect.stringMatching(/required/) },
    )
    await refuse(
      { change: { data: { 'system:health': 3 } } },
      { 'change.data.system:health': expect.stringMatching(/computed/) },
    )
    await refuse({ change: { data: { nothing: 1 } } }, { 'change.data.nothing': expect.any(String) })
    await refuse(
      { change: { data: { Seats: 'many' } } },
      { 'change.data.Seats': 'Enter a number for Seats.' },
    )
    await refuse({ change: { data: { Seats: 1 }, mode: 'add' } }, { 'change.data.Seats': expect.any(String) })
    await refuse({ change: { owners: [999_999] } }, { 'change.owners': expect.stringMatching(/no user/) })
    await refuse(
      { change: { data: { Seats: 1 } }, selection: { filter: '{"field":"gone","operator":"isSet"}' } },
      {},
    )
    await refuse(
      { type: 'massPulse', change: { data: { Seats: 1 } } },
      { 'change.data.Seats': 'A pulse update can only set the pulse.' },
    )
    await refuse({ level: 'contact', change: { action: 'churn' } }, { 'change.action': expect.any(String) })
    await refuse(
      { level: 'contact', change: { owners: [admin.actor.userId] } },
      { 'change.owners': expect.any(String) },
    )
    const empty = await admin.post('core/entity/bulk', {
      type: 'massUpdate',
      level: 'account',
      selection: { filter: '', query: 'no such name' },
      change: { data: { Seats: 1 } },
    })
    expect(empty.body).toMatchObject({ reason: 'selection.empty' })
  })
})
