import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { ownersHandedOver } from './hand-over.service.ts'
import { create, good, list, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const ownersOf = async (plural: 'organizations' | 'accounts' | 'pipelines', id: number) =>
  (await read(admin, plural, id)).globalFields.owners.map((owner: { id: number }) => owner.id)

const owned = (owners: number[]) => ({ 'system:owners': owners })

const leave = (userId: number, handOverTo?: number) =>
  admin.patch(`user-management/users/${userId}/status`, { status: 'DEACTIVATED', handOverTo })

const belongingsOf = async (userId: number) =>
  good(await admin.get(`user-management/users/${userId}/belongings`)).data

interface Entry {
  action: string
  subjectId: string
  summary: string
  details: object
}

const lastEntryOf = async (userId: number): Promise<Entry | undefined> =>
  good(await admin.get('audit?action=user')).data.find((entry: Entry) => entry.subjectId === String(userId))

describe('owners', () => {
  it.each([
    [[1], [2]],
    [
      [1, 3],
      [2, 3],
    ],
    [
      [3, 1],
      [3, 2],
    ],
    [
      [1, 3, 2],
      [2, 3],
    ],
    [[2, 1], [2]],
    [
      [3, 2, 1],
      [3, 2],
    ],
  ])('%j are %j once 2 has the place of 1', (before, after) => {
    expect(ownersHandedOver(before, 1, 2)).toEqual(after)
  })
})

describe('what a user owns', () => {
  it('is counted, and handed over as one change set that can be undone', async () => {
    const [leaver, heir, third] = await Promise.all([
      app.newUser('normalUser'),
      app.newUser('manager'),
      app.newUser('manager'),
    ])
    const [from, to, other] = [leaver.actor.userId, heir.actor.userId, third.actor.userId]
    const organization = await create(admin, 'organizations', { name: 'Sole', ...owned([from]) })
    const shared = await create(admin, 'organizations', { name: 'Shared', ...owned([other, from]) })
    const both = await create(admin, 'organizations', { name: 'Both', ...owned([from, other, to]) })
    const account = await create(admin, 'accounts', { name: 'Account', organization, ...owned([from]) })
    const pipeline = await create(admin, 'pipelines', { name: 'Deal', account, ...owned([from, other]) })
    const untouched = await create(admin, 'accounts', { name: 'Theirs', organization, ...owned([other]) })
    expect(await belongingsOf(from)).toEqual({
      belongings: [
        { kind: 'organizations', count: 3 },
        { kind: 'accounts', count: 1 },
        { kind: 'pipelines', count: 1 },
      ],
      total: 5,
    })
    const totals = async () => {
      const lists = await Promise.all(
        (['organizations', 'accounts', 'pipelines'] as const).map((plural) => list(admin, plural)),
      )
      return lists.map(({ totalItemCount, totalEntityCount, lifecycleGroupTotalItemCounts }) => ({
        totalItemCount,
        totalEntityCount,
        lifecycleGroupTotalItemCounts,
      }))
    }
    const before = await totals()

    good(await leave(from, to))
    expect(await ownersOf('organizations', organization)).toEqual([to])
    expect(await ownersOf('organizations', shared)).toEqual([other, to])
    expect(await ownersOf('organizations', both)).toEqual([to, other])
    expect(await ownersOf('accounts', account)).toEqual([to])
    expect(await ownersOf('pipelines', pipeline)).toEqual([to, other])
    expect(await ownersOf('accounts', untouched)).toEqual([other])
    expect(await totals()).toEqual(before)
    expect(await belongingsOf(from)).toEqual({ belongings: [], total: 0 })
    expect((await belongingsOf(to)).total).toBe(5)
    expect(await lastEntryOf(from)).toMatchObject({
      action: 'user.deactivated',
      summary: expect.stringMatching(/ deactivated: 5 records handed over to First\d+ Last\d+$/),
      details: { handedOverTo: to, records: 5, byJob: false },
    })

    const histories = await Promise.all([
      admin.get(`core/organizations/${organization}/history`),
      admin.get(`core/pipelines/${pipeline}/history`),
    ])
    const [one, two] = histories.map((answer) => good(answer).data[0])
    expect(one).toMatchObject({ action: 'assign', source: 'person' })
    expect(two.changeSetId).toBe(one.changeSetId)
    await undo(admin, one.changeSetId)
    expect(await ownersOf('organizations', both)).toEqual([from, other, to])
    expect((await belongingsOf(from)).total).toBe(5)
  })

  it('is handed over afterwards as well', async () => {
    const [leaver, heir] = await Promise.all([app.newUser('manager'), app.newUser('normalUser')])
    const account = await create(leaver, 'accounts', { name: 'Left behind' })
    good(await leave(leaver.actor.userId))
    expect(await ownersOf('accounts', account)).toEqual([leaver.actor.userId])
    good(await leave(leaver.actor.userId, heir.actor.userId))
    expect(await ownersOf('accounts', account)).toEqual([heir.actor.userId])
    expect(await lastEntryOf(leaver.actor.userId)).toMatchObject({ action: 'user.handed_over' })
  })

  it('is given only to somebody who can own it, or nothing happens', async () => {
    const leaver = await app.newUser('manager')
    const account = await create(leaver, 'accounts', { name: 'Kept' })
    const [viewer, gone] = await Promise.all([app.newUser('viewer'), app.newUser('manager')])
    const foreigner = await app.foreigner()
    good(await leave(gone.actor.userId))
    const faults: [number, string][] = [
      [viewer.actor.userId, "This user can't own records (Viewer)."],
      [gone.actor.userId, "This user can't own records (Deactivated)."],
      [leaver.actor.userId, 'Choose another user.'],
      [foreigner.actor.userId, 'This user does not exist.'],
      [999_999, 'This user does not exist.'],
    ]
    for (const [to, message] of faults) {
      const { status, body } = await leave(leaver.actor.userId, to)
      expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { handOverTo: message } })
    }
    expect((await leaver.get('users')).status).toBe(200)
    expect(await ownersOf('accounts', account)).toEqual([leaver.actor.userId])
  })

  it('is handed over by a job where it is much, while the user is out at once', async () => {
    const [leaver, heir] = await Promise.all([app.newUser('manager'), app.newUser('manager')])
    const [from, to] = [leaver.actor.userId, heir.actor.userId]
    const { records } = app.application.modules
    const act = { action: 'create', at: app.clock.now() } as const
    await records.write(leaver.actor, 2, act, () =>
      Array.from({ length: 2101 }, (_, n) => ({ kind: 'create' as const, values: { name: `Many ${n}` } })),
    )
    const { totalItemCount } = await list(admin, 'accounts')
    good(await leave(from, to))
    expect((await leaver.get('users')).status).toBe(401)
    expect((await belongingsOf(from)).total).toBe(2101)
    expect(await lastEntryOf(from)).toMatchObject({
      summary: expect.stringContaining('2,101 records being handed over by a job to'),
      details: { records: 2101, byJob: true },
    })

    await app.application.startWorker()
    while ((await belongingsOf(from)).total > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await belongingsOf(to)).total).toBe(2101)
    expect((await list(admin, 'accounts')).totalItemCount).toBe(totalItemCount)
    const { rows } = await app.application.platform.database.owner.query(
      `select count(distinct c.change_set_id)::int sets, count(*)::int changes
       from change c join change_set s using (tenant_id, change_set_id)
       where c.tenant_id = $1 and s.action = 'assign' and s.actor_id = $2
         and c.before->'owners' = to_jsonb(array[$3::int])
         and c.record_id in (select record_id from record where name like 'Many %')`,
      [app.tenantId, admin.actor.userId, from],
    )
    expect(rows).toEqual([{ sets: 1, changes: 2101 }])
  })
})

describe('a service, which owns nothing', () => {
  it('says whose the records are that it creates', async () => {
    const input = {
      scope: 'tenant',
      roleId: 2,
      name: 'Import',
      permissions: ['record.create', 'record.read'],
    }
    const { token } = good(await admin.post('identity/api-tokens', input)).data
    const make = (globalFields: object) =>
      app.application.app.inject({
        method: 'POST',
        url: '/api/core/organizations',
        headers: { authorization: `Bearer ${token}` },
        payload: { globalFields },
      })
    const without = await make({ name: 'Nobody' })
    expect(without.statusCode).toBe(400)
    expect(without.json().fields).toEqual({ 'system:owners': 'Owner is required.' })
    const made = await make({ name: 'Somebody', ...owned([admin.actor.userId]) })
    expect(made.statusCode, made.body).toBe(200)
    const id = made.json().data.organizationId
    expect(await ownersOf('organizations', id)).toEqual([admin.actor.userId])
    const [entry] = good(await admin.get(`core/organizations/${id}/history`)).data
    expect(JSON.stringify(entry)).toContain('API: Import')
  })
})

const book = async (from: Client) => {
  const [mine, shared] = [
    await create(admin, 'accounts', { name: 'Book mine', ...owned([from.actor.userId]) }),
    await create(admin, 'accounts', {
      name: 'Book shared',
      ...owned([admin.actor.userId, from.actor.userId]),
    }),
  ]
  const top = await create(admin, 'organizations', { name: 'Book top', ...owned([from.actor.userId]) })
  return { mine, shared, top }
}
const body = (from: Client, to: Client, levels: string[]) => ({
  fromUserId: from.actor.userId,
  toUserId: to.actor.userId,
  levels,
})

describe('handing over a book', () => {
  it('is previewed by level, done as one change set, and undone', async () => {
    const [from, to] = [await app.newUser('normalUser'), await app.newUser('normalUser')]
    const { mine, shared, top } = await book(from)
    const input = body(from, to, ['account', 'pipeline'])
    const seen = good(await admin.post('core/hand-over/preview', input)).data
    expect(seen).toEqual({
      total: 2,
      levels: [
        {
          level: 2,
          count: 2,
          sample: [
            { id: mine, name: 'Book mine' },
            { id: shared, name: 'Book shared' },
          ],
        },
        { level: 4, count: 0, sample: [] },
      ],
    })
    const done = good(await admin.post('core/hand-over', input)).data
    expect(done).toMatchObject({ count: 2, byJob: false })
    expect(await ownersOf('accounts', mine)).toEqual([to.actor.userId])
    expect(await ownersOf('accounts', shared)).toEqual([admin.actor.userId, to.actor.userId])
    expect(await ownersOf('organizations', top)).toEqual([from.actor.userId])
    expect(good(await admin.post('core/hand-over', input)).data).toEqual({
      changeSetId: null,
      count: 0,
      byJob: false,
    })
    expect(await undo(admin, done.changeSetId)).toMatchObject({ undone: 2, kept: [] })
    expect(await ownersOf('accounts', mine)).toEqual([from.actor.userId])
  })

  it('is for managers and administrators, and for the owner themselves', async () => {
    const [from, to] = [await app.newUser('normalUser'), await app.newUser('manager')]
    const { mine } = await book(from)
    const input = body(from, to, ['account'])
    for (const path of ['core/hand-over/preview', 'core/hand-over']) {
      expect((await (await app.as('viewer')).post(path, input)).status).toBe(403)
      const other = await (await app.newUser('normalUser')).post(path, input)
      expect([other.status, other.body.reason]).toEqual([403, 'hand_over.not_yours'])
    }
    expect(good(await to.post('core/hand-over/preview', input)).data.total).toBe(2)
    expect(good(await from.post('core/hand-over', input)).data.count).toBe(2)
    expect(await ownersOf('accounts', mine)).toEqual([to.actor.userId])
  })

  it('names who cannot be given records, and what has no owners', async () => {
    const [from, viewer, foreigner] = [
      await app.newUser('manager'),
      await app.as('viewer'),
      await app.foreigner(),
    ]
    const refuse = async (input: object, fields: object) => {
      for (const path of ['core/hand-over/preview', 'core/hand-over']) {
        const answer = await admin.post(path, input)
        expect([answer.status, answer.body.fields]).toEqual([400, fields])
      }
    }
    const text = expect.any(String)
    await refuse(body(from, viewer, ['account']), { toUserId: text })
    await refuse(body(from, from, ['account']), { toUserId: text })
    await refuse(body(from, foreigner, ['account']), { toUserId: text })
    await refuse(body(foreigner, from, ['account']), { fromUserId: text })
    await refuse(body(from, admin, ['contact']), { levels: "Contacts can't have owners." })
  })
})
