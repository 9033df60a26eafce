import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../platform/config/config.ts'
import { findingsAbout, reasonOf, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const { ok, note, fault } = findingsAbout('Files')
const wait = 10_000

function open({ region, endpoint, credentials, forcePathStyle }: S3Config): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  })
}

const limit = () => ({ abortSignal: AbortSignal.timeout(wait) })

/** Writes, reads, lists and removes one small object of the doctor's own. */
async function tryBucket(config: S3Config): Promise<Finding> {
  const client = open(config)
  const object = { Bucket: config.bucket, Key: `doctor/${randomUUID()}` }
  const steps: [string, () => Promise<unknown>][] = [
    ['s3:PutObject', () => client.send(new PutObjectCommand({ ...object, Body: 'steward' }), limit())],
    ['s3:GetObject', () => client.send(new GetObjectCommand(object), limit())],
    [
      's3:ListBucket',
      () => client.send(new ListObjectsV2Command({ Bucket: config.bucket, MaxKeys: 1 }), limit()),
    ],
    ['s3:DeleteObject', () => client.send(new DeleteObjectCommand(object), limit())],
  ]
  try {
    for (const [right, step] of steps) {
      try {
        await step()
      } catch (error) {
        return fault(
          `The bucket ${config.bucket} refuses ${right}: ${reasonOf(error)}.`,
          'Correct S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys, or give the key this permission; see docs/operate/data.md. Most services other than Amazon need S3_FORCE_PATH_STYLE=on.',
        )
      }
    }
    return ok(`The bucket ${config.bucket} accepts writes, reads, lists and deletes.`)
  } finally {
    client.destroy()
  }
}

/** Where files lie. */
export const checkStorage: Check = async ({ config }) => {
  if (config.s3) return [await tryBucket(config.s3)]
  if (!config.databaseUrl) return []
  return [
    note(
      `Files are stored in ${config.dataDir}.`,
      'Processes on several machines must share this folder, or a bucket (S3_BUCKET).',
    ),
  ]
}
