import { existsSync } from 'node:fs'
import { parseCrontab } from 'graphile-worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { sendBytes, upload } from './sheet.fixture.ts'
import { uploadPath } from './upload.path.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('an upload', () => {
  it('comes in pieces, and goes on from where it stands', async () => {
    const bytes = Buffer.from('Name\nÄpfel\nBirnen\n')
    const created = await admin.post('core/entity/bulk/uploads', {
      fileName: '../../x.csv',
      size: bytes.length,
    })
    expect(created.body.data).toMatchObject({ fileName: '../../x.csv', offset: 0, complete: false })
    const { uploadId } = created.body.data
    const first = await sendBytes(app, admin, uploadId, 0, bytes.subarray(0, 7))
    expect(first.body.data).toMatchObject({ offset: 7, complete: false })
    const wrong = await sendBytes(app, admin, uploadId, 3, bytes.subarray(3))
    expect(wrong).toMatchObject({
      status: 409,
      body: { message: '7 bytes have been received. Continue from offset 7.' },
    })
    const early = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
    expect(early.status).toBe(409)
    const more = Buffer.concat([bytes.subarray(7), Buffer.from('and more')])
    expect((await sendBytes(app, admin, uploadId, 7, more)).status).toBe(413)
    const rest = await sendBytes(app, admin, uploadId, 7, bytes.subarray(7))
    expect(rest.body.data).toMatchObject({ offset: bytes.length, complete: true })
    const read = await admin.get(`core/entity/bulk/uploads/${uploadId}`)
    expect(read.body.data).toMatchObject({ size: bytes.length, complete: true })
    const detected = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
    expect(detected.body.data).toMatchObject({
      estimatedRows: 2,
      sample: [['Äpfel'], ['Birnen']],
      key: ['name'],
    })
  })

  it('says what is wrong with a file that is no table', async () => {
    const cases: [string, string | Buffer, RegExp][] = [
      ['header.csv', 'Name,About\n', /has a header but no rows/],
      ['blank.csv', '\n\n', /contains no text/],
      ['picture.csv', Buffer.from('89504e470d0a1a0a00', 'hex'), /PNG picture/],
      ['page.xls', '<html><table>', /web page/],
    ]
    for (const [name, content, sentence] of cases) {
      const uploadId = await upload(app, admin, name, content)
      const answer = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(sentence)
    }
    const empty = await admin.post('core/entity/bulk/uploads', { fileName: 'a.csv', size: 0 })
    expect(empty.body.message).toBe('The file is empty. Choose a file with a header and at least one row.')
  })
})

/** The uploads of these tests, by the names of their files. */
const names = new Map<string, { tenantId: number; uploadId: string }>()
const day = 24 * 3600 * 1000

/** Does what the schedules ask for that have to do with uploads. */
async function runSchedules(): Promise<void> {
  const { modules, platform } = app.application
  for (const part of modules.modules) {
    for (const { task } of parseCrontab((part.schedules ?? []).join('\n'))) {
      if (!task.startsWith('upload:')) continue
      await part.tasks?.[task]?.({}, { signal: new AbortController().signal, log: platform.log })
    }
  }
}

/** Starts an import of a file by someone, while no worker runs. */
async function start(client: Client, uploadId: string): Promise<number> {
  const config = { uploadId, columns: [{ column: 0, target: 'name' }] }
  const { body } = await client.post('core/entity/bulk', {
    type: 'entityBulkUpload',
    level: 'account',
    config,
  })
  return body.data.jobId
}

/** The names of the uploads that are known, and of those whose bytes are there. */
async function readUploads(): Promise<{ known: string[]; onDisk: string[] }> {
  const { platform } = app.application
  const { rows } = await platform.database.owner.query('select file_name from upload order by file_name')
  const onDisk: string[] = []
  for (const [name, { tenantId, uploadId }] of names) {
    if (existsSync(uploadPath(platform, tenantId, uploadId))) onDisk.push(name)
  }
  return { known: rows.map((row) => row.file_name), onDisk: onDisk.toSorted() }
}

async function send(client: Client, name: string): Promise<string> {
  const uploadId = await upload(app, client, name, 'n\nOne\n')
  names.set(name, { tenantId: client.actor.tenantId, uploadId })
  return uploadId
}

describe('old uploads', () => {
  it('go after a week, row and file, in every tenant; those that a job still needs stay', async () => {
    await app.application.platform.database.owner.query('delete from upload')
    await send(await app.foreigner(), 'foreign.csv')
    await send(admin, 'unused.csv')
    const ended = await start(admin, await send(admin, 'used.csv'))
    await admin.post(`core/entity/bulk/${ended}/stop`)
    await start(admin, await send(admin, 'waiting.csv'))
    app.clock.advance(6 * day)
    const later = await app.newUser('administrator')
    await send(later, 'fresh.csv')
    await runSchedules()
    const all = ['foreign.csv', 'fresh.csv', 'unused.csv', 'used.csv', 'waiting.csv']
    expect(await readUploads()).toEqual({ known: all, onDisk: all })
    app.clock.advance(1.5 * day)
    await runSchedules()
    const left = ['fresh.csv', 'waiting.csv']
    expect(await readUploads()).toEqual({ known: left, onDisk: left })
    const reader = await app.newUser('administrator')
    const { body } = await reader.get(`core/entity/bulk/${ended}`)
    expect(body.data).toMatchObject({ state: 30, fileName: 'used.csv' })
  })
})
