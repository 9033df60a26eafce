import { randomBytes } from 'node:crypto'
import type { FileStorage } from '@flystorage/file-storage'
import { avatarPixels } from '@steward/contracts/plain/stored-file'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound, type AppError } from '../../platform/errors.ts'
import { InputTooCostly } from '../../platform/parsing/parser-pool.ts'
import type { Platform } from '../../platform/platform.ts'
import { imagePath } from './file.storage.ts'
import { damaged, type PictureInput, type PictureOutput } from './image.reading.ts'
import { findImage, insertImage } from './image.store.ts'

const parser = { module: new URL('image.reading.ts', import.meta.url), name: 'parsePicture' }

function unfit(message: string): AppError {
  return invalid('image.unfit', { image: message })
}

/** Pictures, each under an id that no one guesses. */
export function createImageService(platform: Platform, storage: FileStorage) {
  /** A picture without what does not show. Throws `invalid_input`. */
  async function read(bytes: Uint8Array, most: number) {
    const input: PictureInput = { bytes, most }
    try {
      const output = await platform.parsers.run<PictureOutput>(parser, input)
      if ('picture' in output) return output
      throw unfit(output.unfit)
    } catch (error) {
      throw error instanceof InputTooCostly ? unfit(damaged) : error
    }
  }

  async function storeBytes(
    tenantId: number,
    createdBy: number | null,
    sent: Uint8Array,
    most: number,
  ): Promise<string> {
    const { picture, bytes } = await read(sent, most)
    const imageUid = randomBytes(16).toString('hex')
    const createdAt = platform.clock.now()
    await transact(platform.database.tenant(tenantId), async (tx) => {
      await insertImage(tx, tenantId, { ...picture, imageUid, size: bytes.length, createdBy, createdAt })
      await storage.write(imagePath(tenantId, imageUid), Buffer.from(bytes.buffer))
    })
    return imageUid
  }

  return {
    /**
     * Stores a picture, without what does not show, and returns its id. Throws `invalid_input` for what is no
     * picture, and for one of more than `most` pixels across or down.
     */
    store: async ({ tenantId, userId }: Actor, file: File, most: number): Promise<string> =>
      storeBytes(tenantId, userId, new Uint8Array(await file.arrayBuffer()), most),

    /** The same for a picture of a record that Steward fetched itself. */
    storeFetched: (tenantId: number, bytes: Uint8Array): Promise<string> =>
      storeBytes(tenantId, null, bytes, avatarPixels),

    /** The bytes of a picture and what they are. Throws `not_found`. */
    async read(imageUid: string): Promise<{ bytes: Buffer; mediaType: string }> {
      const image = await findImage(platform.database.anonymous, imageUid)
      const path = image && imagePath(image.tenantId, imageUid)
      if (!path || !(await storage.fileExists(path)))
        throw notFound('image.unknown', 'This picture does not exist.')
      return { bytes: await storage.readToBuffer(path), mediaType: image.mediaType }
    },
  }
}

export type ImageService = ReturnType<typeof createImageService>
