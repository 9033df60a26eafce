import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const bucket = 'steward-files'

export interface TestStorage {
  /** The settings that make Steward use it. */
  environment: Record<string, string>
  /** The uids of the files of a tenant that lie there. */
  listFiles(tenantId: number): Promise<string[]>
  stop(): Promise<void>
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** The folder that is used of itself. */
export async function folderStorage(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-files-'))
  return {
    environment: { DATA_DIR: folder },
    listFiles: (tenantId) => namesIn(join(folder, 'files', String(tenantId), 'files')),
    stop: () => rm(folder, { recursive: true }),
  }
}

/** A server that speaks as S3 does. */
export async function s3Storage(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    environment: {
      DATA_DIR: folder,
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_FORCE_PATH_STYLE: 'on',
    },
    async listFiles(tenantId) {
      const names = await namesIn(join(folder, bucket, String(tenantId), 'files'))
      return names
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.split('.')[0] as string)
    },
    async stop() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
