import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { workOff } from '../../../test/upgrade/second-process.ts'
import { newLogin, signIn } from '../../../test/sign-in.ts'
import type { Retention } from '../module.ts'
import { createRetention } from './retention.ts'

const day = 24 * 3600 * 1000

let app: TestApp
let admin: Client
let account: string

beforeAll(async () => {
  app = await startTestApp({
    KEEP_LEDGER_DAYS: '30',
    KEEP_AUDIT_DAYS: '30',
    KEEP_IMPORT_DAYS: '30',
    KEEP_SCORE_DAYS: '30',
    KEEP_SESSION_DAYS: '30',
    KEEP_MESSAGE_DAYS: '30',
  })
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const good = ({ status, body }: Awaited<ReturnType<Client['get']>>) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const change = async (data: object): Promise<number> =>
  good(await admin.post(`core/accounts/${account}`, { data })).changeSetId

async function forgetOld(): Promise<void> {
  const { modules, platform } = app.application
  const task = modules.modules.map((part) => part.tasks?.['retention:forget-old']).find(Boolean)
  await task?.({}, { signal: new AbortController().signal, log: platform.log })
}

async function count(table: string): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query(`select count(*)::int n from ${table}`)
  return rows[0].n
}

it('forgets what is older than it is kept, and nothing younger', async () => {
  const made = await admin.post('core/accounts', { globalFields: { name: 'Old', pulse: 2 } })
  account = String(good(made).data.accountId)
  const stages = good(await admin.get('core/lifecycles?level=account')).data
  const stage = stages.find((one: { isDefault: boolean }) => !one.isDefault).lifecycleStageId
  const old = await change({ about: 'first' })
  await change({ lifecycleStageId: stage, about: 'second' })
  const data = [{ id: Number(account), data: { about: 'third' } }]
  const bulk = good(await admin.post('core/entity/bulk', { type: 'entity', level: 'account', data })).data
  await newLogin(app, 'eve@example.com')
  await signIn(app, 'eve@example.com')
  good(await admin.post('identity/api-tokens', { name: 'Kept', permissions: ['record.read'] }))
  await workOff(app.application)
  app.clock.advance(20 * day)
  const young = await change({ about: 'fourth' })
  await forgetOld()
  const before = {
    audit: await count('audit_entry'),
    sessions: await count('session'),
    jobs: await count('bulk_job'),
    changes: await count('change'),
  }
  expect(before.jobs).toBe(1)
  const staysNow = async () => {
    const stays = good(await admin.get(`core/accounts/${account}/stage-history`)).data
    return stays.map((stay: { days: number }) => ({ ...stay, days: 0 }))
  }
  const stays = await staysNow()

  app.clock.advance(15 * day)
  await forgetOld()
  expect(await count('bulk_job')).toBe(0)
  expect(await count('bulk_item')).toBe(0)
  expect(await count('session')).toBeLessThan(before.sessions)
  expect(await count('audit_entry')).toBeLessThan(before.audit)

  const history = good(await admin.get(`core/accounts/${account}/history`)).data
  const told = history.flatMap((entry: { changes: { field: string }[] }) =>
    entry.changes.map(({ field }) => field),
  )
  expect(told.filter((field: string) => field === 'about')).toEqual(['about'])
  expect(await staysNow()).toEqual(stays)
  expect(stays.length).toBeGreaterThan(1)

  const undone = await admin.post(`core/change-sets/${old}/undo`)
  expect(undone).toMatchObject({ status: 409, body: { reason: 'undo.forgotten' } })
  expect(bulk.jobId).toBeGreaterThan(0)
  good(await admin.post(`core/change-sets/${young}/undo`))
  expect(good(await admin.get(`core/accounts/${account}`)).data.globalFields.about).toBe('third')
  const logic = { field: 'system:pulse', operator: 'isSetTo', value: [2] }
  const segment = good(await admin.post('segment', { name: 'Two', segmentLevel: 'account', logic })).data
    .segmentId
  const since = (days: number) => new Date(app.clock.now().getTime() - days * day).toISOString().slice(0, 10)
  good(await admin.get(`segment/${segment}/changes?since=${since(20)}`))
  expect(await admin.get(`segment/${segment}/changes?since=${since(40)}`)).toMatchObject({
    status: 400,
    body: { reason: 'segment.forgotten' },
  })
})

it('forgets jobs that were given up long ago', async () => {
  const { owner } = app.application.platform.database
  await owner.query(`select graphile_worker.add_job('test.given-up', max_attempts => 1)`)
  await owner.query(
    `update graphile_worker._private_jobs set attempts = 1, updated_at = now() - interval '91 days'
     where id in (select id from graphile_worker.jobs where task_identifier = 'test.given-up')`,
  )
  const left = `graphile_worker.jobs where task_identifier = 'test.given-up'`
  expect(await count(left)).toBe(1)
  await forgetOld()
  expect(await count(left)).toBe(0)
})

it('forgets of other kinds and of other companies where it fails for one', async () => {
  const { actor } = await app.foreigner()
  const asked: string[] = []
  const kind = (name: string, broken?: number): Retention => ({
    name,
    days: 30,
    async forget(tenantId) {
      asked.push(`${name} of ${tenantId}`)
      if (tenantId === broken) throw new Error('This company is broken')
      return 0
    },
  })
  const retention = [kind('first', app.tenantId), kind('second')]
  const { tasks } = createRetention(app.application.platform, [{ retention }])
  const context = { signal: new AbortController().signal, log: pino({ level: 'silent' }) }
  await expect(tasks?.['retention:forget-old']?.({}, context)).rejects.toThrow('could not be forgotten')
  const both = [app.tenantId, actor.tenantId]
  expect(asked.toSorted()).toEqual(
    ['first', 'second'].flatMap((name) => both.map((tenantId) => `${name} of ${tenantId}`)).toSorted(),
  )
})
