import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from './scenario.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const url = 'scenario-management/limits'

it('are the usual ones until the company chooses its own', async () => {
  expect(good(await manager.get(url)).data).toEqual({
    messagesPerWeek: 3,
    actionsPerDay: null,
    hours: null,
    lateEventHours: 24,
  })
  const own = { messagesPerWeek: 1, actionsPerDay: 500, hours: { from: 9, to: 17 }, lateEventHours: 48 }
  expect(good(await manager.put(url, own)).data).toEqual(own)
  expect(good(await manager.get(url)).data).toEqual(own)
  const foreigner = await app.foreigner()
  expect(good(await foreigner.get(url)).data.actionsPerDay).toBeNull()
})

it('are refused where they mean nothing', async () => {
  const wrong = { messagesPerWeek: 0, actionsPerDay: 0, hours: { from: 17, to: 9 }, lateEventHours: 0 }
  const { status, body } = await manager.put(url, wrong)
  expect(status).toBe(400)
  expect(Object.keys(body.fields).toSorted()).toEqual([
    'actionsPerDay',
    'hours.to',
    'lateEventHours',
    'messagesPerWeek',
  ])
})
