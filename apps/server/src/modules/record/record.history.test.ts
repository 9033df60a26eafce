import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, read } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
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
      { label: 'A field that was removed', afterText: 'x', restorable: false },
    ])
  })

  it('tells archive, churn and move as what they are', async () => {
    const home = await create(admin, 'organizations', { name: 'Home' })
    const id = await create(admin, 'accounts', { name: 'A' })
    good(await admin.put(`core/accounts/${id}/archive`))
    good(await admin.put(`core/accounts/${id}/churn-status`))
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

  it('of an external id that another record has taken since is 409', async () => {
    const id = await create(admin, 'accounts', { name: 'A', externalId: 'moved-on' })
    const changeSetId = await edit(admin, 'accounts', id, { externalId: null })
    await create(admin, 'accounts', { name: 'B', externalId: 'moved-on' })
    expect((await restore(id, { field: 'externalId', changeSetId })).status).toBe(409)
  })
})
