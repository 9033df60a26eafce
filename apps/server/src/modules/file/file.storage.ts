import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import { FileStorage } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import type { S3Config } from '../../platform/config/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeInParts } from './s3.writing.ts'

function openBucket({ bucket, endpoint, region, credentials, forcePathStyle }: S3Config): FileStorage {
  const client = new S3Client({
    region,
    forcePathStyle,
    // Services other than Amazon's do not all know the newer sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  })
  const adapter = new AwsS3StorageAdapter(client, { bucket })
  adapter.write = (path, contents) => writeInParts(client, { Bucket: bucket, Key: path }, contents)
  return new FileStorage(adapter)
}

function openFolder(folder: string): FileStorage {
  const adapter = new LocalStorageAdapter(folder, { rootDirectoryVisibility: 'private' })
  return new FileStorage(adapter, undefined, {
    visibility: { visibility: 'private', directoryVisibility: 'private' },
  })
}

/** Where the bytes of stored files lie: a bucket, or a folder that only this program may read. */
export function openStorage({ config }: Platform): FileStorage {
  return config.s3 ? openBucket(config.s3) : openFolder(join(config.dataDir, 'files'))
}

/** The place of a picture in the storage. */
export function imagePath(tenantId: number, imageUid: string): string {
  return `${tenantId}/images/${imageUid}`
}

/** The place of a file in the storage. */
export function filePath(tenantId: number, fileUid: string): string {
  return `${tenantId}/files/${fileUid}`
}
