import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, read } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
})
afterAll(() => app.stop())

const history = async (id: number, query = '') => good(await admin.get(`core/accounts/${id}/history${query}`))

const texts = (entry: { changes: { label: string; beforeText: string; afterText: string }[] }) =>
  Object.fromEntries(entry.changes.map((change) => [change.label, [change.beforeText, change.afterText]]))

describe('the history of a record', () => {
  it('tells every change in words, newest first, and who made it', async () => {
    const tier = { picklistDefinition: ['Gold', 'Silver'] }
    await defineField(admin, 'account', 'tier', 'singlePicklist', tier)
    await defineField(admin, 'account', 'tags', 'multiPicklist', { picklistDefinition: ['Red', 'Blue'] })
    await defineField(admin, 'account', 'money', 'currency')
    await defineField(admin, 'account', 'live', 'boolean')
    const manager = await app.as('manager')
    const home = await create(admin, 'organizations', { name: 'Home' })
    const id = await create(admin, 'accounts', { name: 'Told' })
    await edit(manager, 'accounts', id, {
      tier: 'Gold',
      tags: ['Red', 'Blue'],
      money: { value: 12.5 },
      live: true,
    })
    await edit(admin, 'accounts', id, { pulse: 4, organization: home, owners: [manager.actor.userId] })
    await edit(admin, 'accounts', id, { tier: 'Silver', tags: null })
    const { data, hasMore } = await history(id)
    expect(hasMore).toBe(false)
    const by = await read(admin, 'accounts', id)
    expect(texts(data[0])).toEqual({ tier: ['Gold', 'Silver'], tags: ['Red, Blue', null] })
    expect(texts(data[1])).toEqual({
      Pulse: [null, 'Satisfied'],
      Organization: [null, 'Home'],
      Owner: [data[1].by.name, by.globalFields.owners[0].name],
    })
    expect(texts(data[2])).toEqual({
      tier: [null, 'Gold'],
      tags: [null, 'Red, Blue'],
      money: [null, '12.5 USD'],
      live: [null, 'Yes'],
    })
    expect(data[2]).toMatchObject({
      by: { id: manager.actor.userId },
      source: 'person',
      action: 'edit',
      kind: 'update',
    })
    expect(data[3]).toMatchObject({ action: 'create', kind: 'create', changes: [] })
  })

  it('can be read a page at a time, and of one field', async () => {
    const id = await create(admin, 'accounts', { name: 'Paged' })
    for (const about of ['a', 'b', 'c']) await edit(admin, 'accounts', id, { about })
    await edit(admin, 'accounts', id, { pulse: 1 })
    const first = await history(id, '?limit=2')
    expect([first.data.length, first.hasMore]).toEqual([2, true])
    const second = await history(id, `?limit=3&before=${first.data[1].changeSetId}`)
    expect([second.data.length, second.hasMore]).toEqual([3, false])
    const ofField = await history(id, '?field=about')
    const after = ofField.data.flatMap((entry: { changes: { after: string }[] }) =>
      entry.changes.map((one) => one.after),
    )
    expect(after).toEqual(['c', 'b', 'a'])
    const unknown = await admin.get(`core/accounts/${id}/history?field=colour`)
    expect([unknown.status, Object.keys(unknown.body.fields)]).toEqual([400, ['field']])
  })

  it('keeps changes of a field that was removed, which cannot be restored', async () => {
    const field = await defineField(admin, 'account', 'passing', 'string')
    const id = await create(admin, 'accounts', { name: 'A' })
    await edit(admin, 'accounts', id, { passing: 'x' })
    good(await admin.delete(`core/fields/${field.customColumnId}`))
    expect((await history(id)).data[0].changes).toMatchObject([
      { label: 'A deleted field', afterText: 'x', restorable: false },
    ])
  })

  it('names what a record belongs to, and else only records that the reader may see', async () => {
    await defineField(admin, 'account', 'partner', 'account')
    const user = await app.as('normalUser')
    const owners = [user.actor.userId]
    const partner = await create(admin, 'accounts', { name: 'Secret partner' })
    const home = await create(admin, 'organizations', { name: 'Home of all' })
    const id = await create(admin, 'accounts', { name: 'Told', owners })
    await edit(admin, 'accounts', id, { partner, organization: home })
    const told = async (client: Client) =>
      texts(good(await client.get(`core/accounts/${id}/history`)).data[0])
    expect(await told(admin)).toMatchObject({ partner: [null, 'Secret partner'] })
    expect(await told(user)).toEqual({
      partner: [null, String(partner)],
      Organization: [null, 'Home of all'],
    })
  })

  it('tells archive, churn and move as what they are', async () => {
    const home = await create(admin, 'organizations', { name: 'Home' })
    const id = await create(admin, 'accounts', { name: 'A' })
    good(await admin.put(`core/accounts/${id}/archive`))
    good(await admin.put(`core/accounts/${id}/churn-status`, { churned: true }))
    good(await admin.post(`core/accounts/${id}/move`, { formData: { organizationId: home } }))
    const { data } = await history(id)
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      'move',
      'churn',
      'archive',
      'create',
    ])
    expect(data[2].changes).toMatchObject([{ field: 'entityArchived', beforeText: 'No', afterText: 'Yes' }])
  })
})

const restore = (id: number, body: object) => admin.post(`core/accounts/${id}/restore-value`, body)

describe('restoring a value', () => {
  it('puts one field back to what it was before a change, and can be undone', async () => {
    const id = await create(admin, 'accounts', { name: 'A', about: 'first' })
    const changeSetId = await edit(admin, 'accounts', id, { about: 'second', pulse: 2 })
    await edit(admin, 'accounts', id, { about: 'third' })
    const restored = good(await restore(id, { field: 'about', changeSetId }))
    expect(restored.data.globalFields).toMatchObject({ about: 'first', pulse: 2 })
    expect((await history(id)).data[0]).toMatchObject({
      action: 'restoreValue',
      changes: [{ afterText: 'first' }],
    })
    good(await admin.post(`core/change-sets/${restored.changeSetId}/undo`))
    expect((await read(admin, 'accounts', id)).globalFields.about).toBe('third')
  })

  it('is refused for a change that did not touch the field, or is of another record', async () => {
    const id = await create(admin, 'accounts', { name: 'A' })
    const other = await create(admin, 'accounts', { name: 'B' })
    const changeSetId = await edit(admin, 'accounts', id, { about: 'x' })
    expect((await restore(id, { field: 'name', changeSetId })).status).toBe(404)
    expect((await restore(other, { field: 'about', changeSetId })).status).toBe(404)
    expect((await restore(id, { field: 'colour', changeSetId })).status).toBe(400)
  })

  it('takes the primary owner, whose history is that of the owners', async () => {
    const manager = await app.as('manager')
    const id = await create(admin, 'accounts', { name: 'A' })
    const changeSetId = await edit(admin, 'accounts', id, { primaryOwner: manager.actor.userId })
    const ofOwner = (await history(id, '?field=primaryOwner')).data
    expect(ofOwner[0]).toMatchObject({ changeSetId, changes: [{ field: 'system:owners' }] })
    const { data } = good(await restore(id, { field: 'primaryOwner', changeSetId }))
    expect(data.globalFields.owners).toMatchObject([{ id: admin.actor.userId }])
  })

  it('does not set what a form may not, nor the health, but what acts set', async () => {
    const fixed = await defineField(admin, 'account', 'fixed', 'string')
    const needed = await defineField(admin, 'account', 'needed', 'string')
    const id = await create(admin, 'accounts', { name: 'A' })
    const changeSetId = await edit(admin, 'accounts', id, { fixed: 'x', needed: 'y' })
    const { records } = app.application.modules
    const act = { action: 'score', at: app.clock.now() } as const
    const scored = await records.write(
      admin.actor,
      2,
      act,
      () => [{ kind: 'update', recordId: id, values: { health: 4 } }],
      'act',
    )
    good(await admin.put(`core/fields/${fixed.customColumnId}`, { isEditable: false }))
    const require = (required: boolean) => admin.put(`core/fields/${needed.customColumnId}`, { required })
    good(await require(true))
    const refused = [
      await restore(id, { field: 'fixed', changeSetId }),
      await restore(id, { field: 'needed', changeSetId }),
      await restore(id, { field: 'system:health', changeSetId: scored.changeSetId }),
    ]
    expect(refused.map(({ status, body }) => [status, body.reason, body.fields.field])).toEqual([
      [400, 'history.fixed', 'fixed cannot be edited.'],
      [400, 'history.fixed', 'needed is required and cannot be cleared.'],
      [400, 'history.fixed', 'Health is computed from the score settings.'],
    ])
    const told = (await history(id)).data.flatMap((entry: { changes: object[] }) => entry.changes)
    expect(told).toMatchObject([{ restorable: false }, { restorable: false }, { restorable: false }])
    const archived = good(await admin.put(`core/accounts/${id}/archive`)).changeSetId
    const { data } = good(await restore(id, { field: 'entityArchived', changeSetId: archived }))
    expect(data.globalFields.entityArchived).toBe(false)
    good(await require(false))
  })

  it('of an external id that another record has taken since is 409', async () => {
    const id = await create(admin, 'accounts', { name: 'A', externalId: 'moved-on' })
    const changeSetId = await edit(admin, 'accounts', id, { externalId: null })
    await create(admin, 'accounts', { name: 'B', externalId: 'moved-on' })
    expect((await restore(id, { field: 'externalId', changeSetId })).status).toBe(409)
  })
})
