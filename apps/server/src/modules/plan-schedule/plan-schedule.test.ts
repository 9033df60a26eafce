import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let planId: number
let ids: { kickOff: number; train: number; launch: number; done: number; undated: number }

const root = 'success-plan/success-plan'

async function milestone(name: string, startDate: string | null, dueDate: string | null): Promise<number> {
  return good(await admin.post(`${root}/${planId}/milestone`, { name, startDate, dueDate })).data.itemId
}

const addTask = async (itemId: number, title: string, dueDate: string | null) =>
  good(await admin.post(`${root}/${planId}/milestone/${itemId}/task`, { title, dueDate })).data.taskIds.at(-1)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const entityId = await create(admin, 'accounts', { name: 'Acme' })
  const plan = {
    level: 'account',
    entityId,
    name: 'Roll out',
    startDate: '2026-03-01',
    dueDate: '2026-04-30',
  }
  planId = good(await admin.post(root, plan)).data.successPlanId
  ids = {
    kickOff: await milestone('Kick-off', '2026-03-01', '2026-03-08'),
    train: await milestone('Train', '2026-03-05', '2026-03-20'),
    launch: await milestone('Launch', '2026-03-20', '2026-04-20'),
    done: await milestone('Done', '2026-03-25', '2026-03-26'),
    undated: await milestone('Undated', null, null),
  }
  good(await admin.put(`${root}/${planId}/milestone/${ids.done}/complete`))
  await addTask(ids.train, 'Book', '2026-03-10')
  await addTask(ids.train, 'Some day', null)
  const closed = await addTask(ids.train, 'Invite', '2026-03-11')
  good(await admin.post('tasks/complete', { taskIds: [closed] }))
  await addTask(ids.launch, 'Announce', '2026-04-01')
})
afterAll(() => app.stop())

const move = (itemId: number, body: object, how = '') =>
  admin.post(`${root}/${planId}/milestone/${itemId}/move${how}`, body)

/** The dates of the milestones by name, and of their tasks. */
async function datesOf(): Promise<Record<string, unknown>> {
  const items: PlanItem[] = good(await admin.get(`${root}/${planId}`)).data.items
  return Object.fromEntries(
    items.flatMap((item) =>
      item.kind === 'MILESTONE'
        ? [
            [item.name, `${item.startDate} ${item.dueDate}`],
            ...item.tasks.map(({ title, dueDate }) => [title, dueDate] as const),
          ]
        : [],
    ),
  )
}

describe('a milestone that is moved', () => {
  it('takes its open tasks along, and nothing else', async () => {
    const before = await datesOf()
    const preview = good(await move(ids.train, { days: 5 }, '/preview')).data
    expect(preview).toMatchObject({
      following: 1,
      endsAfterPlan: false,
      milestones: [{ name: 'Train', to: { startDate: '2026-03-10', dueDate: '2026-03-25' } }],
      tasks: [{ title: 'Book', from: '2026-03-10', to: '2026-03-15' }],
    })
    expect(await datesOf()).toEqual(before)
    const moved = good(await move(ids.train, { days: 5 }))
    expect(moved.data).toEqual(preview)
    expect(await datesOf()).toEqual({ ...before, Train: '2026-03-10 2026-03-25', Book: '2026-03-15' })
    await undo(admin, moved.changeSetId)
    expect(await datesOf()).toEqual(before)
  })

  it('takes the open milestones that start once it ends along where that is asked for, with one undo', async () => {
    const before = await datesOf()
    const moved = good(await move(ids.train, { days: 14, withFollowing: true }))
    expect(moved.data).toMatchObject({ endsAfterPlan: true, following: 1 })
    expect(await datesOf()).toEqual({
      ...before,
      Train: '2026-03-19 2026-04-03',
      Book: '2026-03-24',
      Launch: '2026-04-03 2026-05-04',
      Announce: '2026-04-15',
    })
    await undo(admin, moved.changeSetId)
    expect(await datesOf()).toEqual(before)
  })

  it('moves earlier too', async () => {
    const moved = good(await move(ids.kickOff, { days: -3 }))
    expect((await datesOf())['Kick-off']).toBe('2026-02-26 2026-03-05')
    await undo(admin, moved.changeSetId)
  })

  it('stays where it is by no days', async () => {
    expect(good(await move(ids.train, { days: 0 })).changeSetId).toBeNull()
  })

  it.each([{ days: 1.5 }, { days: 4000 }, {}])('is refused by %j', async (body) => {
    expect(await move(ids.train, body)).toMatchObject({
      status: 400,
      body: { fields: { days: expect.any(String) } },
    })
  })

  it('needs dates, and someone who may edit the plan', async () => {
    expect(await move(ids.undated, { days: 1 })).toMatchObject({ status: 400 })
    const at = `${root}/${planId}/milestone/${ids.train}/move`
    expect((await (await app.as('viewer')).post(at, { days: 1 })).status).toBe(403)
    expect((await (await app.as('normalUser')).post(at, { days: 1 })).status).toBe(404)
    expect((await move(999_999, { days: 1 })).status).toBe(404)
  })
})
