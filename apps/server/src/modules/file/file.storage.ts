import { join } from 'node:path'
import { FileStorage } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import type { ByteStore } from '../../platform/bytes/byte-store.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Platform } from '../../platform/platform.ts'

function openFolder(folder: string): FileStorage {
  const adapter = new LocalStorageAdapter(folder, { rootDirectoryVisibility: 'private' })
  return new FileStorage(adapter, undefined, {
    visibility: { visibility: 'private', directoryVisibility: 'private' },
  })
}

/** Where the bytes of stored files lie: a bucket, or a folder that only this program may read. */
export async function openStorage({ config }: Pick<Platform, 'config'>): Promise<FileStorage> {
  if (!config.s3) return openFolder(join(config.dataDir, 'files'))
  // The SDK is large, and most do without.
  const { openBucket } = await import('./s3.storage.ts')
  return openBucket(config.s3)
}

/** The place of a picture in the storage. */
export function imagePath(tenantId: number, imageUid: string): string {
  return `${tenantId}/images/${imageUid}`
}

/** The place of a file in the storage. */
export function filePath(tenantId: number, fileUid: string): string {
  return `${tenantId}/files/${fileUid}`
}

// An id of random digits is never that of a file and of a picture.
const named = `
  select tenant_id, 'files/' || file_uid as key, size from stored_file where sha256 is not null
  union all
  select tenant_id, 'images/' || image_uid, size from image`

/** The bytes of attached files and of pictures, in a bucket or a folder. */
export async function openFileBytes(config: Config): Promise<ByteStore> {
  const storage = await openStorage({ config })

  async function listPaths(folder: string): Promise<string[]> {
    const paths: string[] = []
    for await (const entry of storage.list(folder, { deep: true })) if (entry.isFile) paths.push(entry.path)
    return paths
  }

  return {
    name: 'files',
    table: 'stored_file',
    named,
    async open({ tenantId, key, size }) {
      const path = `${tenantId}/${key}`
      if (!(await storage.fileExists(path)) || (await storage.fileSize(path)) !== size) return undefined
      return storage.read(path)
    },
    write: ({ tenantId, key, size }, content) => storage.write(`${tenantId}/${key}`, content, { size }),
    remove: ({ tenantId, key }) => storage.deleteFile(`${tenantId}/${key}`),
    async removeAll(tenantId) {
      const folder = String(tenantId)
      if (!config.s3) {
        await storage.deleteDirectory(folder)
        return true
      }
      const paths = await listPaths(folder).catch(() => undefined)
      // One by one: not every service that speaks as S3 does removes many at once.
      for (const path of paths ?? []) await storage.deleteFile(path)
      return paths !== undefined
    },
  }
}
