import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good, list, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
})
afterAll(() => app.stop())

const fieldsOf = async (id: number) => (await read(admin, 'accounts', id)).globalFields
const statusOf = async (id: number) => (await admin.get(`core/accounts/${id}`)).status
const changeSetOf = async (id: number) =>
  good(await admin.get(`core/accounts/${id}/history`)).data[0].changeSetId as number

describe('undoing', () => {
  it('a creation deletes the record; undoing that brings it back as it was', async () => {
    const total = (await list(admin, 'accounts')).totalItemCount
    const id = await create(admin, 'accounts', { name: 'Brief', externalId: 'brief', pulse: 2 })
    const before = await fieldsOf(id)
    const gone = await undo(admin, await changeSetOf(id))
    expect(gone).toMatchObject({ undone: 1, kept: [] })
    expect(await statusOf(id)).toBe(404)
    expect((await list(admin, 'accounts')).totalItemCount).toBe(total)
    await undo(admin, gone.changeSetId)
    const { updatedAt: _, ...after } = await fieldsOf(id)
    expect(before).toMatchObject(after)
    expect((await list(admin, 'accounts')).totalItemCount).toBe(total + 1)
    expect(
      (await admin.post('core/accounts', { globalFields: { name: 'x', externalId: 'brief' } })).status,
    ).toBe(409)
  })

  it('a creation keeps the record where others belong to it, or where it was edited since', async () => {
    const organization = await create(admin, 'organizations', { name: 'Parent' })
    const set = good(await admin.get(`core/organizations/${organization}/history`)).data[0].changeSetId
    const child = await create(admin, 'accounts', { name: 'Child', organization })
    expect(await undo(admin, set)).toMatchObject({
      undone: 0,
      changeSetId: null,
      kept: [{ id: organization, name: 'Parent', message: expect.stringContaining('belong') }],
    })
    const created = await changeSetOf(child)
    await edit(admin, 'accounts', child, { about: 'Edited' })
    expect(await undo(admin, created)).toMatchObject({ undone: 0, kept: [{ id: child, fields: ['About'] }] })
    expect(await statusOf(child)).toBe(200)
  })

  it.each([
    ['archive', 'restore', { entityArchived: true }, { entityArchived: false }],
    ['restore', 'archive', { entityArchived: false }, { entityArchived: true }],
  ])('%s brings the flag back', async (action, first, done, undone) => {
    const id = await create(admin, 'accounts', { name: 'Flagged' })
    await admin.put(`core/accounts/${id}/${first}`)
    const { changeSetId } = good(await admin.put(`core/accounts/${id}/${action}`))
    expect(await fieldsOf(id)).toMatchObject(done)
    if (changeSetId === null) throw new Error('Nothing was changed')
    await undo(admin, changeSetId)
    expect(await fieldsOf(id)).toMatchObject(undone)
  })

  it('keeps what was edited since, and lists it', async () => {
    const id = await create(admin, 'accounts', { name: 'Edited', about: 'first' })
    const set = await edit(admin, 'accounts', id, { about: 'second', pulse: 3, name: 'Renamed' })
    await edit(admin, 'accounts', id, { about: 'third' })
    expect(await undo(admin, set)).toMatchObject({
      undone: 1,
      kept: [{ id, fields: ['About'], message: 'These fields were edited since, so they are kept.' }],
    })
    expect(await fieldsOf(id)).toMatchObject({ about: 'third', pulse: null, name: 'Edited' })
  })

  it('does not take an edit that was itself undone for an edit since', async () => {
    const id = await create(admin, 'accounts', { name: 'A', about: 'first' })
    const second = await edit(admin, 'accounts', id, { about: 'second' })
    const third = await edit(admin, 'accounts', id, { about: 'third' })
    await undo(admin, third)
    expect((await undo(admin, second)).kept).toEqual([])
    expect((await fieldsOf(id)).about).toBe('first')
  })

  it('an undo does the change again, which can be undone again', async () => {
    const id = await create(admin, 'accounts', { name: 'A', about: 'first' })
    const set = await edit(admin, 'accounts', id, { about: 'second' })
    const { changeSetId } = await undo(admin, set)
    expect(good(await admin.get(`core/change-sets/${set}`)).data.undoneBy).toBe(changeSetId)
    expect(good(await admin.get(`core/change-sets/${changeSetId}`)).data).toMatchObject({
      undoOf: set,
      source: 'undo',
    })
    await undo(admin, changeSetId)
    expect((await fieldsOf(id)).about).toBe('second')
    await undo(admin, set)
    expect((await fieldsOf(id)).about).toBe('first')
  })

  it('twice is 409, at the same moment too', async () => {
    const id = await create(admin, 'accounts', { name: 'A' })
    const set = await edit(admin, 'accounts', id, { about: 'x' })
    const ask = () => admin.post(`core/change-sets/${set}/undo`)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const again = await ask()
    expect([again.status, again.body.reason]).toEqual([409, 'undo.done'])
  })

  it('keeps an external id that another record has taken since', async () => {
    const id = await create(admin, 'accounts', { name: 'First', externalId: 'taken' })
    const set = await edit(admin, 'accounts', id, { externalId: 'other' })
    await create(admin, 'accounts', { name: 'Second', externalId: 'taken' })
    expect(await undo(admin, set)).toMatchObject({
      undone: 0,
      kept: [{ id, name: 'First', message: expect.stringContaining('taken') }],
    })
    expect((await fieldsOf(id)).externalId).toBe('other')
  })

  it('that puts nothing back leaves the earlier act undone', async () => {
    const id = await create(admin, 'accounts', { name: 'A', about: 'zero' })
    const first = await edit(admin, 'accounts', id, { about: 'one' })
    const second = await edit(admin, 'accounts', id, { about: 'two' })
    const undone = await undo(admin, second)
    const third = await edit(admin, 'accounts', id, { about: 'three' })
    expect(await undo(admin, undone.changeSetId)).toMatchObject({ changeSetId: null, undone: 0 })
    expect(good(await admin.get(`core/change-sets/${second}`)).data.undoneBy).toBe(undone.changeSetId)
    await undo(admin, third)
    expect((await undo(admin, first)).kept).toEqual([])
    expect((await fieldsOf(id)).about).toBe('zero')
  })

  it('brings back what another undo brought back already, once', async () => {
    const id = await create(admin, 'accounts', { name: 'Back and forth' })
    const gone = await undo(admin, await changeSetOf(id))
    const back = await undo(admin, gone.changeSetId)
    const goneAgain = await undo(admin, back.changeSetId)
    await undo(admin, gone.changeSetId)
    expect(await undo(admin, goneAgain.changeSetId)).toMatchObject({ undone: 0, kept: [] })
    expect(await statusOf(id)).toBe(200)
  })

  it('puts back the rest where the external id was taken, in a record that returns too', async () => {
    const id = await create(admin, 'accounts', { name: 'First', about: 'old', externalId: 'ours' })
    const set = await edit(admin, 'accounts', id, { about: 'new', externalId: 'later' })
    await create(admin, 'accounts', { name: 'Second', externalId: 'ours' })
    const kept = [{ id, name: 'First', fields: ['External ID'], message: expect.stringContaining('"ours"') }]
    expect(await undo(admin, set)).toMatchObject({ undone: 1, kept })
    expect(await fieldsOf(id)).toMatchObject({ about: 'old', externalId: 'later' })
    const gone = await undo(
      admin,
      good(await admin.get(`core/accounts/${id}/history`)).data.at(-1).changeSetId,
    )
    await create(admin, 'accounts', { name: 'Third', externalId: 'later' })
    const back = await undo(admin, gone.changeSetId)
    expect(back).toMatchObject({ undone: 1, kept: [{ id, name: 'First', fields: ['External ID'] }] })
    expect(await fieldsOf(id)).toMatchObject({ name: 'First', externalId: null })
  })

  it('what does not exist is 404', async () => {
    expect((await admin.post('core/change-sets/999999/undo')).status).toBe(404)
    expect((await admin.get('core/change-sets/999999')).status).toBe(404)
  })
})
