import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { ended } from '../bulk/bulk.fixture.ts'
import { previewBulkUpdate, runBulkUpdate } from '../bulk/bulk.update.fixture.ts'
import { create, defineField, edit, good, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client
let one: number
let two: number
let three: number

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
  const people = [await app.newUser('manager'), await app.newUser('manager'), await app.newUser('manager')]
  ;[one, two, three] = people.map(({ actor }) => actor.userId) as [number, number, number]
})
afterAll(() => app.stop())

const owned = (...owners: number[]) => create(admin, 'accounts', { name: 'Owned', owners })
const ownersOf = async (id: number): Promise<number[]> =>
  (await read(admin, 'accounts', id)).globalFields.owners.map((owner: { id: number }) => owner.id)

describe('a primary owner that is set', () => {
  it('comes before the other owners, who stay', async () => {
    const id = await owned(one, two)
    await edit(admin, 'accounts', id, { primaryOwner: two })
    expect(await ownersOf(id)).toEqual([two, one])
    const changeSetId = await edit(admin, 'accounts', id, { primaryOwner: three })
    expect(await ownersOf(id)).toEqual([three, two, one])
    expect(await edit(admin, 'accounts', id, { primaryOwner: three })).toBeNull()
    await undo(admin, changeSetId)
    expect(await ownersOf(id)).toEqual([two, one])
    await edit(admin, 'accounts', id, { primaryOwner: three, owners: [one] })
    expect(await ownersOf(id)).toEqual([three, one])
  })

  it('is the only one of a new record, and cannot be one who owns nothing', async () => {
    const id = await create(admin, 'accounts', { name: 'New', primaryOwner: two })
    expect(await ownersOf(id)).toEqual([two])
    const viewer = (await app.as('viewer')).actor.userId
    const answer = await admin.post(`core/accounts/${id}`, { data: { primaryOwner: viewer } })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['system:owners']])
    expect(await ownersOf(id)).toEqual([two])
  })

  it('does the same in cells, in rows that come together, and in a bulk update', async () => {
    const [cell, row, many] = [await owned(one, two), await owned(one, two), await owned(one, two)]
    const viewer = (await app.as('viewer')).actor.userId
    const cells = [
      { id: cell, data: { primaryOwner: three } },
      { id: row, data: { primaryOwner: viewer, about: 'Written nevertheless' } },
    ]
    const { refused } = good(await admin.post('core/accounts/cells', { cells })).data
    expect(refused).toMatchObject([{ id: row, field: 'primaryOwner' }])
    expect(await ownersOf(cell)).toEqual([three, one, two])
    expect((await read(admin, 'accounts', row)).globalFields.about).toBe('Written nevertheless')

    const data = [{ id: row, data: { primaryOwner: two } }]
    const job = good(await admin.post('core/entity/bulk', { type: 'entity', level: 'account', data })).data
    await ended(admin, job.jobId)
    expect(await ownersOf(row)).toEqual([two, one])

    const change = { mode: 'set', data: { primaryOwner: two } }
    const bulkUpdate = { level: 'account', selection: { ids: [many, cell] }, change }
    expect(await previewBulkUpdate(admin, bulkUpdate)).toMatchObject({ change: 2 })
    await runBulkUpdate(admin, bulkUpdate)
    expect([await ownersOf(many), await ownersOf(cell)]).toEqual([
      [two, one],
      [two, three, one],
    ])
    // What is unique goes through the door record by record.
    const byDoor = { mode: 'set', data: { primaryOwner: one, externalId: 'E-1' } }
    await runBulkUpdate(admin, { level: 'account', selection: { ids: [many] }, change: byDoor })
    expect(await ownersOf(many)).toEqual([one, two])
  })
})

/** `areOwn` of the last event of a record; null where it has none. */
async function lastIsOwn(): Promise<unknown> {
  const { rows } = await app.application.platform.database.owner.query<{ own: unknown }>(
    `select payload->'areOwn' as own from event where tenant_id = $1 and type = 'record.changed' order by event_id desc limit 1`,
    [app.tenantId],
  )
  return rows[0]?.own ?? null
}

describe('the event of a new record', () => {
  it('says so where it concerns no one but the user who created it', async () => {
    const led = await defineField(admin, 'account', 'led_by', 'user')
    await owned(admin.actor.userId)
    expect(await lastIsOwn()).toBe(true)
    await owned(admin.actor.userId, one)
    expect(await lastIsOwn()).toBeNull()
    await create(admin, 'accounts', { name: 'Led', owners: [admin.actor.userId], [led.name]: one })
    expect(await lastIsOwn()).toBeNull()
  })
})
