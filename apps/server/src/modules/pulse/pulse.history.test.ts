import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { edit, good, undo } from '../record/record.fixture.ts'
import {
  listPulses,
  logPulse,
  newAccount as ofNewAccount,
  pulseOf as ofRecord,
  pulseUrl as url,
} from './pulse.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const newAccount = (more: object = {}) => ofNewAccount(admin, more)
const pulseOf = (id: number) => ofRecord(admin, id)
const log = (id: number, pulse: number, more: object = {}) => logPulse(admin, id, pulse, more)
const list = (id: number) => listPulses(admin, id)
const history = async (id: number) =>
  good(await admin.get(`${url}/history?level=account&parentIdentifier=${id}`)).data as {
    at: string
    pulse: number | null
    itemId: number | null
  }[]

describe('undoing', () => {
  it('what a pulse did takes the entry away; undoing that brings both back, again and again', async () => {
    const id = await newAccount({ pulse: 2 })
    const { changeSetId } = await log(id, 4)
    let set = changeSetId
    for (const [pulse, entries] of [
      [2, 0],
      [4, 1],
      [2, 0],
      [4, 1],
    ]) {
      const { undone, kept, changeSetId: next } = await undo(admin, set)
      expect({ undone, kept }).toEqual({ undone: 1, kept: [] })
      expect([await pulseOf(id), (await list(id)).totalItemCount]).toEqual([pulse, entries])
      set = next
    }
  })

  it('a change gives the entry what it said before', async () => {
    const id = await newAccount()
    const { data } = await log(id, 4)
    const { changeSetId } = good(await admin.put(`${url}/${data.pulseId}`, { pulse: 1 }))
    const back = await undo(admin, changeSetId)
    expect((await list(id)).data[0].details.pulse).toBe(4)
    expect(await pulseOf(id)).toBe(4)
    await undo(admin, back.changeSetId)
    expect((await list(id)).data[0].details.pulse).toBe(1)
  })

  it('a move in time puts the entry back where it was', async () => {
    const id = await newAccount()
    const older = await log(id, 2, { occurredAt: '2026-02-01T00:00:00Z' })
    const { data } = await log(id, 4)
    const change = { occurredAt: '2026-01-01T00:00:00Z' }
    const { changeSetId } = good(await admin.put(`${url}/${data.pulseId}`, change))
    expect(await pulseOf(id)).toBe(2)
    await undo(admin, changeSetId)
    expect(await pulseOf(id)).toBe(4)
    const [newest, oldest] = (await list(id)).data
    expect([newest.occurredAt, oldest.pulseId]).toEqual([data.occurredAt, older.data.pulseId])
  })

  it('a deletion brings the entry back', async () => {
    const id = await newAccount()
    await log(id, 2, { occurredAt: '2026-01-01T00:00:00Z' })
    const { data } = await log(id, 4)
    const { changeSetId } = good(await admin.delete(`${url}/${data.pulseId}`))
    await undo(admin, changeSetId)
    expect([await pulseOf(id), (await list(id)).data[0].pulseId]).toEqual([4, data.pulseId])
  })

  it('leaves an older entry, where a newer one counts', async () => {
    const id = await newAccount()
    const first = await log(id, 2)
    await log(id, 4)
    expect(await undo(admin, first.changeSetId)).toMatchObject({ undone: 0, kept: [{ id }] })
    expect([await pulseOf(id), (await list(id)).totalItemCount]).toEqual([4, 2])
  })

  it('leaves the record what a newer entry says, which said the same', async () => {
    const id = await newAccount()
    const first = await log(id, 4)
    const second = await log(id, 4)
    const { changeSetId } = await undo(admin, first.changeSetId)
    expect([await pulseOf(id), (await list(id)).data[0].pulseId]).toEqual([4, second.data.pulseId])
    expect((await list(id)).totalItemCount).toBe(1)
    // What followed is an act of its own, and its undo brings the first entry back.
    expect((await undo(admin, changeSetId)).undone).toBe(0)
    const [followed] = good(await admin.get(`core/accounts/${id}/history`)).data
    await undo(admin, followed.changeSetId)
    expect([await pulseOf(id), (await list(id)).totalItemCount]).toEqual([4, 2])
  })

  it('gives the record what an entry of an earlier day says that was logged since', async () => {
    const id = await newAccount()
    const { changeSetId } = await log(id, 4)
    await log(id, 1, { occurredAt: '2026-01-01T00:00:00Z' })
    await undo(admin, changeSetId)
    expect([await pulseOf(id), (await list(id)).totalItemCount]).toEqual([1, 1])
  })

  it('of a change or a deletion leaves the record what a newer entry says', async () => {
    const id = await newAccount()
    const { data } = await log(id, 4)
    const changed = good(await admin.put(`${url}/${data.pulseId}`, { pulse: 5 }))
    const newer = await log(id, 5)
    await undo(admin, changed.changeSetId)
    const [newest, older] = (await list(id)).data
    expect([await pulseOf(id), newest.details.pulse, older.details.pulse]).toEqual([5, 5, 4])
    const gone = good(await admin.delete(`${url}/${newer.data.pulseId}`))
    await log(id, 4)
    await undo(admin, gone.changeSetId)
    expect([await pulseOf(id), (await list(id)).data[0].details.pulse]).toEqual([4, 4])
  })

  it('gives back what was set by hand before, whatever an older entry says', async () => {
    const id = await newAccount()
    await log(id, 2)
    await edit(admin, 'accounts', id, { pulse: 1 })
    const { changeSetId } = await log(id, 5)
    const back = await undo(admin, changeSetId)
    expect([await pulseOf(id), (await list(id)).totalItemCount]).toEqual([1, 1])
    await undo(admin, back.changeSetId)
    expect([await pulseOf(id), (await list(id)).totalItemCount]).toEqual([5, 2])
  })

  it('changes nothing where the entry was deleted and the field changed since', async () => {
    const id = await newAccount({ pulse: 3 })
    const { data, changeSetId } = await log(id, 4)
    await edit(admin, 'accounts', id, { pulse: 5 })
    good(await admin.delete(`${url}/${data.pulseId}`))
    await edit(admin, 'accounts', id, { pulse: 4 })
    expect((await undo(admin, changeSetId)).undone).toBe(0)
  })
})

describe('the history of a pulse', () => {
  it('has the entries, and changes of the field without one', async () => {
    const id = await newAccount({ pulse: 2 })
    app.clock.advance(60_000)
    await edit(admin, 'accounts', id, { pulse: 3 })
    app.clock.advance(60_000)
    const { data } = await log(id, 5)
    app.clock.advance(60_000)
    await edit(admin, 'accounts', id, { pulse: null })
    const early = await log(id, 1, { occurredAt: '2020-01-01T00:00:00Z' })
    const points = await history(id)
    expect(points.map(({ pulse, itemId }) => [pulse, itemId])).toEqual([
      [1, early.data.pulseId],
      [2, null],
      [3, null],
      [5, data.pulseId],
      [null, null],
    ])
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted())
  })

  it('of a record that was never given one is empty, and undone entries leave nothing', async () => {
    const id = await newAccount()
    expect(await history(id)).toEqual([])
    const { changeSetId } = await log(id, 4)
    await undo(admin, changeSetId)
    expect(await history(id)).toEqual([])
    const begun = await newAccount({ pulse: 3 })
    expect(await history(begun)).toEqual([{ at: expect.any(String), pulse: 3, itemId: null }])
  })
})
