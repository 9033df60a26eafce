import type { InstanceStatus } from '@steward/contracts/plain/playbook'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { drawer, textsOf } from '../notification/notification.fixture.ts'
import { create, good, undo } from '../record/record.fixture.ts'
import {
  applyPlaybook,
  createAccounts,
  createPlaybook,
  instances,
  readInstance,
  templates,
} from './playbook.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
})
afterAll(() => app.stop())

/** A playbook at work on some accounts; answers the ids of the instances. */
async function running(count: number, given: object = {}): Promise<number[]> {
  const entities = await createAccounts(app, manager, count)
  const { instanceIds } = await applyPlaybook(manager, await createPlaybook(manager), { entities, ...given })
  return instanceIds
}

const dayAt = (test: TestApp, offset: number): string =>
  new Date(test.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)

const bulk = (body: object, client = manager) => client.post(`${instances}/bulk`, body)
const change = async (body: object, client = manager) => good(await bulk(body, client)).data
const statuses = async (ids: readonly number[]): Promise<InstanceStatus[]> =>
  (await Promise.all(ids.map((id) => readInstance(manager, id)))).map(({ status }) => status)
const owners = async (ids: readonly number[]) =>
  (await Promise.all(ids.map((id) => readInstance(manager, id)))).map(({ owner }) => owner?.id)

describe('several playbooks', () => {
  it('are completed with their open tasks archived, and one undo takes it back', async () => {
    const ids = await running(3)
    await change({ instanceIds: ids.slice(0, 1), action: 'complete' })
    const done = await change({ instanceIds: [...ids, 999_999], action: 'complete' })
    expect(done).toMatchObject({
      changed: 2,
      unchanged: 1,
      refused: [{ id: 999_999, message: "It doesn't exist, or you can't see it." }],
    })
    expect(await statuses(ids)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
    await undo(manager, done.changeSetId)
    expect(await statuses(ids)).toEqual(['COMPLETED', 'OPEN', 'OPEN'])
    const { steps } = await readInstance(manager, ids[1] as number)
    expect(steps.map(({ status }) => status)).toEqual(['OPEN', 'OPEN', 'OPEN'])
  })

  it('are started and archived, but not where the playbook runs on the record again', async () => {
    const [first, second] = (await running(2)) as [number, number]
    expect(await change({ instanceIds: [first, second], action: 'start' })).toMatchObject({ changed: 2 })
    await change({ instanceIds: [first, second], action: 'archive' })
    const { templateId, record } = await readInstance(manager, first)
    await applyPlaybook(manager, templateId, { entities: [record.id] })
    expect(await change({ instanceIds: [first, second], action: 'start' })).toMatchObject({
      changed: 1,
      refused: [{ id: first, message: 'This playbook runs on the record again already.' }],
    })
    const alone = await manager.post(`${instances}/${first}/in-progress`)
    expect(alone).toMatchObject({ status: 409, body: { reason: 'playbook.already_running' } })
    expect(await statuses([first, second])).toEqual(['ARCHIVED', 'IN_PROGRESS'])
  })

  it('are given to another owner, who gets one notification, and undone', async () => {
    const ids = await running(3)
    const next = await app.newUser('manager')
    const given = await change({ instanceIds: ids, action: 'assign', ownerId: next.actor.userId })
    expect(given).toMatchObject({ changed: 3, unchanged: 0, refused: [] })
    expect(new Set(await owners(ids))).toEqual(new Set([next.actor.userId]))
    expect(textsOf(await drawer(next))).toEqual([expect.stringMatching(/gave you 3 playbooks$/)])
    await undo(manager, given.changeSetId)
    expect(new Set(await owners(ids))).toEqual(new Set([manager.actor.userId]))
  })

  it('are refused without an owner, to someone who can have none, and to people without permission', async () => {
    const ids = await running(1)
    const viewer = await app.as('viewer')
    expect((await bulk({ instanceIds: ids, action: 'assign' })).body.fields).toEqual({
      ownerId: 'Choose the new owner, and only to assign.',
    })
    const toViewer = { instanceIds: ids, action: 'assign', ownerId: viewer.actor.userId }
    expect((await bulk(toViewer)).body.fields).toEqual({ ownerId: expect.any(String) })
    expect((await bulk({ instanceIds: ids, action: 'archive' }, viewer)).status).toBe(403)
    const stranger = await app.as('normalUser')
    for (const client of [stranger, await app.foreigner()]) {
      expect(await change({ instanceIds: ids, action: 'archive' }, client)).toMatchObject({
        changed: 0,
        refused: [{ id: ids[0] }],
        changeSetId: null,
      })
    }
  })

  it('are listed by level, owner and status, and those that are overdue in the time zone of the reader', async () => {
    const owner = await app.newUser('manager')
    const ownerId = owner.actor.userId
    const day = (offset: number) => dayAt(app, offset)
    const late = await running(2, { ownerId, startDate: day(-30), endDate: day(-2) })
    await running(1, { ownerId, startDate: day(-30), endDate: day(2) })
    const page = async (query: string) =>
      good(await manager.get(`${instances}?ownerId=${ownerId}&order=asc&${query}`))
    const idsOf = async (query: string) =>
      (await page(query)).data.map(
        ({ playbookInstanceId }: { playbookInstanceId: number }) => playbookInstanceId,
      )
    expect(await page('')).toMatchObject({ today: day(0), totalItemCount: 3 })
    expect(await idsOf('overdue=true')).toEqual(late)
    expect(await idsOf('level=contact')).toEqual([])
    await change({ instanceIds: late.slice(0, 1), action: 'archive' })
    expect(await idsOf('overdue=true&level=account')).toEqual(late.slice(1))
    expect(await idsOf('status=ARCHIVED')).toEqual(late.slice(0, 1))
  })
})

describe('the playbooks of a user who leaves', () => {
  it('are counted, and given to the heir with their tasks; completed ones stay', async () => {
    const [leaver, heir] = [await app.newUser('manager'), await app.newUser('manager')]
    const leaverId = leaver.actor.userId
    const entities = [
      await create(leaver, 'accounts', { name: 'One' }),
      await create(leaver, 'accounts', { name: 'Two' }),
    ]
    const { instanceIds } = await applyPlaybook(leaver, await createPlaybook(manager), { entities })
    const [open, done] = instanceIds as [number, number]
    good(await leaver.post(`${instances}/${done}/complete`, {}))
    const { data } = good(await admin.get(`user-management/users/${leaverId}/belongings`))
    expect(data.belongings).toContainEqual({ kind: 'playbooks', count: 1 })
    good(
      await admin.patch(`user-management/users/${leaverId}/status`, {
        status: 'DEACTIVATED',
        handOverTo: heir.actor.userId,
      }),
    )
    expect(await owners([open, done])).toEqual([heir.actor.userId, leaverId])
    const { steps } = await readInstance(manager, open)
    expect(new Set(steps.map(({ assignee }) => assignee?.id))).toEqual(new Set([heir.actor.userId]))
    const [entry] = good(await admin.get('audit?action=user.deactivated')).data
    expect(entry.summary).toMatch(/: 2 records, 3 tasks and 1 playbook handed over to /)
    expect(textsOf(await drawer(heir))).toContainEqual(expect.stringMatching(/gave you the playbook /))
    expect(good(await manager.get(`${instances}/${open}/changelog`)).data[0]).toMatchObject({
      action: 'assign',
      changes: [{ label: 'Owner' }],
    })
  })
})

it('a template that was archived keeps its instances in the list', async () => {
  const [id] = (await running(1)) as [number]
  const { templateId } = await readInstance(manager, id)
  good(await manager.post(`${templates}/${templateId}/archive`, {}))
  const { totalItemCount } = good(await manager.get(`${instances}?templateId=${templateId}`))
  expect(totalItemCount).toBe(1)
})
