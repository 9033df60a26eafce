import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startWorkerProcess } from '../../../test/worker-process.ts'

/** Holds one batch at its end, where it notes how far the wave is. */
export interface HeldBatch {
  /** Resolves once no batch can end. */
  locked(): Promise<unknown>
  /** Resolves once this lock is next in the line. */
  inLine(): Promise<void>
  /** Resolves once a batch has written everything but its progress. */
  reached(): Promise<void>
  release(): Promise<void>
  /** Ends the connections of a process that was killed meanwhile. */
  cutOff(): Promise<void>
}

/** Waves to people of a company, sent by processes that a test can kill. */
function createWaveSending(app: TestApp, patience: number) {
  const { owner } = app.application.platform.database
  let worker: ChildProcess | undefined

  const poll = (read: () => unknown) => expect.poll(read, { timeout: patience, interval: 20 })

  /** Locks are given in the order in which they were asked for. */
  async function holdBatches(): Promise<HeldBatch> {
    const holder = await owner.connect()
    await holder.query('begin')
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    const locking = holder.query('lock table survey_wave in share mode')
    const pid = rows[0]?.pid
    const blocked = `select pid from pg_stat_activity
      where $1 = any(pg_blocking_pids(pid)) and query like '%survey_wave.update%'`
    const countBlocked = async () => (await owner.query(blocked, [pid])).rowCount
    return {
      locked: () => locking,
      inLine: () =>
        poll(
          async () =>
            (await owner.query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount,
        ).toBe(1),
      reached: () => poll(countBlocked).toBe(1),
      async release() {
        await holder.query('rollback')
        holder.release()
      },
      async cutOff() {
        await owner.query(`select pg_terminate_backend(pid) from (${blocked}) b`, [pid])
        await poll(countBlocked).toBe(0)
      },
    }
  }

  return {
    poll,
    holdBatches,

    /** Lets one batch end; resolves once the next one has come as far. */
    async letOneThrough(held: HeldBatch): Promise<HeldBatch> {
      await held.reached()
      const next = await holdBatches()
      await next.inLine()
      await held.release()
      await next.locked()
      await next.reached()
      return next
    },

    async addPeople(count: number): Promise<void> {
      await owner.query(
        `insert into record (tenant_id, level, name, email)
         select $1, 3, 'Person ' || n, 'person' || n || '@example.com' from generate_series(1, $2) n`,
        [app.tenantId, count],
      )
      await owner.query('analyze record')
    },

    /** Resolves with a function that waits until the wave is finished. */
    async startWave(surveyId: number): Promise<() => Promise<void>> {
      const manager = await app.as('manager')
      const waves = `survey-management/surveys/${surveyId}/waves`
      expect((await manager.post(waves)).status).toBe(200)
      return () => poll(async () => (await manager.get(waves)).body.data?.[0].state).toBe('finished')
    },

    startWorker(): void {
      worker = startWorkerProcess(app)
    },

    async killWorker(): Promise<void> {
      if (worker?.exitCode !== null || worker.signalCode !== null) return
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
    },

    async sent(): Promise<number> {
      const { rows } = await owner.query<{ sent: number }>('select sent from survey_wave')
      return rows[0]?.sent ?? 0
    },

    /** How many people were asked and mailed: the same number everywhere means each of them once. */
    async counts(): Promise<Record<string, number>> {
      const { rows } = await owner.query(
        `select count(*)::int as asks, count(distinct record_id)::int as people,
           (select count(*)::int from message where template = 'survey') as mails,
           (select count(distinct recipient)::int from message where template = 'survey') as recipients,
           (select sent from survey_wave) as sent
         from survey_ask`,
      )
      return rows[0]
    },
  }
}

export let app: TestApp
export let waves: ReturnType<typeof createWaveSending>

/** Starts the application with so many people for a test file; each thing it waits for may take `patience` milliseconds. */
export function openWaves(people: number, patience: number): void {
  beforeAll(async () => {
    app = await startTestApp()
    waves = createWaveSending(app, patience)
    await waves.addPeople(people)
  })
  afterAll(async () => {
    await waves.killWorker()
    await app.stop()
  })
}

/** The result of `counts` when each of `n` people was asked exactly once. */
export const eachOnce = (n: number) => ({ asks: n, people: n, mails: n, recipients: n, sent: n })
