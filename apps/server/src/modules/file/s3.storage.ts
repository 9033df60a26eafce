import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import { FileStorage } from '@flystorage/file-storage'
import type { S3Config } from '../../platform/config/config.ts'
import { writeInParts } from './s3.writing.ts'

/** Stored files in a bucket of S3 or of a service that speaks like it. */
export function openBucket({ bucket, endpoint, region, credentials, forcePathStyle }: S3Config): FileStorage {
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
