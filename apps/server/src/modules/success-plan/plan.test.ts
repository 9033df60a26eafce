import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'
import { createMilestone, createKpi, createPlan, readPlan, root } from './plan.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client
let accountId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  normal = await app.as('normalUser')
  await app.application.startWorker()
  accountId = await create(admin, 'accounts', { name: 'Acme' })
})
afterAll(() => app.stop())

const listed = async (query: string, client = admin): Promise<string[]> =>
  good(await client.get(`${root}?${query}`)).data.map(({ name }: { name: string }) => name)

describe('a plan', () => {
  it('has what its form says, and is about the record', async () => {
    const plan = await createPlan(admin, accountId, {
      description: 'They want to be live by May.',
      startDate: '2026-03-01',
      dueDate: '2026-05-31',
      ownerId: admin.actor.userId,
      collaborators: [normal.actor.userId],
    })
    expect(plan).toMatchObject({
      name: 'Roll out',
      startDate: '2026-03-01',
      dueDate: '2026-05-31',
      ownerId: admin.actor.userId,
      collaborators: [{ id: normal.actor.userId }],
      statusName: 'Not started',
      progressName: 'Not set',
      accountId,
      record: { level: 2, id: accountId, name: 'Acme' },
      items: [],
    })
    expect(await readPlan(admin, plan.successPlanId)).toEqual(plan)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ startDate: '2026-03-02', dueDate: '2026-03-01' }, 'dueDate'],
    [{ dueDate: '2026-02-29' }, 'dueDate'],
    [{ ownerId: 999_999 }, 'ownerId'],
    [{ collaborators: [999_999] }, 'collaborators'],
    [{ statusId: 21 }, 'statusId'],
    [{ progressId: 1 }, 'progressId'],
    [{ entityId: 999_999 }, 'entityId'],
    [{ level: 'contact' }, 'entityId'],
  ])('with %j is refused at %s', async (form, field) => {
    const body = { level: 'account', entityId: accountId, name: 'Bad', ...form }
    const answer = await admin.post(root, body)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it('is hidden with its record, in all that is said of it', async () => {
    const { successPlanId: id } = await createPlan(admin, accountId, { name: 'Secret plan' })
    const milestone = await createMilestone(admin, id)
    expect((await normal.get(`${root}/${id}`)).status).toBe(404)
    expect((await normal.get(`${root}/${id}/milestone/${milestone.itemId}`)).status).toBe(404)
    expect((await normal.put(`${root}/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await normal.get(`${root}?level=account&entityId=${accountId}`)).status).toBe(404)
    expect(await listed('', normal)).toEqual([])
    const refused = await admin.put(`${root}/${id}`, { ownerId: normal.actor.userId })
    expect(refused).toMatchObject({ status: 400, body: { fields: { ownerId: expect.any(String) } } })
  })

  it('refuses what others changed since it was opened, and keeps the rest', async () => {
    const { successPlanId: id, version } = await createPlan(admin, accountId)
    good(await admin.put(`${root}/${id}`, { name: 'Renamed', version }))
    expect((await admin.put(`${root}/${id}`, { name: 'Mine', version })).status).toBe(409)
    good(await admin.put(`${root}/${id}`, { dueDate: '2026-08-01', version }))
    expect(await readPlan(admin, id)).toMatchObject({ name: 'Renamed', dueDate: '2026-08-01' })
  })

  it('is changed by an operation that can be undone', async () => {
    const { successPlanId: id } = await createPlan(admin, accountId)
    const { changeSetId } = good(await admin.put(`${root}/${id}`, { name: 'Other', statusId: 3 }))
    expect(await readPlan(admin, id)).toMatchObject({
      name: 'Other',
      completedBy: { id: admin.actor.userId },
    })
    await undo(admin, changeSetId)
    expect(await readPlan(admin, id)).toMatchObject({ name: 'Roll out', statusId: 1, completedAt: null })
  })

  it('stays where something was added to it before its creation is undone', async () => {
    const created = good(await admin.post(root, { level: 'account', entityId: accountId, name: 'Used' }))
    await createMilestone(admin, created.data.successPlanId)
    const { kept } = await undo(admin, created.changeSetId)
    expect(kept).toMatchObject([{ name: 'Used', message: expect.stringContaining('added to it since') }])
    expect((await readPlan(admin, created.data.successPlanId)).items).toHaveLength(1)
  })

  it('goes and comes back with undo', async () => {
    const created = good(await admin.post(root, { level: 'account', entityId: accountId, name: 'Brief' }))
    const id = created.data.successPlanId
    const gone = await undo(admin, created.changeSetId)
    expect((await admin.get(`${root}/${id}`)).status).toBe(404)
    await undo(admin, gone.changeSetId)
    expect((await readPlan(admin, id)).name).toBe('Brief')
  })

  it('keeps its record from being deleted by an undo, and moves with it', async () => {
    const organizationId = await create(admin, 'organizations', { name: 'Parent' })
    const body = { globalFields: { name: 'Child' } }
    const record = good(await admin.post('core/accounts', body))
    const childId = record.data.accountId
    const { successPlanId: id } = await createPlan(admin, childId)
    const undone = await undo(admin, record.changeSetId)
    expect(undone.kept).toHaveLength(1)
    await edit(admin, 'accounts', childId, { organizationId })
    expect(await readPlan(admin, id)).toMatchObject({ organizationId, accountId: childId })
  })

  it('belongs to the accounts of an organization too, if asked', async () => {
    const organizationId = await create(admin, 'organizations', { name: 'Group' })
    const childId = await create(admin, 'accounts', { name: 'Branch', organizationId })
    await createPlan(admin, childId, { name: 'Of the branch' })
    const of = `level=organization&entityId=${organizationId}`
    expect(await listed(of)).toEqual([])
    expect(await listed(`${of}&includeBelow=true`)).toEqual(['Of the branch'])
  })
})

async function openPlan() {
  const { successPlanId: id } = await createPlan(admin, accountId)
  const { itemId } = await createMilestone(admin, id)
  good(await admin.post(`${root}/${id}/milestone/${itemId}/task`, { title: 'Train the team' }))
  await createKpi(admin, id)
  return { id, itemId }
}

describe('completing', () => {
  it('completes the plan alone, or everything in it, and is canceled as a whole', async () => {
    const { id, itemId } = await openPlan()
    const alone = good(await admin.put(`${root}/${id}/complete`, { progressId: 14 })).data
    expect(alone).toMatchObject({ statusName: 'Completed', progressName: 'Achieved', completionPercent: 100 })
    expect(alone.items[0]).toMatchObject({ statusName: 'Not started', completionPercent: 0 })
    expect(good(await admin.get(`${root}/${id}/status`)).data).toMatchObject({
      isCompleted: true,
      openMilestones: [{ itemId }],
      openTasks: [{ title: 'Train the team' }],
    })
    good(await admin.put(`${root}/${id}/uncomplete`))
    const all = good(await admin.put(`${root}/${id}/complete?complete_all=true`, {})).data
    expect(all.items.map((item: { completedAt: string }) => item.completedAt)).not.toContain(null)
    expect(all.items[0].tasks[0].status).toBe('COMPLETED')
    const canceled = good(await admin.put(`${root}/${id}/cancel-complete`)).data
    expect(canceled).toMatchObject({ completedAt: null, progressName: 'Achieved' })
    expect(canceled.items[0]).toMatchObject({ completedAt: null, tasks: [{ status: 'OPEN' }] })
    expect(good(await admin.put(`${root}/${id}/cancel-complete`)).changeSetId).toBeNull()
  })

  it('is not canceled any more once the status says otherwise', async () => {
    const { id } = await openPlan()
    good(await admin.put(`${root}/${id}/complete?complete_all=true`, {}))
    good(await admin.put(`${root}/${id}`, { statusId: 1 }))
    expect(good(await admin.put(`${root}/${id}/cancel-complete`)).changeSetId).toBeNull()
    expect((await readPlan(admin, id)).items[0]).toMatchObject({ statusName: 'Completed' })
  })

  it('of a milestone takes its tasks along if asked', async () => {
    const { id, itemId } = await openPlan()
    const at = `${root}/${id}/milestone/${itemId}`
    const done = good(await admin.put(`${at}/complete?complete_all=true`)).data
    expect(done).toMatchObject({ completedBy: { id: admin.actor.userId }, tasks: [{ status: 'COMPLETED' }] })
    expect(good(await admin.get(`${at}/status`)).data).toMatchObject({ isCompleted: true, openTasks: [] })
    expect(good(await admin.put(`${at}/uncomplete`)).data).toMatchObject({ statusName: 'In progress' })
  })

  it('marks in progress, archives and restores', async () => {
    const { id, itemId } = await openPlan()
    expect(good(await admin.put(`${root}/${id}/in-progress`)).data.statusName).toBe('In progress')
    expect(good(await admin.patch(`${root}/${id}/archive`)).data.isArchived).toBe(true)
    expect(await listed(`level=account&entityId=${accountId}&query=nothing`)).toEqual([])
    expect(good(await admin.patch(`${root}/${id}/unarchive`)).data.isArchived).toBe(false)
    const milestone = `${root}/${id}/milestone/${itemId}`
    expect(good(await admin.put(`${milestone}/in-progress`)).data.statusName).toBe('In progress')
    expect(good(await admin.patch(`${milestone}/archive`)).data.isArchived).toBe(true)
    expect(await readPlan(admin, id)).toMatchObject({ milestones: 0, kpis: 1 })
  })

  it('happens by itself once all tasks are completed, and is taken back with them', async () => {
    const { id, itemId } = await openPlan()
    const at = `${root}/${id}/milestone/${itemId}`
    const { tasks } = good(await admin.get(at)).data
    const { changeSetId } = good(await admin.post('tasks/complete', { taskIds: [tasks[0].taskId] })).data
    await expect
      .poll(async () => good(await admin.get(at)).data)
      .toMatchObject({ statusName: 'Completed', completedBy: null, completedAt: expect.any(String) })
    await undo(admin, changeSetId)
    await expect.poll(async () => good(await admin.get(at)).data.completedAt).toBeNull()
  })
})

describe('items', () => {
  it('are in one order, which changes', async () => {
    const { successPlanId: id } = await createPlan(admin, accountId)
    const milestone = await createMilestone(admin, id)
    const kpi = await createKpi(admin, id)
    const form = { kind: 'NOTE', name: 'Agreed', description: 'On the phone.' }
    const note = good(await admin.post(`${root}/${id}/item`, form)).data
    const ids = async () => (await readPlan(admin, id)).items.map(({ itemId }) => itemId)
    expect(await ids()).toEqual([milestone.itemId, kpi.itemId, note.itemId])
    const itemIds = [note.itemId, milestone.itemId, kpi.itemId]
    const { changeSetId } = good(await admin.put(`${root}/${id}/order`, { itemIds }))
    expect(await ids()).toEqual(itemIds)
    await undo(admin, changeSetId)
    expect(await ids()).toEqual([milestone.itemId, kpi.itemId, note.itemId])
    expect((await admin.put(`${root}/${id}/order`, { itemIds: itemIds.slice(1) })).status).toBe(400)
    good(await admin.put(`${root}/${id}/item/${note.itemId}`, { name: 'Agreed in March' }))
    good(await admin.patch(`${root}/${id}/item/${note.itemId}/archive`))
    expect((await readPlan(admin, id)).items[2]).toMatchObject({ name: 'Agreed in March', isArchived: true })
  })

  it('take only tasks of the record', async () => {
    const { successPlanId: id } = await createPlan(admin, accountId)
    const task = good(await admin.post('tasks', { title: 'Elsewhere' })).data
    const answer = await admin.post(`${root}/${id}/milestone`, { name: 'M', taskIds: [task.taskId] })
    expect(answer).toMatchObject({ status: 400, body: { fields: { taskIds: expect.any(String) } } })
  })

  it('of another plan are not found', async () => {
    const one = await createPlan(admin, accountId)
    const other = await createPlan(admin, accountId)
    const { itemId } = await createMilestone(admin, one.successPlanId)
    expect((await admin.get(`${root}/${other.successPlanId}/milestone/${itemId}`)).status).toBe(404)
    expect((await admin.put(`${root}/${one.successPlanId}/kpi/${itemId}`, {})).status).toBe(404)
  })
})

describe('the list', () => {
  it('shows what is behind, due this month, or without an owner', async () => {
    const listAccount = await create(admin, 'accounts', { name: 'Listed' })
    const today = good(await admin.get('playbook/tasks')).today as string
    const past = '2020-01-31'
    const make = (name: string, form: object = {}) =>
      createPlan(admin, listAccount, { name, ownerId: admin.actor.userId, ...form })
    await make('Late', { dueDate: past })
    await make('At risk', { progressId: 13 })
    await make('Due', { dueDate: today, ownerId: null })
    const { successPlanId } = await make('Late milestone')
    await createMilestone(admin, successPlanId, { dueDate: past })
    const late = await make('Late but met')
    await createKpi(admin, late.successPlanId, { dueDate: past, currentKpiValue: 100 })
    const of = `level=account&entityId=${listAccount}`
    expect((await listed(`${of}&show=behind`)).toSorted()).toEqual(['At risk', 'Late', 'Late milestone'])
    expect(await listed(`${of}&show=dueThisMonth`)).toEqual(['Due'])
    expect(await listed(`${of}&show=noOwner`)).toEqual(['Due'])
    expect(await listed(`${of}&query=LATE%20m`)).toEqual(['Late milestone'])
    const page = good(await admin.get(`${root}?${of}&pageSize=2&page=2`))
    expect(page).toMatchObject({ itemCount: 2, totalItemCount: 5 })
    const [first] = good(await admin.get(`${root}?${of}`)).data
    expect(first).toMatchObject({ name: 'Late', isBehind: true })
  })
})

describe('Today', () => {
  it('has the plans of a user that are behind or due this week', async () => {
    const manager = await app.newUser('manager')
    const ownerId = manager.actor.userId
    const id = await create(admin, 'accounts', { name: 'Planned' })
    await createPlan(admin, id, { name: 'Far away', ownerId, dueDate: '2099-01-01' })
    await createPlan(admin, id, { name: 'Late', ownerId, dueDate: '2020-01-01' })
    await createPlan(admin, id, { name: 'Of others', dueDate: '2020-01-01' })
    const { cards } = good(await manager.get('today')).data
    const reasons = cards.flatMap((card: { reasons: { source: string; text: string }[] }) => card.reasons)
    expect(reasons).toMatchObject([
      { source: 'plan', text: expect.stringMatching(/^The success plan “Late” was due \d+ days ago$/) },
    ])
    expect(cards[0]).toMatchObject({ title: 'Planned', nextStep: 'openPlan' })
  })
})

describe('a user who leaves', () => {
  it('gives open plans and items to an heir, in one operation', async () => {
    const [leaver, heir] = [await app.newUser('manager'), await app.newUser('manager')]
    const ownerId = leaver.actor.userId
    const { successPlanId: id } = await createPlan(admin, accountId, { ownerId })
    await createMilestone(admin, id, { ownerId })
    const path = `user-management/users/${ownerId}`
    expect(good(await admin.get(`${path}/belongings`)).data.total).toBe(2)
    good(await admin.patch(`${path}/status`, { status: 'DEACTIVATED', handOverTo: heir.actor.userId }))
    const plan = await readPlan(admin, id)
    expect(plan.ownerId).toBe(heir.actor.userId)
    expect(plan.items[0]).toMatchObject({ ownerId: heir.actor.userId })
  })
})
