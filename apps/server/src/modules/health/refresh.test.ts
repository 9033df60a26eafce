import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { create, good } from '../record/record.fixture.ts'
import { logOne } from '../timeline/timeline.fixture.ts'
import { createFollowing, type Following } from './follow.service.ts'
import { movementOf, override, scoreOf, today } from './health.fixture.ts'
import { noteRecords } from './pending.store.ts'
import type { Refresh } from './refresh.store.ts'
import { ScoredMeanwhile } from './scoring.service.ts'

const dayLength = 86_400_000
/** As many as are scored in one transaction. */
const windowSize = 5000

const contacts = measureOf({
  name: 'Contact',
  metric: 'daysSinceContact',
  rules: [{ operator: 'lte', value: 7, points: 10 }],
  otherwise: 6,
})

let app: TestApp
let admin: Client
let following: Following
let overridden: number
let met: number
/** Has its turn after all that are scored at once. */
let last: number

/** There is no worker: what it does is done step by step, so that midnight comes between two of them. */
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const { platform, modules } = app.application
  following = createFollowing(platform, modules.healthModels, modules.fields)
  overridden = await create(admin, 'accounts', { name: 'Overridden' })
  met = await create(admin, 'accounts', { name: 'Met' })
  await platform.database.owner.query(
    `insert into record (tenant_id, level, name) select $1, 2, 'Account ' || n from generate_series(1, $2::int) n`,
    [app.tenantId, windowSize],
  )
  last = await create(admin, 'accounts', { name: 'Last' })
  waitUntil('00:20')
  await askForNight()
  await finishWork()
})
afterAll(() => app.stop())

/** Lets the clock go on to the next such time in UTC. */
function waitUntil(time: string): void {
  const away = Date.parse(`${today(app)}T${time}:00Z`) - app.clock.now().getTime()
  app.clock.advance(away > 0 ? away : away + dayLength)
}

/** What is asked for every night, and when a worker starts. */
async function askForNight(): Promise<void> {
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.['health:nightly'] ?? [])
  await task?.({}, { signal: new AbortController().signal, log: platform.log })
}

const step = async (): Promise<boolean> =>
  following.refreshNext(app.tenantId, await following.standingOf(app.tenantId))

async function refreshOfAccounts(): Promise<Refresh | undefined> {
  const { refreshes } = await following.standingOf(app.tenantId)
  return refreshes.find(({ level }) => level === 2)
}

async function finishWork(): Promise<void> {
  let isMore = true
  while (isMore) isMore = await step()
}

/** Leaves the accounts where some have been scored, and not all. */
async function scoreFirstAccounts(): Promise<void> {
  let isMore = true
  while (isMore && ((await refreshOfAccounts())?.cursor ?? 0) === 0) isMore = await step()
  expect(await refreshOfAccounts()).toMatchObject({ running: true, done: windowSize })
}

async function meet(id: number): Promise<void> {
  const occurredAt = new Date(app.clock.now().getTime() - 7 * dayLength)
  await logOne(app, admin, { on: ['accounts', id], kind: 'activity', occurredAt, title: 'Call' })
}

/** Half an hour before midnight a version is published; accounts are scored whose scores hold until then. */
async function publishLate(): Promise<void> {
  waitUntil('23:30')
  await meet(met)
  const whole = { score: 2, reason: 'Their sponsor left.', endsOn: today(app) }
  good(await override(admin, 'account', overridden, whole))
  await publishModel(admin, 2, { measures: [contacts] })
  await askForNight()
  await scoreFirstAccounts()
  expect(await scoreOf(admin, 'account', overridden)).toMatchObject({ score: 2 })
  expect(await scoreOf(admin, 'account', met)).toMatchObject({ score: 10 })
}

async function expectNewDay(): Promise<void> {
  expect(await scoreOf(admin, 'account', overridden)).toMatchObject({ score: null, override: null })
  expect(await scoreOf(admin, 'account', met)).toMatchObject({ score: 6 })
}

describe('a refresh in which midnight comes', () => {
  it('leaves the night its work where it ends before that', async () => {
    await publishLate()
    waitUntil('00:05')
    await finishWork()
    waitUntil('00:20')
    await askForNight()
    await finishWork()
    await expectNewDay()
  })

  it('begins again with the night where it has not ended by then', async () => {
    await publishLate()
    waitUntil('00:20')
    await askForNight()
    await finishWork()
    await expectNewDay()
    expect(await refreshOfAccounts()).toMatchObject({ running: false, day: today(app) })
  })
})

describe('the work of a night', () => {
  it('is done once', async () => {
    waitUntil('00:20')
    await askForNight()
    await finishWork()
    const done = await refreshOfAccounts()
    await askForNight()
    expect(await refreshOfAccounts()).toEqual(done)
  })

  it('tells what has gone stale, also of a record that changes before its turn', async () => {
    await meet(last)
    await publishModel(admin, 2, { measures: [contacts] })
    await askForNight()
    await finishWork()
    expect(await scoreOf(admin, 'account', last)).toMatchObject({ score: 10 })
    waitUntil('00:20')
    await askForNight()
    await scoreFirstAccounts()
    const db = app.application.platform.database.tenant(app.tenantId)
    await transact(db, (tx) => noteRecords(tx, app.tenantId, [last], [2]))
    expect(await following.followPending(app.tenantId, await following.standingOf(app.tenantId))).toBe(true)
    const { movements } = await movementOf(admin, 'account', last, today(app, -1), today(app))
    expect(movements).toMatchObject([{ label: 'stale', name: 'Contact', difference: -4 }])
  })
})

/** How many connections wait for someone else's lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}

describe('a first score', () => {
  it('is worked out anew where somebody overrode it meanwhile', async () => {
    const id = await create(admin, 'accounts', { name: 'Fresh' })
    await finishWork()
    await meet(id)
    const { database } = app.application.platform
    await transact(database.tenant(app.tenantId), (tx) => noteRecords(tx, app.tenantId, [id], [2]))
    const holder = await database.owner.connect()
    await holder.query('begin')
    await holder.query('select from record where record_id = $1 for no key update', [id])
    const overriding = override(admin, 'account', id, { score: 2, reason: 'Gone.', endsOn: today(app) })
    await expect.poll(countWaiting).toBe(1)
    const scoring = following.followPending(app.tenantId, await following.standingOf(app.tenantId))
    const outcome = expect(scoring).rejects.toThrow(ScoredMeanwhile)
    await expect.poll(countWaiting).toBe(2)
    await holder.query('commit')
    holder.release()
    good(await overriding)
    await outcome
    expect(await following.followPending(app.tenantId, await following.standingOf(app.tenantId))).toBe(true)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 2 })
  })

  it('that comes with a later night is no matter of the rules', async () => {
    const id = await create(admin, 'accounts', { name: 'Awaited' })
    const occurredAt = new Date(app.clock.now().getTime() + dayLength)
    await logOne(app, admin, { on: ['accounts', id], kind: 'activity', occurredAt, title: 'Call' })
    await finishWork()
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: null })
    app.clock.advance(dayLength)
    await askForNight()
    await finishWork()
    const { movements } = await movementOf(admin, 'account', id, today(app, -1), today(app))
    expect(movements).toMatchObject([{ label: 'behaviour', name: 'Contact', difference: 10 }])
  })

  it('takes away what a record shows without one', async () => {
    const id = await create(admin, 'accounts', { name: 'Unexplained' })
    const { database } = app.application.platform
    await database.owner.query('update record set health = 8 where record_id = $1', [id])
    await transact(database.tenant(app.tenantId), (tx) => noteRecords(tx, app.tenantId, [id], [2]))
    await following.followPending(app.tenantId, await following.standingOf(app.tenantId))
    const { rows } = await database.owner.query('select health from record where record_id = $1', [id])
    expect(rows).toEqual([{ health: null }])
  })
})
