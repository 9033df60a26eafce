import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileLimit } from '@steward/contracts/plain/stored-file'
import { forged } from '../../../test/forged.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { addressOf, fetchAddress, runSchedules, sendFiles, storeFile } from './file.fixture.ts'
import { png } from './image.fixture.ts'
import { folderStorage, s3Storage, type TestStorage } from './s3.fixture.ts'

const day = 24 * 3600 * 1000
const minute = 60_000

describe.each([
  ['a folder', folderStorage],
  ['S3', s3Storage],
])('files in %s', (_, openStorage) => {
  let storage: TestStorage
  let app: TestApp
  let client: Client
  let other: Client

  beforeAll(async () => {
    storage = await openStorage()
    app = await startTestApp(storage.environment)
    client = await app.newUser('normalUser')
    other = await app.newUser('manager')
  })
  afterAll(async () => {
    await app.stop()
    await storage.stop()
  })

  const countRows = async (): Promise<number> => {
    const { rows } = await app.application.platform.database.owner.query(
      'select count(*)::int n from stored_file where tenant_id = $1',
      [app.tenantId],
    )
    return rows[0].n
  }
  const lying = async () => (await storage.listFiles(app.tenantId)).toSorted()

  it('are stored and given back as they were, by an address that needs no session', async () => {
    const files = [
      { name: 'picture.png', bytes: png(40, 30) },
      { name: 'large.bin', bytes: randomBytes(12 * 1024 * 1024) },
      { name: 'empty.txt', bytes: new Uint8Array() },
    ]
    const { status, body } = await sendFiles(app, client, files)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(
      body.data.map(({ name, mediaType, size }: Record<string, unknown>) => [name, mediaType, size]),
    ).toEqual([
      ['picture.png', 'image/png', files[0]?.bytes.length],
      ['large.bin', 'application/octet-stream', 12 * 1024 * 1024],
      ['empty.txt', 'application/octet-stream', 0],
    ])
    for (const [index, { fileId, fileMetaDataId, uid }] of body.data.entries()) {
      expect(fileMetaDataId).toBe(fileId)
      expect(uid).toMatch(/^[0-9a-f]{32}$/)
      const answer = await fetchAddress(app, await addressOf(client, fileId))
      expect(answer.statusCode).toBe(200)
      expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(
        createHash('sha256')
          .update(files[index]?.bytes as Uint8Array)
          .digest('hex'),
      )
    }
    expect(await lying()).toEqual(expect.arrayContaining(body.data.map(({ uid }: { uid: string }) => uid)))
  })

  it('are refused by name from 25 MB on, and nothing is left of the call', async () => {
    const [rows, before] = [await countRows(), await lying()]
    const { status, body } = await sendFiles(app, client, [
      { name: 'small.txt', bytes: 'text' },
      { name: 'film.mov', bytes: Buffer.alloc(fileLimit) },
    ])
    expect(status).toBe(413)
    const message = '"film.mov" is too large. Files must be under 25 MB.'
    expect(body).toMatchObject({ code: 'too_large', message, fields: { file: message } })
    expect({ rows: await countRows(), lying: await lying() }).toEqual({ rows, lying: before })
    const almost = await sendFiles(app, client, [{ name: 'film.mov', bytes: Buffer.alloc(fileLimit - 1) }])
    expect(almost.status).toBe(200)
  })

  it('leave nothing when the sender breaks off', async () => {
    const [rows, before] = [await countRows(), await lying()]
    const server = app.application.app
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const call = request({
      port,
      method: 'POST',
      path: '/api/file-management/files/upload/system',
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': 'multipart/form-data; boundary=cut',
        'content-length': 20_000_000,
      },
    })
    const closed = new Promise((resolve) => call.on('error', resolve))
    call.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="half.bin"\r\n\r\n')
    call.write(randomBytes(8_000_000))
    await expect.poll(countRows, { timeout: 5000 }).toBe(rows + 1)
    await setTimeout(200)
    call.destroy()
    await closed
    await expect
      .poll(async () => ({ rows: await countRows(), lying: await lying() }), { timeout: 10_000 })
      .toEqual({ rows, lying: before })
  })

  it('that nothing holds are removed after a day, and those that are held stay', async () => {
    const [free, held] = [await storeFile(app, client, 'free'), await storeFile(app, client, 'held')]
    const { files } = app.application.modules
    await transact(app.application.platform.database.tenant(app.tenantId), (tx) =>
      files.check(tx, client.actor, [held.fileId]),
    )
    app.clock.advance(day - minute)
    await runSchedules(app, 'file:')
    expect(await lying()).toEqual(expect.arrayContaining([free.uid, held.uid]))
    app.clock.advance(2 * minute)
    const fresh = await storeFile(app, client, 'fresh')
    await runSchedules(app, 'file:')
    expect(await lying()).toEqual([held.uid, fresh.uid].toSorted())
    expect(await countRows()).toBe(2)
    expect((await client.post(`file-management/files/download/${free.fileId}`)).status).toBe(404)
  })

  it('are their uploader’s for a day, then theirs whom a holder lets read them', async () => {
    const file = await storeFile(app, client, 'text')
    const download = (who: Client) => who.post(`file-management/files/download/${file.fileId}`)
    const { files } = app.application.modules
    await transact(app.application.platform.database.tenant(app.tenantId), (tx) =>
      files.check(tx, client.actor, [file.fileId]),
    )
    expect((await download(client)).status).toBe(200)
    expect((await download(other)).status).toBe(404)
    app.clock.advance(day + minute)
    expect((await download(client)).status).toBe(404)
    files.registerHolder({
      name: 'test',
      mayRead: async (_db, { userId }, ids) =>
        new Set(ids.filter((id) => id === file.fileId && userId === other.actor.userId)),
    })
    expect((await download(other)).status).toBe(200)
    expect((await download(client)).status).toBe(404)
    files.registerHolder({ name: 'test', mayRead: async () => new Set() })
  })

  it('of another company are not there', async () => {
    const file = await storeFile(app, client, 'text')
    const foreigner = await app.foreigner()
    expect((await foreigner.post(`file-management/files/download/${file.fileId}`)).status).toBe(404)
  })

  it('have addresses that end after five minutes and open nothing else', async () => {
    const [one, two] = [await storeFile(app, client, 'one'), await storeFile(app, client, 'two')]
    const url = await addressOf(client, one.fileId)
    const token = url.split('/').at(-1) as string
    expect((await fetchAddress(app, url)).body).toBe('one')
    const [tenantId, , until, signature] = token.split('.')
    for (const changed of [
      [tenantId, two.fileId, until, signature],
      [tenantId, one.fileId, Number(until) + 1, signature],
      [Number(tenantId) + 1, one.fileId, until, signature],
      [tenantId, one.fileId, until, forged(signature)],
      ['x'],
    ]) {
      const answer = await fetchAddress(app, url.replace(token, changed.join('.')))
      expect(answer.statusCode, changed.join('.')).toBe(404)
    }
    app.clock.advance(5 * minute)
    const late = await fetchAddress(app, url)
    expect(late.statusCode).toBe(404)
    expect(late.json().reason).toBe('file.address')
  })
})
