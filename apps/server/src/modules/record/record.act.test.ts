import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../platform/db/database.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
})
afterAll(() => app.stop())

async function ownersOf(id: number): Promise<number[]> {
  const { owners } = (await read(admin, 'accounts', id)).globalFields
  return owners.map((owner: { id: number }) => owner.id)
}

async function deactivate({ actor }: Client): Promise<void> {
  const db = app.application.platform.database.tenant(app.tenantId)
  await query(db, `update app_user set status = 'DEACTIVATED' where tenant_id = $1 and user_id = $2`, [
    actor.tenantId,
    actor.userId,
  ])
  await app.application.modules.users.forget(app.tenantId)
}

const assign = async (body: object) => good(await admin.post('core/accounts/assign', body)).data

describe('assigning', () => {
  it('replaces, adds and removes owners, the first being the primary one', async () => {
    const [one, two] = [await app.newUser('normalUser'), await app.newUser('manager')]
    const [a, b] = [one.actor.userId, two.actor.userId]
    const ids = [
      await create(admin, 'accounts', { name: 'x' }),
      await create(admin, 'accounts', { name: 'y' }),
    ]
    expect(await assign({ ids, owners: [a] })).toMatchObject({ changed: 2, refused: [] })
    await assign({ ids, owners: [b], mode: 'add' })
    expect(await ownersOf(ids[0] as number)).toEqual([a, b])
    expect(await assign({ ids, owners: [b], mode: 'add' })).toEqual({
      changeSetId: null,
      changed: 0,
      refused: [],
    })
    const { changeSetId } = await assign({ ids: ids.slice(1), owners: [a], mode: 'remove' })
    expect(await ownersOf(ids[1] as number)).toEqual([b])
    await undo(admin, changeSetId)
    expect(await ownersOf(ids[1] as number)).toEqual([a, b])
  })

  it('never takes the last owner, nor gives to viewers, deactivated or unknown users', async () => {
    const id = await create(admin, 'accounts', { name: 'x' })
    const viewer = await app.as('viewer')
    const gone = await app.newUser('manager')
    await deactivate(gone)
    const before = await ownersOf(id)
    for (const [owners, mode, message] of [
      [before, 'remove', /at least one owner/],
      [[], 'replace', /at least one owner/],
      [[viewer.actor.userId], 'add', /Viewer/],
      [[gone.actor.userId], 'add', /Deactivated/],
      [[999_999], 'add', /there is no user 999999/],
    ] as const) {
      const { changed, refused } = await assign({ ids: [id], owners, mode })
      expect([changed, refused]).toEqual([0, [{ id, message: expect.stringMatching(message) }]])
    }
    expect(await ownersOf(id)).toEqual(before)
  })

  it('lets an owner who was deactivated since stay beside a new one', async () => {
    const leaver = await app.newUser('manager')
    const id = await create(admin, 'accounts', { name: 'x', owners: [leaver.actor.userId] })
    await deactivate(leaver)
    await assign({ ids: [id], owners: [admin.actor.userId], mode: 'add' })
    expect(await ownersOf(id)).toEqual([leaver.actor.userId, admin.actor.userId])
  })

  it('reports records that do not exist, and changes the others', async () => {
    const id = await create(admin, 'accounts', { name: 'x' })
    const organization = await create(admin, 'organizations', { name: 'not an account' })
    const { userId } = (await app.newUser('manager')).actor
    const result = await assign({ ids: [id, 999_999, organization], owners: [userId] })
    expect(result.changed).toBe(1)
    expect(result.refused.map((one: { id: number }) => one.id)).toEqual([999_999, organization])
  })
})

const change = (body: object) => admin.post('core/accounts/change', body)

describe('changing many', () => {
  it('sets fields of each in one change set, which one undo reverts', async () => {
    await defineField(admin, 'account', 'tier', 'singlePicklist', { picklistDefinition: ['Gold'] })
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => create(admin, 'accounts', { name })))
    const { data } = good(
      await change({ ids: [...ids, ...ids], action: 'edit', data: { tier: 'Gold', pulse: 2 } }),
    )
    expect(data).toMatchObject({ changed: 3, refused: [] })
    expect(good(await admin.get(`core/change-sets/${data.changeSetId}`)).data.records).toBe(3)
    expect(await undo(admin, data.changeSetId)).toMatchObject({ undone: 3, kept: [] })
    for (const id of ids) {
      expect(await read(admin, 'accounts', id)).toMatchObject({
        globalFields: { pulse: null },
        customFields: {},
      })
    }
  })

  it.each([
    ['archive', { entityArchived: true }],
    ['restore', { entityArchived: false }],
    ['churn', { churned: true }],
    ['unchurn', { churned: false }],
  ])('can %s', async (action, expected) => {
    const id = await create(admin, 'accounts', { name: 'x' })
    const opposite = { archive: 'restore', restore: 'archive', churn: 'unchurn', unchurn: 'churn' }[action]
    await change({ ids: [id], action: opposite })
    good(await change({ ids: [id], action }))
    expect((await read(admin, 'accounts', id)).globalFields).toMatchObject(expected)
  })

  it('refuses the whole call for a value that is wrong in itself, and one record for what only it lacks', async () => {
    const id = await create(admin, 'accounts', { name: 'x' })
    const wrong = await change({ ids: [id], action: 'edit', data: { pulse: 9, colour: 1 } })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['system:pulse', 'colour']])
    const missing = good(await change({ ids: [id, 999_999], action: 'edit', data: { pulse: 3 } })).data
    expect(missing).toMatchObject({ changed: 1, refused: [{ id: 999_999 }] })
  })

  it('gives an external id to no more than one record', async () => {
    const ids = [
      await create(admin, 'accounts', { name: 'x' }),
      await create(admin, 'accounts', { name: 'y' }),
    ]
    const { data } = good(await change({ ids, action: 'edit', data: { externalId: 'only-one' } }))
    expect(data).toMatchObject({ changed: 1, refused: [{ message: expect.stringContaining('only-one') }] })
  })

  it.each([
    ['no records', { ids: [], action: 'archive' }, 'ids'],
    ['more than 1,000', { ids: Array.from({ length: 1001 }, (_, at) => at + 1), action: 'archive' }, 'ids'],
    ['no fields to set', { ids: [1], action: 'edit' }, 'data'],
    ['an unknown action', { ids: [1], action: 'delete' }, 'action'],
  ])('is refused with %s', async (_, body, named) => {
    const answer = await change(body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [named]])
  })
})
