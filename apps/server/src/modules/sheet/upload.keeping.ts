import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Platform } from '../../platform/platform.ts'
import type { KeptBytes } from '../file/index.ts'
import { piecePath, uploadFolder, uploadPath } from './upload.path.ts'

/** A part of an upload in the bucket. */
export interface Piece {
  name: string
  /** Bytes. */
  size: number
}

export interface KeptUpload {
  uploadId: string
  /** In their order; none where the upload is one file in the data folder. */
  pieces: readonly Piece[]
}

/** Milliseconds for which a process keeps the copy that it made of an upload in the bucket. */
const copyKept = 7 * 24 * 3600 * 1000

/** What was received of a body, and what cut it short. */
export interface Received {
  end: number
  failure: unknown
}

/** Writes a body from a place of the file on; never rejects. */
export type WriteBody = (file: FileHandle, from: number) => Promise<Received>

async function removeOldCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > copyKept) await rm(path, { force: true })
  }
}

/** Where the bytes of uploads lie: files of the data folder, or pieces in a bucket that all processes reach. */
export function createUploadKeeping({ config }: Pick<Platform, 'config'>, storage: KeptBytes) {
  const isInBucket = config.s3 !== undefined

  async function copyPieces(tenantId: number, upload: KeptUpload, path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${randomUUID()}.part`
    try {
      for (const { name } of upload.pieces) {
        const piece = await storage.read(piecePath(tenantId, upload.uploadId, name))
        await pipeline(piece, createWriteStream(draft, { flags: 'a', mode: 0o600 }))
      }
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
  }

  return {
    /** Makes room for an upload that was announced. */
    async begin(tenantId: number, uploadId: string): Promise<void> {
      const path = uploadPath({ config }, tenantId, uploadId)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      if (!isInBucket) await (await open(path, 'wx', 0o600)).close()
    },

    /** Takes a body in. `note` writes down how far it came, with the piece that it is in the bucket. */
    async take<T>(
      tenantId: number,
      upload: KeptUpload & { received: number },
      write: WriteBody,
      note: (received: Received, piece: Piece | null) => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const { uploadId, pieces, received: from } = upload
      const path = uploadPath({ config }, tenantId, uploadId)
      // It goes on as it began, also where the bucket came or went in between.
      if (from === 0 ? !isInBucket : pieces.length === 0) {
        const file = await open(path, 'r+')
        try {
          const received = await write(file, from)
          await file.datasync()
          return await note(received, null)
        } finally {
          await file.close()
        }
      }
      const draft = `${path}.${randomUUID()}.piece`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(draft, 'wx', 0o600)
      try {
        const { end, failure } = await write(file, 0)
        const received = { end: from + end, failure }
        if (end === 0) return await note(received, null)
        const piece = { name: randomUUID(), size: end }
        await storage.write(piecePath(tenantId, uploadId, piece.name), createReadStream(draft), { size: end })
        const noted = await note(received, piece)
        if (noted === undefined) await storage.deleteFile(piecePath(tenantId, uploadId, piece.name))
        return noted
      } finally {
        await file.close()
        await rm(draft, { force: true })
      }
    },

    /** The whole upload as a file that this process may read. */
    async fileOf(tenantId: number, upload: KeptUpload): Promise<string> {
      const path = uploadPath({ config }, tenantId, upload.uploadId)
      if (upload.pieces.length === 0) return path
      const size = upload.pieces.reduce((sum, piece) => sum + piece.size, 0)
      const known = await stat(path).catch(() => undefined)
      if (known?.size === size) return path
      await removeOldCopies(uploadFolder({ config }, tenantId))
      await copyPieces(tenantId, upload, path)
      return path
    },

    async remove(tenantId: number, { uploadId, pieces }: KeptUpload): Promise<void> {
      for (const { name } of pieces) await storage.deleteFile(piecePath(tenantId, uploadId, name))
      await rm(uploadPath({ config }, tenantId, uploadId), { force: true })
    },
  }
}

export type UploadKeeping = ReturnType<typeof createUploadKeeping>
