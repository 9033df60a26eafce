import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { FileStorage } from '@flystorage/file-storage'
import { fileDeleted, fileStored } from '@steward/contracts/event/file.event'
import type { StoredFile } from '@steward/contracts/file'
import { transact } from '../../platform/db/database.ts'
import { mayRemove } from '../../platform/db/removal.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { Arrival, type Arrived } from './file.arrival.ts'
import { cleanFileName } from './file-name.rules.ts'
import { filePath } from './file.storage.ts'
import { completeFile, deleteFreeFile, insertFile } from './file.store.ts'

/** A file to be stored: its bytes, which are read as they come, and whose it is. */
export interface FileToStore {
  name: string
  /** Where it comes from, in a word. */
  source: string
  bytes: AsyncIterable<Uint8Array> | Uint8Array
  /** The user; null for what no one uploaded. */
  by: number | null
}

/** The storage failed, not the one who sends. */
function storageFailure(platform: Platform, error: unknown): AppError {
  platform.log.error({ err: error }, 'a file could not be stored')
  return new AppError(
    'unavailable',
    'file.storage',
    'The file storage is not available. Try again in a moment.',
  )
}

/** Bytes of a file that lies in memory which are hashed and written in one turn of the event loop. */
const sliceSize = 256 * 1024

/** The bytes as they come; what breaks off is the sender's doing, and distinguished from what the storage does. */
async function* asSent(name: string, bytes: FileToStore['bytes']): AsyncGenerator<Uint8Array> {
  if (bytes instanceof Uint8Array) {
    for (let at = 0; at < bytes.length; at += sliceSize)
      yield Uint8Array.from(bytes.subarray(at, at + sliceSize))
    return
  }
  try {
    yield* bytes
  } catch {
    throw invalid('file.broken_off', { file: `"${name}" was not uploaded completely. Send it again.` })
  }
}

function reasonOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'rejected' ? result.reason : undefined
}

/** Writes files into the storage, piece by piece; of one that does not arrive nothing is left. */
export function createFileStoring(platform: Platform, storage: FileStorage) {
  async function receive(name: string, path: string, bytes: FileToStore['bytes']): Promise<Arrived> {
    const arrival = new Arrival(name)
    const [sending, writing] = await Promise.allSettled([
      pipeline(asSent(name, bytes), arrival),
      storage.write(path, arrival).catch((error: unknown) => {
        // A storage that fails before it reads would leave the sender waiting for good.
        arrival.destroy(error as Error)
        throw error
      }),
    ])
    const [failure, writeFailure] = [reasonOf(sending), reasonOf(writing)]
    if (failure instanceof AppError) throw failure
    if (failure !== undefined || writeFailure !== undefined)
      throw storageFailure(platform, writeFailure ?? failure)
    return arrival.result()
  }

  /** Deletes the stored part of a file. If the storage can't be reached, the cleanup job deletes it later. */
  async function discard(tenantId: number, fileId: number, uid: string): Promise<void> {
    const soon = new Date(platform.clock.now().getTime() + 1000)
    await transact(platform.database.tenant(tenantId), async (tx) => {
      // A backup may have read the row already.
      if (!(await mayRemove(tx))) return
      await storage.deleteFile(filePath(tenantId, uid))
      const deleted = await deleteFreeFile(tx, tenantId, fileId, soon)
      if (deleted?.wasComplete) await publish(tx, tenantId, fileDeleted, { fileId })
    })
  }

  async function store(
    tenantId: number,
    { name: given, source, bytes, by }: FileToStore,
  ): Promise<StoredFile> {
    const db = platform.database.tenant(tenantId)
    const uid = randomBytes(16).toString('hex')
    const name = cleanFileName(given)
    const fileId = await insertFile(db, tenantId, { uid, name, source, by, at: platform.clock.now() })
    try {
      const { size, sha256, mediaType } = await receive(name, filePath(tenantId, uid), bytes)
      await transact(db, async (tx) => {
        await completeFile(tx, tenantId, fileId, { mediaType, size, sha256 })
        await publish(tx, tenantId, fileStored, { fileId, source })
      })
      return { fileId, uid, fileMetaDataId: fileId, name, mediaType, size }
    } catch (error) {
      await discard(tenantId, fileId, uid).catch((failure: unknown) =>
        platform.log.warn({ err: failure, fileId }, 'the rest of an upload is left for the cleaning'),
      )
      throw error
    }
  }

  return { store, discard }
}

export type FileStoring = ReturnType<typeof createFileStoring>
