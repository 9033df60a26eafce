import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Application } from '../../src/application.ts'
import { columns, ended } from '../../src/modules/bulk/bulk.fixture.ts'
import { endedExport } from '../../src/modules/export/export.fixture.ts'
import { s3Storage, type TestStorage } from '../../src/modules/file/s3.fixture.ts'
import { startAnother } from '../another-process.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'

let storage: TestStorage
let folder: string
let test: TestApp
/** On another machine, and the only worker: it has the bucket in common, and no folder. */
let worker: Application
let admin: Client

beforeAll(async () => {
  storage = await s3Storage()
  folder = await mkdtemp(join(tmpdir(), 'steward-worker-'))
  test = await startTestApp(storage.environment)
  worker = await startAnother(test, { ...storage.environment, DATA_DIR: folder })
  await worker.startWorker()
  admin = await test.as('administrator')
})
afterAll(async () => {
  await worker.close()
  await test.stop()
  await storage.stop()
  await rm(folder, { recursive: true })
})

const content = Buffer.from('Name\nÄpfel\nBirnen\nKirschen\n')

async function send({ app }: Application, uploadId: string, offset: number, bytes: Buffer) {
  const answer = await app.inject({
    method: 'PATCH',
    url: `/api/core/entity/bulk/uploads/${uploadId}?offset=${offset}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const bytesOf = async (table: 'upload' | 'export') => {
  const { rows } = await test.application.platform.database.owner.query(`select * from ${table}`)
  return rows
}

/** The names of what lies in the bucket, below a folder of the tenant. */
const inBucket = async (kind: string) => {
  const { DATA_DIR = '', S3_BUCKET = '' } = storage.environment
  const below = await readdir(join(DATA_DIR, S3_BUCKET, String(test.tenantId), kind), {
    recursive: true,
  }).catch(() => [])
  return below.filter((name) => name.endsWith('_S3rver_object'))
}

describe('with a bucket', () => {
  it('an upload comes in pieces to several processes, and another imports it', async () => {
    const first = test.application
    const announced = { fileName: 'fruit.csv', size: content.length }
    const created = await admin.post('core/entity/bulk/uploads', announced)
    const { uploadId } = created.body.data
    expect((await send(worker, uploadId, 0, content.subarray(0, 9))).body.data.offset).toBe(9)
    const both = await Promise.all([
      send(first, uploadId, 9, content.subarray(9, 14)),
      send(worker, uploadId, 9, content.subarray(9, 12)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { offset } = (await admin.get(`core/entity/bulk/uploads/${uploadId}`)).body.data
    const tooLong = Buffer.concat([content.subarray(offset), Buffer.from('and more')])
    expect((await send(first, uploadId, offset, tooLong)).status).toBe(413)
    const last = await send(worker, uploadId, offset, content.subarray(offset))
    expect(last.body.data).toMatchObject({ offset: content.length, complete: true })
    expect(await inBucket('uploads')).toHaveLength((await bytesOf('upload'))[0].pieces.length)

    const detected = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
    expect(detected.body.data.sample).toEqual([['Äpfel'], ['Birnen'], ['Kirschen']])
    const config = { uploadId, columns: columns('name') }
    const { body } = await admin.post('core/entity/bulk', {
      type: 'entityBulkUpload',
      level: 'account',
      config,
    })
    expect(await ended(admin, body.data.jobId)).toMatchObject({ state: 40, counts: { create: 3 } })
  })

  it('an export that one process wrote is fetched from another', async () => {
    const { body } = await admin.post('core/accounts/export', { format: 'csv', columns: ['name'] })
    const done = await endedExport(admin, body.data.exportId)
    expect(done).toMatchObject({ state: 'ready', rowsDone: 3 })
    const file = await admin.get(`core/exports/${done.exportId}/file`)
    expect(file.status).toBe(200)
    expect(file.body).toBe('\uFEFFName\r\nBirnen\r\nKirschen\r\nÄpfel\r\n')
    expect(await inBucket('exports')).toHaveLength(1)
  })

  it('both go when they are old', async () => {
    test.clock.advance(8 * 24 * 3600 * 1000)
    const { modules, platform } = worker
    for (const name of ['upload:remove-old', 'export:remove-old']) {
      const task = modules.modules.flatMap(({ tasks }) => tasks?.[name] ?? [])[0]
      await task?.({}, { signal: new AbortController().signal, log: platform.log })
    }
    expect([await bytesOf('upload'), await bytesOf('export')]).toEqual([[], []])
    expect([await inBucket('uploads'), await inBucket('exports')]).toEqual([[], []])
  })
})
