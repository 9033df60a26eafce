import { dateBreakdowns, type DateBreakdown } from '@steward/contracts/plain/task'
import { taskPriorityId, taskStatusId, taskTypeId } from '@steward/contracts/plain/task'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { ago, dayIn, weekEndOf } from './task.day.rules.ts'
import { act, createTask, listTasks, titlesOf } from './task.fixture.ts'

let app: TestApp
let admin: Client

/** A Wednesday, late in the evening in UTC: in Auckland it is Thursday. */
const now = '2026-12-02T22:00:00Z'

beforeAll(async () => {
  app = await startTestApp()
  app.clock.advance(new Date(now).getTime() - app.application.platform.clock.now().getTime())
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('days', () => {
  it.each([
    ['2026-12-02', '2026-12-06'],
    ['2026-12-06', '2026-12-06'],
    ['2026-12-07', '2026-12-13'],
    ['2028-02-28', '2028-03-05'],
  ])('the week of %s ends on %s', (day, end) => {
    expect(weekEndOf(day)).toBe(end)
  })

  it.each([
    ['UTC', '2026-12-02'],
    ['Pacific/Auckland', '2026-12-03'],
    ['America/Los_Angeles', '2026-12-02'],
  ])('in %s it is %s', (zone, day) => {
    expect(dayIn(new Date(now), zone)).toBe(day)
  })

  it.each([
    [0, 'a second ago'],
    [42, '42 seconds ago'],
    [60, 'a minute ago'],
    [7300, '2 hours ago'],
    [3600, 'an hour ago'],
    [200_000, '2 days ago'],
  ])('%d seconds are "%s"', (seconds, words) => {
    const at = new Date(now)
    expect(ago(at, new Date(at.getTime() + seconds * 1000))).toBe(words)
  })
})

describe('the breakdown by due day', () => {
  const due: Record<string, DateBreakdown> = {
    '2026-11-30': 'overdue',
    '2026-12-01': 'overdue',
    '2026-12-02': 'today',
    '2026-12-03': 'thisWeek',
    '2026-12-06': 'thisWeek',
    '2026-12-07': 'later',
    '2027-12-07': 'later',
  }
  let user: Client

  beforeAll(async () => {
    user = await app.newUser('manager')
    for (const dueDate of Object.keys(due)) await createTask(user, { title: dueDate, dueDate })
    await createTask(user, { title: 'none' })
    const done = await createTask(user, { title: 'done', dueDate: '2026-11-01' })
    await act(user, 'complete', { taskIds: [done.taskId] })
    await createTask(admin, { title: 'of someone else', dueDate: '2026-12-02' })
  })

  const expected = { overdue: 2, today: 1, thisWeek: 2, later: 2, noDate: 1, done: 1 }

  it('is exact, whatever page is asked for', async () => {
    for (const page of [1, 2, 99]) {
      const list = await listTasks(user, { myTasksOnly: true, page, pageSize: 4 })
      expect(list).toMatchObject({ dateBreakDown: expected, totalItemCount: 9, today: '2026-12-02' })
      expect(list.data).toHaveLength(page === 99 ? 0 : 4)
    }
  })

  it.each(dateBreakdowns)('shows %s alone, and still counts all', async (name) => {
    const list = await listTasks(user, { myTasksOnly: true, dateBreakdownFilter: name })
    expect(list.dateBreakDown).toEqual(expected)
    expect(list.totalItemCount).toBe(expected[name])
    const titles = Object.entries(due).flatMap(([day, bucket]) => (bucket === name ? [day] : []))
    const others = name === 'noDate' ? ['none'] : name === 'done' ? ['done'] : []
    expect(titlesOf(list)).toEqual([...titles, ...others])
  })

  const live = async (timeZone: string) =>
    good(await user.patch(`user-management/users/${user.actor.userId}`, { timeZone }))

  it('begins the next day where the clocks of the reader do', async () => {
    await live('Pacific/Auckland')
    const list = await listTasks(user, { myTasksOnly: true })
    expect(list.today).toBe('2026-12-03')
    expect(list.dateBreakDown).toEqual({ ...expected, overdue: 3, today: 1, thisWeek: 1 })
    await live('UTC')
  })

  it('leaves out what presets hide', async () => {
    const list = await listTasks(user, { myTasksOnly: true, hideCompleted: true, hideArchived: true })
    expect(list.totalItemCount).toBe(8)
    expect(list.dateBreakDown.done).toBe(0)
  })
})

describe('a list', () => {
  it('is sorted by each column in both directions', async () => {
    const user = await app.newUser('manager')
    const accountId = await create(admin, 'accounts', { name: 'Zeta' })
    await createTask(user, { title: 'b', priority: 'LOW', dueDate: '2026-12-09' })
    await createTask(user, { title: 'A', priority: 'URGENT', accountId, dueDate: '2026-12-08' })
    const sorted = async (sortColumn: string, sortDirection = 'ASC') =>
      titlesOf(await listTasks(user, { myTasksOnly: true, sortColumn, sortDirection })).join('')
    expect(await sorted('title')).toBe('Ab')
    expect(await sorted('title', 'desc')).toBe('bA')
    expect(await sorted('priority')).toBe('bA')
    expect(await sorted('dueDate')).toBe('Ab')
    expect(await sorted('record')).toBe('Ab')
    for (const column of ['startDate', 'status', 'assignee', 'createdAt', 'updatedAt', 'completedAt']) {
      expect(await sorted(column, 'DESC')).toBe('Ab')
    }
  })

  it('is narrowed by part of the title, type, status and days', async () => {
    const user = await app.newUser('manager')
    await createTask(user, { title: 'Prepare 100% of it', dueDate: '2026-12-09' })
    await createTask(user, { title: 'Other', status: 'PLANNED', dueDate: '2026-12-19' })
    const of = async (query: object) => titlesOf(await listTasks(user, { myTasksOnly: true, ...query }))
    expect(await of({ query: '0% OF' })).toEqual(['Prepare 100% of it'])
    expect(await of({ status: 'PLANNED,IN_PROGRESS' })).toEqual(['Other'])
    expect(await of({ taskType: 'playbook' })).toEqual([])
    expect(await of({ dueFrom: '2026-12-10' })).toEqual(['Other'])
    expect(await of({ dueTo: '2026-12-09' })).toEqual(['Prepare 100% of it'])
  })

  it('is filtered by rules about tasks, their records and what these belong to', async () => {
    await defineField(admin, 'account', 'tier', 'number')
    const organization = await create(admin, 'organizations', { name: 'Holding' })
    const big = good(
      await admin.post('core/accounts', {
        globalFields: { name: 'Big', organization },
        customFields: { tier: 3 },
      }),
    ).data.accountId
    const contact = await create(admin, 'contacts', { name: 'Ada', account: big })
    await createTask(admin, { title: 'On contact', level: 'contact', parentIdentifier: contact })
    await createTask(admin, { title: 'On account', accountId: big, priority: 'HIGH' })
    await createTask(admin, { title: 'On nothing' })
    const of = async (filters: object) => titlesOf(await listTasks(admin, { filters, sortColumn: 'title' }))
    const both = ['On account', 'On contact']
    expect(await of({ field: 'account.tier', operator: 'greater', value: 2 })).toEqual(both)
    expect(await of({ field: 'organization.name', operator: 'equals', value: 'holding' })).toEqual(both)
    expect(await of({ field: 'contact.name', operator: 'startsWith', value: 'ada' })).toEqual(['On contact'])
    const high = { field: 'priority', operator: 'isSetTo', value: [taskPriorityId('HIGH')] }
    expect(await of({ and: [high, { field: 'account.name', operator: 'set' }] })).toEqual(['On account'])
    const none = { field: 'priority', operator: 'isSetTo', value: [taskPriorityId('NONE')] }
    expect(await of(none)).toEqual([])
    const isOpen = { field: 'status', operator: 'isSetTo', value: [taskStatusId('OPEN')] }
    expect(await of({ and: [isOpen, high] })).toEqual(['On account'])
    expect(await of({ field: 'type', operator: 'isNotSetTo', value: [taskTypeId('normal')] })).toEqual([])
    expect(await of({ field: 'assignee', operator: 'isSetTo', value: [999_999] })).toEqual([])
    const gone = await listTasks(admin, { filters: { field: 'account.gone', operator: 'set' } })
    expect(gone).toMatchObject({ data: [], brokenConditions: [{ field: 'account.gone' }] })
    const wrong = await admin.get(
      `tasks?filters=${encodeURIComponent('{"field":"title","operator":"inNext","value":1}')}`,
    )
    expect(wrong).toMatchObject({ status: 400, body: { fields: { 'filters.operator': expect.any(String) } } })
  })

  it('asks no parent of a record that the reader cannot see', async () => {
    const user = await app.newUser('normalUser')
    const organization = await create(admin, 'organizations', { name: 'Secret holding' })
    const account = await create(admin, 'accounts', {
      name: 'Seen',
      organization,
      'system:owners': [user.actor.userId],
    })
    await createTask(user, { accountId: account, title: 'Seen task' })
    const filters = { field: 'organization.name', operator: 'contains', value: 'secret' }
    expect((await listTasks(user, { filters })).totalItemCount).toBe(0)
    expect((await listTasks(admin, { filters })).totalItemCount).toBe(1)
    expect((await listTasks(user, {})).data).toMatchObject([{ title: 'Seen task', organization: null }])
  })

  it('of a record holds the tasks of the records below it', async () => {
    const organization = await create(admin, 'organizations', { name: 'Top' })
    const account = await create(admin, 'accounts', { name: 'Below', organization })
    await createTask(admin, { title: 'top', organizationId: organization })
    await createTask(admin, { title: 'below', accountId: account })
    const search = (level: string, id: number) =>
      admin.get(`playbook/tasks/search?order=DESC&orderBy=title&level=${level}&parentIdentifier=${id}`)
    expect(titlesOf(good(await search('organization', organization)))).toEqual(['top', 'below'])
    expect(titlesOf(good(await search('account', account)))).toEqual(['below'])
    expect((await search('contact', account)).status).toBe(404)
    expect(
      (await (await app.as('normalUser')).get(`tasks/search?level=account&parentIdentifier=${account}`))
        .status,
    ).toBe(404)
  })
})

describe('the order by account', () => {
  it('is that of the accounts behind the records, without those that are out of sight', async () => {
    const owner = await app.newUser('normalUser')
    const mine = { 'system:owners': [owner.actor.userId] }
    const zebra = await create(admin, 'accounts', { name: 'Zebra' })
    const apple = await create(admin, 'accounts', { name: 'Apple', ...mine })
    const contact = await create(admin, 'contacts', { name: 'Ada', email: 'ada@example.com', account: zebra })
    const places = [
      { title: 'By contact', parentIdentifier: contact, level: 'contact' },
      { title: 'By account', accountId: apple },
      { title: 'Without', assigneeId: owner.actor.userId },
    ]
    const ordered = {
      filters: { field: 'title', operator: 'startsWith', value: 'Sorted' },
      sortColumn: 'account',
    }
    for (const { title, ...place } of places) await createTask(admin, { title: `Sorted ${title}`, ...place })
    expect(titlesOf(await listTasks(admin, ordered))).toEqual([
      'Sorted By account',
      'Sorted By contact',
      'Sorted Without',
    ])
    expect(titlesOf(await listTasks(owner, ordered))).toEqual(['Sorted By account', 'Sorted Without'])
  })
})

const load = async (client: Client) => good(await client.get('tasks/load?weeks=2')).data

describe('the load', () => {
  it('counts open tasks and minutes by person and week, of what the reader sees', async () => {
    const lead = await app.newUser('manager')
    const worker = await app.newUser('normalUser')
    const assigneeId = worker.actor.userId
    const add = (dueDate: string | null, estimateMinutes?: number) =>
      createTask(admin, { dueDate, assigneeId, ...(estimateMinutes && { estimateMinutes }) })
    await add('2026-11-30', 30)
    await add('2026-12-02', 60)
    await add('2026-12-06')
    await add('2026-12-07', 15)
    await add('2026-12-21', 45)
    await add(null)
    const done = await add('2026-12-02', 600)
    await act(admin, 'complete', { taskIds: [done.taskId] })
    const own = {
      overdue: { tasks: 1, minutes: 30 },
      weeks: [
        { tasks: 2, minutes: 60 },
        { tasks: 1, minutes: 15 },
      ],
      later: { tasks: 1, minutes: 45 },
      noDate: { tasks: 1, minutes: 0 },
    }
    const { today, weeks, people } = await load(lead)
    expect({ today, weeks }).toEqual({ today: '2026-12-02', weeks: ['2026-11-30', '2026-12-07'] })
    const find = (all: { person: { id: number } | null }[]) =>
      all.find(({ person }) => person?.id === assigneeId)
    expect(find(people)).toMatchObject(own)
    const seen = await load(worker)
    expect(seen.people).toHaveLength(1)
    expect(find(seen.people)).toMatchObject(own)
  })
})
