import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'

/** The least that S3 takes as a part, in bytes; of a file on its way no more is in memory. */
const partSize = 5 * 1024 * 1024
const contentType = 'application/octet-stream'

export interface Place {
  Bucket: string
  Key: string
}

/** The parts of one upload, sent one after the other; the first begins it. */
function openParts(client: S3Client, place: Place) {
  const parts: CompletedPart[] = []
  let uploadId: string | undefined

  async function begin(): Promise<string> {
    const begun = await client.send(new CreateMultipartUploadCommand({ ...place, ContentType: contentType }))
    if (!begun.UploadId) throw new Error('The storage began an upload without an id')
    return begun.UploadId
  }

  return {
    async add(bytes: Uint8Array): Promise<void> {
      uploadId ??= await begin()
      const part = { ...place, UploadId: uploadId, PartNumber: parts.length + 1 }
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: bytes }))
      parts.push({ PartNumber: part.PartNumber, ...(ETag && { ETag }) })
    },
    /** Whether something was sent, so that the rest has to go the same way. */
    hasBegun: () => uploadId !== undefined,
    async complete(): Promise<void> {
      const upload = { ...place, UploadId: uploadId, MultipartUpload: { Parts: parts } }
      await client.send(new CompleteMultipartUploadCommand(upload))
    },
    /** Stops trying; what cannot be determined to the storage now, a rule of the bucket takes away. */
    async abort(): Promise<void> {
      if (uploadId === undefined) return
      const upload = { ...place, UploadId: uploadId }
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    },
  }
}

/**
 * Writes a stream into a bucket: a short one at once, a longer one in parts out of the same 5 MB of memory,
 * which the usual way of the SDK takes again for each. Of one that breaks off nothing is left.
 */
export async function writeInParts(client: S3Client, place: Place, stream: Readable): Promise<void> {
  const room = Buffer.allocUnsafeSlow(partSize)
  const parts = openParts(client, place)
  let filled = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let done = 0; done < chunk.length;) {
        const copied = chunk.copy(room, filled, done)
        filled += copied
        done += copied
        if (filled < partSize) continue
        await parts.add(room)
        filled = 0
      }
    }
    const rest = room.subarray(0, filled)
    if (!parts.hasBegun()) {
      await client.send(new PutObjectCommand({ ...place, Body: rest, ContentType: contentType }))
      return
    }
    if (filled > 0) await parts.add(rest)
    await parts.complete()
  } catch (error) {
    await parts.abort()
    throw error
  }
}
