import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Selection } from '@steward/contracts/bulk-update'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { inLane } from '../../platform/pace/lane.ts'
import { create, list, read } from '../record/record.fixture.ts'
import { ended, none } from './bulk.fixture.ts'
import {
  bulkUpdateBody,
  previewBulkUpdate,
  runBulkUpdate,
  startBulkUpdate,
  undoBulkUpdate,
  type BulkUpdateInput,
} from './bulk.update.fixture.ts'
import { runJob } from './bulk.run.ts'
import type { ImportNeighbours } from './bulk.setup.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** More than two batches. */
const many = 10_500

/** The lane of a job while calls are busy, without the pauses. */
const beset = { kind: 'job', isThrottled: true, yieldToCalls: async () => undefined } as const

/** A signal that fires after it has been asked some times. */
function abortAfter(times: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      asked += 1
      return asked > times
    },
  } as AbortSignal
}

/** The modules below, of which one breaks in the middle of a batch, after it wrote. */
function breaking(): ImportNeighbours {
  const modules = app.application.modules
  return {
    ...modules,
    bulkUpdates: {
      ...modules.bulkUpdates,
      async write(...args) {
        await modules.bulkUpdates.write(...args)
        throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
      },
    },
  }
}

async function fill(n: number, name: string): Promise<void> {
  for (let from = 0; from < n; from += 5000) {
    const data = Array.from({ length: Math.min(5000, n - from) }, (_, at) => ({
      name: `${name} ${from + at}`,
    }))
    const config = { columns: [], key: [] }
    const { body } = await admin.post('core/entity/bulk', {
      type: 'entityBulkUpload',
      level: 'organization',
      config,
      data,
    })
    await runJob(
      app.application.platform,
      app.application.modules,
      app.tenantId,
      body.data.jobId,
      new AbortController().signal,
    )
  }
}

const withPulse = async (pulse: number): Promise<number> => {
  const filter = { field: 'system:pulse', operator: 'isSetTo', value: pulse }
  return (await list(admin, 'organizations', { filter, pageSize: 1 })).totalItemCount
}

const toFour: BulkUpdateInput = {
  level: 'organization',
  selection: { filter: '', query: 'Many' },
  change: { data: { 'system:pulse': 4 } },
}

describe('a bulk update of many', () => {
  it('goes on where it was cut off, does nothing twice, and is undone as one', async () => {
    await fill(many, 'Many')
    const { jobId } = await startBulkUpdate(admin, toFour)
    const go = (neighbours: ImportNeighbours, signal: AbortSignal) =>
      runJob(app.application.platform, neighbours, app.tenantId, jobId, signal)
    await go(app.application.modules, abortAfter(1))
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({
      state: 20,
      rowsRead: 5000,
      rowsTotal: many,
    })
    // While calls are busy it takes a tenth of a batch, and resumes after any record.
    await inLane(beset, () => go(app.application.modules, abortAfter(1)))
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({ rowsRead: 5500 })
    await expect(go(breaking(), abortAfter(9))).rejects.toThrow('connection lost')
    expect(await withPulse(4)).toBe(5500)
    // Who comes to match in the meantime was not chosen.
    const late = await create(admin, 'organizations', { name: 'Many late' })
    await app.application.startWorker()
    const done = await ended(admin, jobId)
    expect(done).toMatchObject({ state: 40, rowsRead: many, counts: { ...none, update: many } })
    expect(await withPulse(4)).toBe(many)
    expect((await read(admin, 'organizations', late)).globalFields.pulse).toBeNull()
    const set = await admin.get(`core/change-sets/${done.changeSetId}`)
    expect(set.body.data).toMatchObject({ records: many, source: 'person', action: 'edit' })
    const { rows } = await app.application.platform.database.owner.query(
      `select (select count(*)::int from bulk_target) as targets,
        (select count(*)::int from bulk_item where job_id = $1) as items,
        (select max(version)::int from record) as version`,
      [jobId],
    )
    expect(rows[0]).toEqual({ targets: 0, items: 1000, version: 2 })
    expect((await undoBulkUpdate(admin, jobId)).undo).toEqual({ state: 40, undone: many, kept: 0 })
    expect(await withPulse(4)).toBe(0)
  })

  it('is stopped after the batch that it is at, and what it did can be undone', async () => {
    const { jobId } = await startBulkUpdate(admin, toFour)
    expect((await admin.post(`core/entity/bulk/${jobId}/stop`)).status).toBe(200)
    const stopped = await ended(admin, jobId)
    expect(stopped.state).toBe(30)
    expect(stopped.counts.update).toBe(stopped.rowsRead)
    expect(await withPulse(4)).toBe(stopped.rowsRead)
    if (stopped.rowsRead > 0) await undoBulkUpdate(admin, jobId)
    expect(await withPulse(4)).toBe(0)
  })

  it('leaves what somebody changed since when it is undone', async () => {
    const id = await create(admin, 'organizations', { name: 'Edited since' })
    const job = await runBulkUpdate(admin, { ...toFour, selection: { ids: [id] } })
    await admin.post(`core/organizations/${id}`, { data: { 'system:pulse': 1 } })
    expect((await undoBulkUpdate(admin, job.jobId)).undo).toEqual({ state: 40, undone: 0, kept: 1 })
    expect((await read(admin, 'organizations', id)).globalFields.pulse).toBe(1)
  })
})

describe('who may', () => {
  it('a Viewer starts and previews none', async () => {
    const viewer = await app.as('viewer')
    for (const path of ['core/entity/bulk', 'core/entity/bulk/mass-update/preview']) {
      expect((await viewer.post(path, bulkUpdateBody(toFour))).status).toBe(403)
    }
  })

  it('a Normal User changes what they own, however it is chosen', async () => {
    const normal = await app.as('normalUser')
    const mine = await create(admin, 'accounts', { name: 'Rule mine', owners: [normal.actor.userId] })
    const other = await create(admin, 'accounts', { name: 'Rule secret' })
    const segment = await admin.post('segment', {
      name: 'Rule',
      segmentLevel: 'account',
      isPrivate: false,
      logic: { field: 'name', operator: 'contains', value: 'Rule' },
    })
    const privately = await admin.post('segment', {
      name: 'Rule for me',
      segmentLevel: 'account',
      isPrivate: true,
      logic: { field: 'name', operator: 'contains', value: 'Rule' },
    })
    const { segmentId } = segment.body.data
    const chosen: [Selection, number][] = [
      [{ ids: [mine, other] }, 1],
      [{ filter: '', query: 'Rule' }, 0],
      [{ segmentId }, 0],
    ]
    for (const [at, [selection, refused]] of chosen.entries()) {
      const input = { level: 'account', selection, change: { data: { about: `Round ${at}` } } }
      const seen = await previewBulkUpdate(normal, input)
      expect(seen).toMatchObject({ matched: 1 + refused, change: 1, unchanged: 0 })
      const done = await runBulkUpdate(normal, input)
      expect(done.counts).toEqual({ ...none, update: 1, refused })
      const items = await normal.get(`core/entity/bulk/${done.jobId}/items`)
      expect(JSON.stringify([seen, items.body])).not.toContain('secret')
      expect((await read(admin, 'accounts', mine)).globalFields.about).toBe(`Round ${at}`)
      expect((await read(admin, 'accounts', other)).globalFields.about).toBeNull()
    }
    const hidden = { level: 'account', selection: { segmentId: privately.body.data.segmentId } }
    const change = { data: { about: 'x' } }
    expect((await normal.post('core/entity/bulk', bulkUpdateBody({ ...hidden, change }))).status).toBe(404)
    const wrong = { level: 'contact', selection: { segmentId }, change }
    expect((await normal.post('core/entity/bulk', bulkUpdateBody(wrong))).body.reason).toBe('selection.level')
  })

  it('nobody of another tenant', async () => {
    const foreigner = await app.foreigner()
    const id = await create(admin, 'accounts', { name: 'Ours' })
    const input = { level: 'account', selection: { ids: [id] }, change: { data: { about: 'theirs' } } }
    const done = await runBulkUpdate(foreigner, input)
    expect(done.counts).toEqual({ ...none, refused: 1 })
    expect((await read(admin, 'accounts', id)).globalFields.about).toBeNull()
  })
})
