import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, run } from './bulk.fixture.ts'
import { runJob } from './bulk.run.ts'
import type { ImportNeighbours } from './bulk.setup.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const total = async (): Promise<number> => (await admin.get('core/accounts?pageSize=1')).body.totalEntityCount

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

/** The modules below, of which one breaks in the middle of a batch. */
function breakAfter(times: number): ImportNeighbours {
  const modules = app.application.modules
  let asked = 0
  return {
    ...modules,
    records: {
      ...modules.records,
      async context(...args) {
        asked += 1
        if (asked > times) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
        return modules.records.context(...args)
      },
    },
  }
}

describe('a run that is cut off', () => {
  it('goes on without doing a row twice, with the keys it had seen', async () => {
    const rows = Array.from({ length: 3500 }, (_, at) => `c${at},Cut ${at}`)
    rows[3000] = 'c10,Same key as in the first batch'
    const uploadId = await upload(app, admin, 'cut.csv', `k,n\n${rows.join('\n')}\n`)
    const config = { uploadId, columns: columns('externalId', 'name'), key: ['externalId'] }
    const { body } = await admin.post('core/entity/bulk', {
      type: 'entityBulkUpload',
      level: 'account',
      config,
    })
    const { jobId } = body.data
    const go = (neighbours: ImportNeighbours, signal: AbortSignal) =>
      runJob(app.application.platform, neighbours, app.tenantId, jobId, signal)

    await go(app.application.modules, abortAfter(1))
    expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({
      state: 20,
      rowsRead: 1000,
    })
    expect(await total()).toBe(1000)
    await expect(go(breakAfter(1), abortAfter(9))).rejects.toThrow('connection lost')
    expect(await total()).toBe(2000)

    await app.application.startWorker()
    const done = await ended(admin, jobId)
    expect(done.counts).toEqual({ create: 3499, update: 0, unchanged: 0, conflict: 1, refused: 0 })
    expect(done.rowsRead).toBe(3500)
    expect(await total()).toBe(3499)
    const items = await admin.get(`core/entity/bulk/${jobId}/items?status=30`)
    expect(items.body.data).toMatchObject([
      { row: 3001, failure_reason: { failures: [{ message: 'Line 12 has the same External ID.' }] } },
    ])
    const sets = await admin.get(`core/change-sets/${done.changeSetId}`)
    expect(sets.body.data).toMatchObject({ records: 3499, source: 'import', action: 'import' })

    const undoing = await admin.post(`core/entity/bulk/${jobId}/undo`)
    expect(undoing.body.data.undo).toEqual({ state: 10, undone: 0, kept: 0 })
    expect((await ended(admin, jobId)).undo).toEqual({ state: 40, undone: 3499, kept: 0 })
    expect(await total()).toBe(0)
    expect((await admin.post(`core/entity/bulk/${jobId}/undo`)).status).toBe(409)
    expect((await admin.get(`core/change-sets/${done.changeSetId}`)).body.data.undoneBy).not.toBeNull()
  })
})

describe('undoing an import', () => {
  it('leaves what was edited since, and lists it', async () => {
    const make = async (file: string) => ({
      level: 'account',
      config: {
        uploadId: await upload(app, admin, 'undo.csv', file),
        columns: columns('externalId', 'name', 'about'),
        key: ['externalId'],
      },
    })
    await run(admin, await make('k,n,a\nu1,One,old\nu2,Two,old\n'))
    const done = await run(admin, await make('k,n,a\nu1,Uno,new\nu2,Dos,new\nu3,Three,new\n'))
    expect(done.counts).toMatchObject({ create: 1, update: 2 })
    const found = await admin.get('core/entity?levels=account&externalId=u1')
    const path = `core/accounts/${found.body.data[0].id}`
    expect((await admin.post(path, { data: { about: 'by hand' } })).status).toBe(200)
    await admin.post(`core/entity/bulk/${done.jobId}/undo`)
    const undone = await ended(admin, done.jobId)
    expect(undone.undo).toEqual({ state: 40, undone: 3, kept: 1 })
    const kept = await admin.get(`core/entity/bulk/${done.jobId}/kept`)
    expect(kept.body.data).toMatchObject([{ name: 'Uno', fields: ['About'] }])
    expect((await admin.get(path)).body.data.globalFields).toMatchObject({ name: 'One', about: 'by hand' })
    expect(await total()).toBe(2)
  })

  it('names a record once that stays for several reasons', async () => {
    const owner = await app.newUser('normalUser')
    const mapped = columns('externalId', 'name', 'about', 'pulse')
    const make = async (file: string) => ({
      level: 'account',
      config: {
        uploadId: await upload(app, owner, 'kept.csv', file),
        columns: mapped,
        key: ['externalId'],
      },
    })
    await run(owner, await make('k,n,a,p\ntwice,Twice,old,1\n'))
    const done = await run(owner, await make('k,n,a,p\ntwice,Twice,new,2\n'))
    const found = await admin.get('core/entity?levels=account&externalId=twice')
    const path = `core/accounts/${found.body.data[0].id}`
    const data = { about: 'by hand', 'system:owners': [admin.actor.userId] }
    expect((await admin.post(path, { data })).status).toBe(200)
    await owner.post(`core/entity/bulk/${done.jobId}/undo`)
    expect((await ended(owner, done.jobId)).undo).toEqual({ state: 40, undone: 0, kept: 1 })
    const kept = await owner.get(`core/entity/bulk/${done.jobId}/kept`)
    expect(kept.body.data).toMatchObject([
      { fields: ['About'], message: expect.stringMatching(/were edited since/) },
    ])
  })

  it('takes new parents away that records which were there are below', async () => {
    const make = async (file: string, ...targets: string[]) => ({
      level: 'account',
      config: {
        uploadId: await upload(app, admin, 'parents.csv', file),
        columns: columns('externalId', ...targets).map((one) => ({
          ...one,
          createParents: one.target === 'organization',
        })),
        key: ['externalId'],
      },
    })
    await run(admin, await make('k,n\np1,One\np2,Two\n', 'name'))
    const done = await run(admin, await make('k,org\np1,Newly made\np2,Newly made\n', 'organization'))
    expect(done.counts).toMatchObject({ update: 2 })
    await admin.post(`core/entity/bulk/${done.jobId}/undo`)
    expect((await ended(admin, done.jobId)).undo).toEqual({ state: 40, undone: 3, kept: 0 })
    const { data } = (await admin.get('core/organizations/partial?name=Newly made')).body
    expect(data).toEqual([])
  })

  it('is refused while the job runs, and where there is nothing to undo', async () => {
    const uploadId = await upload(app, admin, 'nothing.csv', 'k,n\nzz,\n')
    const config = { uploadId, columns: columns('externalId', 'name'), key: ['externalId'] }
    const done = await run(admin, { level: 'account', config })
    expect(done.counts.refused).toBe(1)
    expect((await admin.post(`core/entity/bulk/${done.jobId}/undo`)).body.reason).toBe('bulk.nothing')
    expect((await admin.post(`core/entity/bulk/${done.jobId}/stop`)).body.reason).toBe('bulk.ended')
  })
})
