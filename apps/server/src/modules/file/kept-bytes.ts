import type { FileStorage } from '@flystorage/file-storage'

/** Where other modules keep bytes of their own that every process has to reach, in folders that begin with the tenant's. */
export type KeptBytes = Pick<FileStorage, 'write' | 'read' | 'fileExists' | 'fileSize' | 'deleteFile'>
