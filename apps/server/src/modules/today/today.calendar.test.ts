import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { createTask } from '../task/task.fixture.ts'
import { readToday } from './today.fixture.ts'

let app: TestApp
let me: Client

beforeAll(async () => {
  app = await startTestApp()
  me = await app.newUser('normalUser', 'me@us.test')
})
afterAll(() => app.stop())

const calendarOf = async () =>
  (await readToday(me)).calendar.map(({ title, dueTime }) => [title, dueTime] as const)

it('has tasks with a time in its order, and those without one after them', async () => {
  const { day } = await readToday(me)
  const due = (title: string, dueTime?: string) => createTask(me, { title, dueDate: day, dueTime })
  await due('Some time')
  await due('Afternoon', '14:30')
  await due('Morning', '08:00')
  await due('Any time')
  await due('Noon', '12:00')
  expect(await calendarOf()).toEqual([
    ['Morning', '08:00'],
    ['Noon', '12:00'],
    ['Afternoon', '14:30'],
    ['Some time', null],
    ['Any time', null],
  ])
})

it('is that of the day where the user is', async () => {
  const east = await app.newUser('normalUser', 'east@us.test')
  good(
    await app
      .as('administrator')
      .then((admin) =>
        admin.patch(`user-management/users/${east.actor.userId}`, { timeZone: 'Pacific/Kiritimati' }),
      ),
  )
  const { day } = await readToday(east)
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  await createTask(east, { title: 'Theirs', dueDate: day, dueTime: '09:00' })
  await createTask(east, { title: 'Next day', dueDate: next, dueTime: '07:00' })
  expect((await readToday(east)).calendar.map(({ title }) => title)).toEqual(['Theirs'])
})
