import { join } from 'node:path'
import { FileStorage } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import type { Platform } from '../../platform/platform.ts'

/** Where the bytes of stored files lie: by default a folder that only this program may read. */
export function openStorage(platform: Platform): FileStorage {
  const adapter = new LocalStorageAdapter(join(platform.config.dataDir, 'files'), {
    rootDirectoryVisibility: 'private',
  })
  return new FileStorage(adapter, undefined, {
    visibility: { visibility: 'private', directoryVisibility: 'private' },
  })
}

/** The place of a picture in the storage. */
export function imagePath(tenantId: number, imageUid: string): string {
  return `${tenantId}/images/${imageUid}`
}
