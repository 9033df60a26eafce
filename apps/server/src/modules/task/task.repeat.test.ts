import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { drawer, settle, textsOf } from '../notification/notification.fixture.ts'
import { create, good, undo } from '../record/record.fixture.ts'
import { act, createTask, listTasks, readTask } from './task.fixture.ts'

let app: TestApp
let admin: Client

/** Moves the clock to an instant. */
function moveTo(instant: string): void {
  app.clock.advance(new Date(instant).getTime() - app.application.platform.clock.now().getTime())
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  // A Monday at noon in UTC.
  moveTo('2027-03-01T12:00:00Z')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const weekly = { rule: 'FREQ=WEEKLY;BYDAY=MO' }

/** A task due on Monday that repeats; its title is its own, so that its series is found. */
let serial = 0
async function repeating(form: Record<string, unknown> = {}, client = admin) {
  serial += 1
  return createTask(client, {
    title: `Series ${serial}.`,
    dueDate: '2027-03-01',
    recurrence: weekly,
    ...form,
  })
}

/** All tasks of a series, by their days. */
const seriesOf = async (title: string) =>
  (await listTasks(admin, { query: title, pageSize: 100 })).data.map(
    ({ taskId, dueDate, status, recurrence }) => ({
      taskId,
      dueDate,
      status,
      repeats: recurrence?.text ?? null,
    }),
  )

describe('completing a task that repeats', () => {
  it('creates the next, which repeats instead; one undo takes both back, and can be undone', async () => {
    const accountId = await create(admin, 'accounts', { name: 'Birch' })
    const task = await repeating({
      accountId,
      startDate: '2027-02-26',
      priority: 'HIGH',
      description: 'Numbers of the week',
      checklist: [{ text: 'Ask', isDone: true, dueDate: '2027-02-28' }],
    })
    expect(task.recurrence).toMatchObject({ text: 'every week on Monday', day: '2027-03-01', missed: 0 })
    const done = await act(admin, 'complete', { taskIds: [task.taskId] })
    const [first, second] = await seriesOf(task.title)
    expect(first).toMatchObject({ taskId: task.taskId, status: 'COMPLETED', repeats: null })
    expect(second).toMatchObject({ dueDate: '2027-03-08', status: 'OPEN', repeats: 'every week on Monday' })
    expect(await readTask(admin, second?.taskId ?? 0)).toMatchObject({
      startDate: '2027-03-05',
      priority: 'HIGH',
      description: 'Numbers of the week',
      record: { id: accountId },
      seriesId: task.taskId,
      checklist: [{ text: 'Ask', isDone: false, dueDate: '2027-03-07' }],
    })
    const undone = await undo(admin, done.changeSetId ?? 0)
    expect(await seriesOf(task.title)).toEqual([
      { taskId: task.taskId, dueDate: '2027-03-01', status: 'OPEN', repeats: 'every week on Monday' },
    ])
    await undo(admin, undone.changeSetId)
    expect(await seriesOf(task.title)).toEqual([first, second])
  })

  it('by two people at once creates one', async () => {
    const { taskId, title } = await repeating()
    const manager = await app.as('manager')
    await Promise.all([
      act(admin, 'complete', { taskIds: [taskId] }),
      act(manager, 'complete', { taskIds: [taskId] }),
    ])
    expect(await seriesOf(title)).toHaveLength(2)
  })

  it('again after an undo that kept the next creates no second next', async () => {
    const { taskId, title } = await repeating()
    const done = await act(admin, 'complete', { taskIds: [taskId] })
    const [, next] = await seriesOf(title)
    await act(admin, 'in-progress', { taskIds: [next?.taskId ?? 0] })
    expect(await undo(admin, done.changeSetId ?? 0)).toMatchObject({ kept: [{ id: next?.taskId }] })
    await act(admin, 'complete', { taskIds: [taskId] })
    expect((await seriesOf(title)).map(({ status }) => status)).toEqual(['COMPLETED', 'IN_PROGRESS'])
  })

  it('counts from the completion where it says so', async () => {
    const { taskId, title } = await repeating({
      dueDate: '2027-02-10',
      recurrence: { rule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' },
    })
    await act(admin, 'complete', { taskIds: [taskId] })
    expect((await seriesOf(title))[1]).toMatchObject({
      dueDate: '2027-03-04',
      repeats: 'every 3 days, counted from its completion',
    })
  })

  it('ends with the last of a rule', async () => {
    const { taskId, title } = await repeating({ recurrence: { rule: 'FREQ=DAILY;COUNT=2' } })
    await act(admin, 'complete', { taskIds: [taskId] })
    const [, last] = await seriesOf(title)
    await act(admin, 'complete', { taskIds: [last?.taskId ?? 0] })
    expect((await seriesOf(title)).map(({ dueDate }) => dueDate)).toEqual(['2027-03-01', '2027-03-02'])
  })

  it('goes around the holidays of the company', async () => {
    const calendars = good(await admin.get('work-calendar/calendars')).data
    const { calendarId, ...calendar } = calendars[0]
    good(
      await admin.put(`work-calendar/calendars/${calendarId}`, {
        ...calendar,
        holidays: [{ day: '2027-03-29', name: 'Easter Monday' }],
      }),
    )
    const { taskId, title } = await repeating({
      dueDate: '2027-03-22',
      recurrence: { ...weekly, dayOff: 'after' },
    })
    await act(admin, 'complete', { taskIds: [taskId] })
    const [, next] = await seriesOf(title)
    expect(next).toMatchObject({ dueDate: '2027-03-30' })
    await act(admin, 'complete', { taskIds: [next?.taskId ?? 0] })
    expect((await seriesOf(title))[2]).toMatchObject({ dueDate: '2027-04-05' })
  })

  it('leaves the next without an assignee where the user was deactivated', async () => {
    const leaving = await app.newUser('manager')
    const { taskId, title } = await repeating({ assigneeId: leaving.actor.userId })
    good(await admin.patch(`user-management/users/${leaving.actor.userId}/status`, { status: 'DEACTIVATED' }))
    await act(admin, 'complete', { taskIds: [taskId] })
    const [, next] = await seriesOf(title)
    expect((await readTask(admin, next?.taskId ?? 0)).assignee).toBeNull()
  })
})

describe('a task that is still open', () => {
  it('moves to the next day of its rule, by the clocks of the assignee, and is not told of', async () => {
    const east = await app.newUser('manager')
    good(await admin.patch(`user-management/users/${east.actor.userId}`, { timeZone: 'Pacific/Auckland' }))
    moveTo('2027-06-07T12:00:00Z')
    const { taskId, title } = await repeating(
      { dueDate: '2027-06-08', recurrence: { rule: 'FREQ=DAILY' } },
      east,
    )
    const archived = await repeating({ dueDate: '2027-06-08' })
    await act(admin, 'archive', { taskIds: [archived.taskId] })
    // 9 June begins at noon of the 8th in Auckland.
    moveTo('2027-06-08T12:01:00Z')
    await expect
      .poll(async () => (await readTask(admin, taskId)).dueDate, { timeout: 20_000 })
      .toBe('2027-06-09')
    expect(await readTask(admin, taskId)).toMatchObject({
      recurrence: { missed: 1, day: '2027-06-09' },
      isDatePinned: false,
    })
    expect(await seriesOf(title)).toHaveLength(1)
    moveTo('2027-06-11T12:01:00Z')
    await expect
      .poll(async () => (await readTask(admin, taskId)).dueDate, { timeout: 20_000 })
      .toBe('2027-06-12')
    expect((await readTask(admin, taskId)).recurrence?.missed).toBe(4)
    const log = good(await admin.get(`tasks/${taskId}/changelog`)).data
    expect(log[0]).toMatchObject({ action: 'repeat', actor: { kind: 'task', name: 'Recurrence' } })
    await settle(app)
    expect(textsOf(await drawer(east)).filter((text) => text.includes('changed the due date'))).toEqual([])
    expect(await readTask(admin, archived.taskId)).toMatchObject({
      dueDate: '2027-06-08',
      status: 'ARCHIVED',
    })
  })
})

describe('the rule of a task', () => {
  it('and its checklist are unchanged where they are sent as they are', async () => {
    const { taskId } = await repeating({ checklist: [{ text: 'One' }] })
    const { checklist } = await readTask(admin, taskId)
    const { changeSetId } = good(await admin.put(`tasks/${taskId}`, { checklist, recurrence: weekly }))
    expect(changeSetId).toBeNull()
  })

  it('stays with it when only its day moves, and begins anew when the rule changes', async () => {
    const { taskId, version } = await repeating()
    await act(admin, 'reschedule', { taskIds: [taskId], dueDate: '2027-03-03' })
    expect((await readTask(admin, taskId)).recurrence?.day).toBe('2027-03-01')
    const change = { recurrence: { rule: 'FREQ=MONTHLY;BYMONTHDAY=3' }, version }
    const { data } = good(await admin.put(`tasks/${taskId}`, change))
    expect(data.recurrence).toMatchObject({
      day: '2027-03-03',
      text: 'every month on the 3rd day of the month',
    })
    const again = good(await admin.put(`tasks/${taskId}`, { recurrence: change.recurrence }))
    expect(again.changeSetId).toBeNull()
    good(await admin.put(`tasks/${taskId}`, { recurrence: null }))
    const log = good(await admin.get(`tasks/${taskId}/changelog`)).data
    expect(log[0].changes).toEqual([
      expect.objectContaining({
        label: 'Repeats',
        beforeText: 'every month on the 3rd day of the month',
        afterText: null,
      }),
    ])
  })

  it.each([
    [{ recurrence: { rule: 'every Monday' } }, { recurrence: /no part/ }],
    [{ recurrence: { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' } }, { recurrence: /no day after/ }],
    [{ recurrence: { rule: 'FREQ=DAILY;UNTIL=20200101' } }, { recurrence: /no day after/ }],
    [{ recurrence: { rule: 'FREQ=DAILY;COUNT=1' } }, { recurrence: /no day after/ }],
    [{ recurrence: weekly, dueDate: null }, { dueDate: /first due date/ }],
  ])('%j is refused', async (form, faults) => {
    const answer = await admin.post('tasks', { title: 'X', dueDate: '2027-03-01', ...form })
    expect(answer.status).toBe(400)
    for (const [field, message] of Object.entries(faults)) {
      expect(answer.body.fields[field]).toMatch(message)
    }
  })

  it('needs a due date as long as it repeats', async () => {
    const { taskId } = await repeating()
    const outcome = await act(admin, 'reschedule', { taskIds: [taskId], dueDate: null })
    expect(outcome.refused).toEqual([{ taskId, message: 'A task that repeats needs a due date.' }])
  })
})

const preview = (query: Record<string, string>) =>
  admin.get(`recurrence/preview?${new URLSearchParams({ from: '2027-03-01', ...query })}`)

describe('the preview of a rule', () => {
  it('has its words and its next days', async () => {
    const { data } = good(await preview({ rule: 'rrule:freq=weekly;byday=mo,we;count=4' }))
    expect(data).toEqual({
      rule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4',
      text: 'every week on Monday and Wednesday, 4 times',
      days: ['2027-03-03', '2027-03-08', '2027-03-10'],
      isEnding: true,
    })
  })

  it('says what is wrong with a rule', async () => {
    const answer = await preview({ rule: 'FREQ=MINUTELY' })
    expect(answer.status).toBe(400)
    expect(answer.body.fields.rule).toMatch(/by days/)
  })
})
