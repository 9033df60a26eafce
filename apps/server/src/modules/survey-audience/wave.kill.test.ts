import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { startWorkerProcess } from '../../../test/worker-process.ts'
import { good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'

const kills = byLength(2, 8)
const batchSize = 100
const people = (kills + 1) * batchSize + 50
const patience = 120_000

let app: TestApp
let manager: Client
let worker: ChildProcess | undefined

const owner = () => app.application.platform.database.owner

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await owner().query(
    `insert into record (tenant_id, level, name, email)
     select $1, 3, 'Person ' || n, 'person' || n || '@example.com' from generate_series(1, $2) n`,
    [app.tenantId, people],
  )
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.stop()
})

function startWorker(): ChildProcess {
  worker = startWorkerProcess(app)
  return worker
}

const poll = (read: () => unknown) => expect.poll(read, { timeout: patience, interval: 20 })

/** Holds each batch at its end, where it notes how far the wave is. Locks are given in the order in which they were asked for. */
async function holdBatches() {
  const holder = await owner().connect()
  await holder.query('begin')
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const locking = holder.query('lock table survey_wave in share mode')
  const pid = rows[0]?.pid
  const blocked = `select pid from pg_stat_activity
    where $1 = any(pg_blocking_pids(pid)) and query like '%survey_wave.update%'`
  return {
    pid,
    locked: () => locking,
    /** Until this lock is next in the line. */
    inLine: () =>
      poll(
        async () =>
          (await owner().query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount,
      ).toBe(1),
    reached: () => poll(async () => (await owner().query(blocked, [pid])).rowCount).toBe(1),
    async release() {
      await holder.query('rollback')
      holder.release()
    },
    async cutOff() {
      await owner().query(`select pg_terminate_backend(pid) from (${blocked}) b`, [pid])
      await poll(async () => (await owner().query(blocked, [pid])).rowCount).toBe(0)
    },
  }
}

async function written() {
  const { rows } = await owner().query(
    `select count(*)::int as asks, count(distinct record_id)::int as people,
       (select count(*)::int from message where template = 'survey') as mails,
       (select count(distinct recipient)::int from message where template = 'survey') as recipients,
       (select sent from survey_wave) as sent
     from survey_ask`,
  )
  return rows[0]
}

const all = (n: number) => ({ asks: n, people: n, mails: n, recipients: n, sent: n })

it(
  `asks ${people} people exactly once although ${kills} workers are killed at the end of a batch`,
  { timeout: (kills + 2) * patience },
  async () => {
    const { surveyId } = await liveSurvey(manager, { channels: { mail: true } })
    good(await manager.post(`${surveysUrl}/${surveyId}/waves`))
    let batch = await holdBatches()
    await batch.locked()
    for (let kill = 0; kill < kills; kill += 1) {
      const doomed = startWorker()
      await batch.reached()
      // One batch gets through; the next one has written everything but its progress when the process is killed.
      const next = await holdBatches()
      await next.inLine()
      await batch.release()
      await next.locked()
      batch = next
      await batch.reached()
      const gone = once(doomed, 'exit')
      doomed.kill('SIGKILL')
      await gone
      await batch.cutOff()
      expect(await written()).toEqual(all((kill + 1) * batchSize))
    }
    startWorker()
    await batch.reached()
    await batch.release()
    await poll(async () => good(await manager.get(`${surveysUrl}/${surveyId}/waves`)).data[0].state).toBe(
      'finished',
    )
    expect(await written()).toEqual(all(people))
  },
)
