import type { Readable } from 'node:stream'
import type { FileStorage } from '@flystorage/file-storage'
import type { ArrivingFile, StoredFile } from '@steward/contracts/file'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { invalid, notFound, type AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { readAddress, signAddress } from './file.address.ts'
import type { FileHolder, FileHolderRegistry } from './file-holder.registry.ts'
import { filePath } from './file.storage.ts'
import type { FileStoring, FileToStore } from './file.storing.ts'
import { findFiles, lockFiles, markFiles, type FileRow } from './file.store.ts'
import { keepImages } from './image.store.ts'

/** For so long a file is its uploader's, whether or not it hangs on something. */
const ownFor = 24 * 3600 * 1000

/** The bytes of a stored file and what they are. */
export interface OpenFile {
  name: string
  mediaType: string
  /** Bytes. */
  size: number
  stream: Readable
}

function gone(): AppError {
  return notFound('file.unknown', "This file was deleted, or you can't see it.")
}

/** The pictures that stored rich texts show. */
function imagesIn(bodies: readonly (string | null)[]): string[] {
  const address = /\/api\/file-management\/images\/([0-9a-f]{32})/g
  return bodies.flatMap((body) => [...(body ?? '').matchAll(address)].map(([, uid]) => uid as string))
}

export interface FileParts {
  storage: FileStorage
  storing: FileStoring
  holders: FileHolderRegistry
}

/** Stored files. Other modules attach them by their ids, and say who reads them. */
export function createFileService(platform: Platform, { storage, storing, holders }: FileParts) {
  const dbOf = (tenantId: number): Db => platform.database.tenant(tenantId)

  /** Those that the actor may read. Holders are asked for all, so that a file of others takes no longer than none. */
  async function readable(
    db: Db | Tx,
    actor: Actor,
    fileIds: readonly number[],
    rows: readonly FileRow[],
  ): Promise<Set<number>> {
    const since = platform.clock.now().getTime() - ownFor
    const isOwn = (row: FileRow): boolean => row.createdBy === actor.userId && row.createdAt.getTime() > since
    const own = new Set(rows.filter(isOwn).map((row) => row.fileId))
    const rest = fileIds.filter((fileId) => !own.has(fileId))
    if (rest.length === 0) return own
    const held = await holders.mayRead(db, actor, rest)
    const found = new Set(rows.map((row) => row.fileId))
    return own.union(held.intersection(found))
  }

  async function open(tenantId: number, fileId: number): Promise<OpenFile> {
    const [row] = await findFiles(dbOf(tenantId), tenantId, [fileId])
    const path = row && filePath(tenantId, row.uid)
    if (!path || !(await storage.fileExists(path))) throw gone()
    const { name, mediaType, size } = row
    return { name, mediaType, size, stream: await storage.read(path) }
  }

  return {
    registerHolder: (holder: FileHolder): void => holders.registerHolder(holder),

    /**
     * Stores a file as it arrives, in transactions of its own. It is free: removed after a day unless `check`
     * or `claim` holds it. Throws `too_large` from 25 MB on.
     */
    store: (tenantId: number, file: FileToStore): Promise<StoredFile> => storing.store(tenantId, file),

    /** Stores the files of a form, all or none. */
    async upload(actor: Actor, source: string, files: AsyncIterable<ArrivingFile>): Promise<StoredFile[]> {
      const { tenantId, userId } = actor
      const stored: StoredFile[] = []
      try {
        for await (const { name, bytes } of files) {
          stored.push(await storing.store(tenantId, { name, source, bytes, by: userId }))
        }
        return stored
      } catch (error) {
        await Promise.allSettled(stored.map(({ fileId, uid }) => storing.discard(tenantId, fileId, uid)))
        throw error
      }
    },

    /**
     * Holds files for what is about to name them, in its transaction. Throws `invalid_input` at the field when
     * one is not there, or neither the actor's own of the last day nor readable to them.
     */
    async check(tx: Tx, actor: Actor, fileIds: readonly number[], field = 'fileIds'): Promise<void> {
      if (fileIds.length === 0) return
      const rows = await lockFiles(tx, actor.tenantId, fileIds)
      const found = await readable(tx, actor, fileIds, rows)
      if (!fileIds.every((fileId) => found.has(fileId))) {
        throw invalid('file.unknown', { [field]: 'One of the files was deleted. Attach it again.' })
      }
      await markFiles(tx, actor.tenantId, fileIds, null)
    },

    /** Holds files without asking for rights, for what the system brings along. */
    claim: (tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<void> =>
      markFiles(tx, tenantId, fileIds, null),

    /** Lets files go: they are removed after a day unless something else holds them. */
    release: (tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<void> =>
      markFiles(tx, tenantId, fileIds, platform.clock.now()),

    /** Keeps the pictures that stored rich texts show. */
    async keepImages(tx: Tx, tenantId: number, bodies: readonly (string | null)[]): Promise<void> {
      const images = imagesIn(bodies)
      if (images.length > 0) await keepImages(tx, tenantId, images)
    },

    /** Files by their ids, as others show them; those that are not there are left out. */
    async brief(tenantId: number, fileIds: readonly number[]): Promise<Map<number, FileRow>> {
      if (fileIds.length === 0) return new Map()
      const rows = await findFiles(dbOf(tenantId), tenantId, fileIds)
      return new Map(rows.map((row) => [row.fileId, row]))
    },

    /** The names of files, within a transaction that continues with them. */
    names: async (tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<string[]> =>
      fileIds.length === 0 ? [] : (await findFiles(tx, tenantId, fileIds)).map(({ name }) => name),

    /** The bytes of a file, for the system itself. Throws `not_found`. */
    open,

    /** The address of a file for the next five minutes, for who may read it. Throws `not_found`. */
    async address(actor: Actor, fileId: number): Promise<string> {
      const { tenantId } = actor
      const db = dbOf(tenantId)
      const rows = await findFiles(db, tenantId, [fileId])
      if (!(await readable(db, actor, [fileId], rows)).has(fileId)) throw gone()
      const token = signAddress(platform.secrets, { tenantId, fileId }, platform.clock.now())
      return `/api/file-management/files/content/${token}`
    },

    /** The file of an address. Throws `not_found`, also when the address is over. */
    async openAddress(token: string): Promise<OpenFile> {
      const addressed = readAddress(platform.secrets, token, platform.clock.now())
      if (!addressed) {
        throw notFound('file.address', 'This link has expired or is incomplete. Download the file again.')
      }
      return open(addressed.tenantId, addressed.fileId)
    },
  }
}

export type FileService = ReturnType<typeof createFileService>
