import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { inLane } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, preview, run } from './bulk.fixture.ts'
import { runJob } from './bulk.run.ts'
import type { ImportNeighbours } from './bulk.setup.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** Some batches. */
const many = 4400
const never = new AbortController().signal

const total = async (): Promise<number> => (await admin.get('core/accounts?pageSize=1')).body.totalEntityCount

async function bodyOf(prefix: string, name: (at: number) => string) {
  const rows = Array.from({ length: many }, (_, at) => `${prefix}${at},${name(at)}`)
  const uploadId = await upload(app, admin, `${prefix}.csv`, `k,n\n${rows.join('\n')}\n`)
  return {
    level: 'account',
    config: { uploadId, columns: columns('externalId', 'name'), key: ['externalId'] },
  }
}

async function start(prefix: string): Promise<number> {
  const input = await bodyOf(prefix, (at) => `${prefix} ${at}`)
  const { body } = await admin.post('core/entity/bulk', { type: 'entityBulkUpload', ...input })
  return body.data.jobId
}

/** A clock that fails when it is asked the so manieth time: first by the job, then by each batch in its turn. */
function failingAt(nth: number): Platform {
  const { platform } = app.application
  let asked = 0
  const now = (): Date => {
    asked += 1
    if (asked === nth) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
    return platform.clock.now()
  }
  return { ...platform, clock: { now } }
}

/** The modules below, of which one does something before the so manieth batch is calculated. */
function beforeBatch(nth: number, act: () => Promise<unknown>): ImportNeighbours {
  const { modules } = app.application
  let asked = 0
  return {
    ...modules,
    records: {
      ...modules.records,
      async context(...args) {
        asked += 1
        if (asked === nth) await act()
        return modules.records.context(...args)
      },
    },
  }
}

describe('batches that are worked out ahead', () => {
  it('are dropped when the one before fails, and are done once afterwards', async () => {
    const before = await total()
    const jobId = await start('fail')
    const { platform, modules } = app.application
    await expect(runJob(failingAt(3), modules, app.tenantId, jobId, never)).rejects.toThrow('connection lost')
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({
      state: 20,
      rowsRead: 1000,
    })
    expect(await total()).toBe(before + 1000)
    await runJob(platform, modules, app.tenantId, jobId, never)
    expect((await ended(admin, jobId)).counts).toEqual({ ...none, create: many })
    expect(await total()).toBe(before + many)
  })

  it('are written ahead as well, and nothing of them is left when the one before fails', async () => {
    const before = await total()
    const jobId = await start('ahead')
    const { platform, modules } = app.application
    const { owner } = platform.database
    // The third batch fails, but not before another transaction has written records.
    await owner.query(`create function fail_third() returns trigger language plpgsql as $$
      begin
        while not exists (
          select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.relation = 'record'::regclass
            and l.mode = 'RowExclusiveLock' and l.pid <> pg_backend_pid()
        ) loop perform pg_sleep(0.01); end loop;
        raise exception 'the third failed';
      end $$;
      create trigger fail_third before update on bulk_job
      for each row when (new.rows_read = 3000) execute function fail_third()`)
    await expect(runJob(platform, modules, app.tenantId, jobId, never)).rejects.toThrow('the third failed')
    await owner.query('drop function fail_third cascade')
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({ rowsRead: 2000 })
    expect(await total()).toBe(before + 2000)
    await runJob(platform, modules, app.tenantId, jobId, never)
    const done = await ended(admin, jobId)
    expect(done.counts).toEqual({ ...none, create: many })
    const set = await admin.get(`core/change-sets/${done.changeSetId}`)
    expect(set.body.data).toMatchObject({ records: many })
  })

  it('are dropped when somebody asks to stop', async () => {
    const before = await total()
    const jobId = await start('stop')
    const neighbours = beforeBatch(2, () => admin.post(`core/entity/bulk/${jobId}/stop`))
    await runJob(app.application.platform, neighbours, app.tenantId, jobId, never)
    const stopped = await ended(admin, jobId)
    expect(stopped.state).toBe(30)
    expect([1000, 2000]).toContain(stopped.rowsRead)
    expect(stopped.counts).toEqual({ ...none, create: stopped.rowsRead })
    expect(await total()).toBe(before + stopped.rowsRead)
  })

  it('are smaller where calls wait meanwhile, and a run goes on from any of them', async () => {
    const before = await total()
    const jobId = await start('beset')
    const { platform, modules } = app.application
    const beset = { kind: 'job', isThrottled: true, yieldToCalls: async () => undefined } as const
    const runBeset = (given: Platform) =>
      inLane(beset, () => runJob(given, modules, app.tenantId, jobId, never))
    await expect(runBeset(failingAt(4))).rejects.toThrow('connection lost')
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({
      state: 20,
      rowsRead: 100,
    })
    await runBeset(platform)
    expect((await ended(admin, jobId)).counts).toEqual({ ...none, create: many })
    expect(await total()).toBe(before + many)
  })

  it('change records that are there already as a preview says', async () => {
    await app.application.startWorker()
    await run(admin, await bodyOf('twice', (at) => `First ${at}`))
    const again = await bodyOf('twice', (at) => (at % 3 === 0 ? `First ${at}` : `Second ${at}`))
    const unchanged = Math.ceil(many / 3)
    const seen = await preview(admin, again)
    expect(seen.counts).toEqual({ ...none, update: many - unchanged, unchanged })
    const done = await run(admin, again)
    expect(done.counts).toEqual(seen.counts)
    const set = await admin.get(`core/change-sets/${done.changeSetId}`)
    expect(set.body.data).toMatchObject({ records: many - unchanged })
  })
})
