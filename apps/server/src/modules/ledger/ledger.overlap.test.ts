import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { besideWhoeverTakesBoth } from '../../../test/lock-order.ts'
import { create, defineField, edit, good, read, undo } from '../record/record.fixture.ts'
import type { Values } from '../record/index.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** The id of a choice of a picklist. */
const idOf = (field: Awaited<ReturnType<typeof defineField>>, text: string) =>
  field.picklistDefinition.find(({ value }) => value === text)?.id

const about = async (id: number) => (await read(admin, 'accounts', id)).globalFields.about
const historyOf = async (id: number) => good(await admin.get(`core/accounts/${id}/history`)).data

/** A batch of a job that writes into one change set for as long as it runs. */
async function writeBatch(recordId: number, values: Values, changeSetId?: number): Promise<number> {
  const { records } = app.application.modules
  const at = app.clock.now()
  const act = { source: 'import', action: 'edit', at, ...(changeSetId && { changeSetId }) } as const
  const written = await records.write(admin.actor, 2, act, () => [{ kind: 'update', recordId, values }])
  return written.changeSetId as number
}

/** A record that someone edited while a job ran that came to it afterwards. */
async function overlapping() {
  const other = await create(admin, 'accounts', { name: 'First of the job', about: 'before' })
  const id = await create(admin, 'accounts', { name: 'Reached later', about: 'A' })
  const job = await writeBatch(other, { about: 'by the job' })
  const byHand = await edit(admin, 'accounts', id, { about: 'B' })
  const seen = (await read(admin, 'accounts', id)).version
  await writeBatch(id, { about: 'C', pulse: 2 }, job)
  return { other, id, job, byHand, seen }
}

describe('a job that comes to a record after an edit, with a change set opened before it', () => {
  it('is later than the edit: undoing the edit leaves what the job wrote', async () => {
    const { id, byHand } = await overlapping()
    expect(await undo(admin, byHand)).toMatchObject({ undone: 0, kept: [{ id, fields: ['About'] }] })
    expect(await about(id)).toBe('C')
  })

  it('is put back to the edit when it is undone', async () => {
    const { other, id, job } = await overlapping()
    expect(await undo(admin, job)).toMatchObject({ undone: 2, kept: [] })
    expect([await about(other), await about(id)]).toEqual(['before', 'B'])
  })

  it('is what a form that was opened before it must not overwrite, and nothing else is', async () => {
    const { id, seen } = await overlapping()
    const stale = await admin.post(`core/accounts/${id}`, { data: { 'system:pulse': 5 }, version: seen })
    expect(stale).toMatchObject({ status: 409, body: { reason: 'record.changed' } })
    const fine = await admin.post(`core/accounts/${id}`, { data: { name: 'Mine' }, version: seen })
    expect(fine.status).toBe(200)
  })

  it('stands above the edit in the history, page by page', async () => {
    const { id, job, byHand } = await overlapping()
    const sets = (await historyOf(id)).map((entry: { changeSetId: number }) => entry.changeSetId)
    expect(sets.slice(0, 2)).toEqual([job, byHand])
    const next = good(await admin.get(`core/accounts/${id}/history?limit=1&before=${job}`)).data
    expect(next).toMatchObject([{ changeSetId: byHand }])
    const restored = good(
      await admin.post(`core/accounts/${id}/restore-value`, { field: 'about', changeSetId: job }),
    )
    expect(restored.data.globalFields.about).toBe('B')
  })
})

it('the undo of a move takes what it is about in the order in which others take it', async () => {
  const id = await create(admin, 'contacts', { name: 'Moves' })
  const account = await create(admin, 'accounts', { name: 'Was above' })
  await edit(admin, 'contacts', id, { account })
  const away = await edit(admin, 'contacts', id, { account: null })
  const undone = await besideWhoeverTakesBoth(app, [id, account], () => undo(admin, away))
  expect(undone).toMatchObject({ undone: 1, kept: [] })
  expect((await read(admin, 'contacts', id)).globalFields.account?.id).toBe(account)
})

describe('a record that went and came back', () => {
  it('counts on from the versions it had, so that its changes keep their order', async () => {
    const id = await create(admin, 'accounts', { name: 'Twice here', about: 'A' })
    const [creation] = await historyOf(id)
    const change = await edit(admin, 'accounts', id, { about: 'B' })
    await undo(admin, change)
    const gone = await undo(admin, creation.changeSetId)
    const { changeSetId: back } = await undo(admin, gone.changeSetId)
    const last = await edit(admin, 'accounts', id, { about: 'Z' })
    const sets = (await historyOf(id)).map((entry: { changeSetId: number }) => entry.changeSetId)
    expect(sets.slice(0, 3)).toEqual([last, back, gone.changeSetId])
    expect(await undo(admin, last)).toMatchObject({ undone: 1, kept: [] })
    expect(await about(id)).toBe('A')
  })
})

describe('undoing where something was deleted since', () => {
  it('leaves a choice where the one of before is gone, and says so', async () => {
    const tier = await defineField(admin, 'account', 'tier', 'singlePicklist', {
      picklistDefinition: ['Gold', 'Silver'],
    })
    const tags = await defineField(admin, 'account', 'tags', 'multiPicklist', {
      picklistDefinition: ['Red', 'Blue'],
    })
    const id = await create(admin, 'accounts', { name: 'Choosing', tier: 'Gold', tags: ['Red', 'Blue'] })
    const changeSetId = await edit(admin, 'accounts', id, { tier: 'Silver', tags: null })
    good(await admin.put(`core/fields/${tier.customColumnId}`, { picklistDefinition: ['Silver'] }))
    good(await admin.put(`core/fields/${tags.customColumnId}`, { picklistDefinition: ['Blue'] }))
    const done = await undo(admin, changeSetId)
    expect(done.kept).toEqual([
      {
        id,
        name: 'Choosing',
        fields: ['tier'],
        message: 'The previous choice was deleted, so the current one is kept.',
      },
    ])
    expect((await read(admin, 'accounts', id)).customFields).toMatchObject({
      tier: idOf(tier, 'Silver'),
      tags: [idOf(tags, 'Blue')],
    })
  })

  it('keeps a parent of which a child stays, although the same act made both', async () => {
    const { records } = app.application.modules
    const act = { source: 'import', action: 'create', at: app.clock.now() } as const
    const made = await records.write(admin.actor, 1, act, () => [
      { kind: 'create', values: { name: 'Above' } },
    ])
    const organizationId = made.results[0]?.recordId as number
    const changeSetId = made.changeSetId as number
    const below = await records.write(admin.actor, 2, { ...act, changeSetId }, () => [
      { kind: 'create', values: { name: 'Below', organizationId } },
    ])
    const accountId = below.results[0]?.recordId as number
    const form = { level: 'account', parentIdentifier: accountId, title: 'A word' }
    const { noteId } = good(await admin.post('core/notes', form)).data
    good(await admin.delete(`core/notes/${noteId}`))
    const { undone, kept } = await undo(admin, changeSetId)
    expect(undone).toBe(0)
    expect(new Map(kept.map(({ id, message }: { id: number; message: string }) => [id, message]))).toEqual(
      new Map([
        [accountId, 'Kept, because something was logged on it since.'],
        [organizationId, 'Kept, because other records belong to it.'],
      ]),
    )
  })
})
