import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { sendBytes, upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, run } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('a job that is stopped', () => {
  it('by somebody before it began', async () => {
    const uploadId = await upload(app, admin, 'stop.csv', 'n\nOne\n')
    const config = { uploadId, columns: columns('name') }
    const { body } = await admin.post('core/entity/bulk', {
      type: 'entityBulkUpload',
      level: 'account',
      config,
    })
    expect(body.data).toMatchObject({ state: 10, stateName: 'Submitted', type: 20 })
    const stopped = await admin.post(`core/entity/bulk/${body.data.jobId}/stop`)
    expect(stopped.body.data).toMatchObject({ state: 30, stateName: 'Stopped', failure: null })
    await app.application.startWorker()
  })

  it('by a file that cannot be read to its end, with what it had done', async () => {
    const rows = Array.from({ length: 6000 }, (_, at) => `t${at},Torn ${at}`).join('\n')
    const bytes = Buffer.concat([
      Buffer.from(`k,n\n${rows.padEnd(300_000)}\nx,`),
      Buffer.from([0xff, 0xfe, 10]),
    ])
    const uploadId = await upload(app, admin, 'torn.csv', bytes)
    const settings = {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      header: true,
      skipLines: 0,
    } as const
    const config = { uploadId, settings, columns: columns('externalId', 'name'), key: ['externalId'] }
    const done = await run(admin, { level: 'account', config })
    expect(done.state).toBe(30)
    expect(done.failure).toMatch(/^Line 6002 contains bytes that are not UTF-8\./)
    expect(done.counts.create).toBe(done.rowsRead)
  })
})

describe('who may do what', () => {
  it('nobody reaches the uploads and jobs of another tenant, or the uploads of another user', async () => {
    const uploadId = await upload(app, admin, 'mine.csv', 'n\nMine\n')
    const { jobId } = await run(admin, { level: 'account', config: { uploadId, columns: columns('name') } })
    const foreigner = await app.foreigner()
    const paths = ['', '/items', '/rows?outcome=create', '/errors.csv', '/kept'].map(
      (end) => `core/entity/bulk/${jobId}${end}`,
    )
    for (const path of paths) expect((await foreigner.get(path)).status, path).toBe(404)
    for (const act of ['stop', 'undo']) {
      expect((await foreigner.post(`core/entity/bulk/${jobId}/${act}`)).status).toBe(404)
    }
    const config = { uploadId, columns: columns('name') }
    for (const other of [foreigner, await app.as('manager')]) {
      expect((await other.get(`core/entity/bulk/uploads/${uploadId}`)).status).toBe(404)
      expect((await sendBytes(app, other, uploadId, 0, Buffer.from('x'))).status).toBe(404)
      const start = await other.post('core/entity/bulk', {
        type: 'entityBulkUpload',
        level: 'account',
        config,
      })
      expect(start.status).toBe(404)
    }
    expect((await foreigner.get('core/entity/bulk/entity-upload/history')).body.data).toEqual([])
  })

  it('a viewer reads jobs and starts none', async () => {
    const viewer = await app.as('viewer')
    const history = await viewer.get('core/entity/bulk/entity-upload/history?pageSize=1')
    expect(history.body).toMatchObject({ itemCount: 1, page: 1, pageSize: 1 })
    expect((await viewer.post('core/entity/bulk/uploads', { fileName: 'a.csv', size: 3 })).status).toBe(403)
    const config = { columns: columns('name') }
    expect((await viewer.post('core/entity/bulk/preview', { level: 'account', config })).status).toBe(403)
    expect((await viewer.post(`core/entity/bulk/${history.body.data[0].jobId}/undo`)).status).toBe(403)
  })

  it('a Normal User changes what they own, and learns nothing about the rest', async () => {
    const normal = await app.as('normalUser')
    const give = (externalId: string, name: string, owner: number) =>
      admin.post('core/accounts', { globalFields: { externalId, name, owners: [owner] } })
    await give('n1', 'Theirs', normal.actor.userId)
    await give('n2', 'Secret name', admin.actor.userId)
    const file = 'k,n,a\nn1,Theirs,new\nn2,Other,new\nn3,Fresh,new\n'
    const config = {
      uploadId: await upload(app, normal, 'own.csv', file),
      columns: columns('externalId', 'name', 'about'),
      key: ['externalId'],
    }
    const done = await run(normal, { level: 'account', config })
    expect(done.counts).toEqual({ ...none, create: 1, update: 1, conflict: 1 })
    const rows = await normal.get(`core/entity/bulk/${done.jobId}/rows?outcome=conflict`)
    expect(rows.body.data).toMatchObject([{ row: 2, problems: [{ field: 'system:externalId' }] }])
    expect(JSON.stringify(rows.body)).not.toContain('Secret')
    const others = await admin.get('core/entity/bulk/entity-upload/history')
    const foreign = others.body.data.find((job: { by: { id: number } }) => job.by.id === admin.actor.userId)
    expect((await normal.get(`core/entity/bulk/${foreign.jobId}`)).status).toBe(404)
    expect((await normal.get('core/entity/bulk/entity-upload/history')).body.totalItemCount).toBe(1)
    await normal.post(`core/entity/bulk/${done.jobId}/undo`)
    expect((await ended(normal, done.jobId)).undo).toMatchObject({ undone: 2, kept: 0 })
  })
})
