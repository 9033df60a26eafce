import type { FileStorage } from '@flystorage/file-storage'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createFileStoring } from './file.storing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece += 1) yield new Uint8Array(64 * 1024)
}

it('a large file is refused at once where the storage fails before it reads any of it', async () => {
  const storage = {
    write: () => Promise.reject(new Error('No space left on device')),
    deleteFile: async () => undefined,
  } as unknown as FileStorage
  const { store } = createFileStoring(
    { ...app.application.platform, log: pino({ level: 'silent' }) },
    storage,
  )
  const by = (await app.as('manager')).actor.userId
  const file = { name: 'large.bin', source: 'system', bytes: pieces(80), by } as const
  await expect(store(app.tenantId, file)).rejects.toMatchObject({ reason: 'file.storage' })
})
