import { randomBytes } from 'node:crypto'
import type { FileStorage } from '@flystorage/file-storage'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound, type AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { imagePath } from './file.storage.ts'
import { withoutMetadata } from './image.metadata.ts'
import { damaged, readPicture } from './image.reading.ts'
import { findImage, insertImage } from './image.store.ts'

function unfit(message: string): AppError {
  return invalid('image.unfit', { image: message })
}

/** Pictures, each under an id that no one guesses. */
export function createImageService(platform: Platform, storage: FileStorage) {
  return {
    /**
     * Stores a picture, without what does not show, and returns its id. Throws `invalid_input` for what is no
     * picture, and for one of more than `most` pixels across or down.
     */
    async store(actor: Actor, file: File, most: number): Promise<string> {
      const sent = Buffer.from(await file.arrayBuffer())
      const picture = readPicture(sent)
      if (typeof picture === 'string') throw unfit(picture)
      const { width, height } = picture
      if (width > most || height > most) {
        throw unfit(
          `Choose a picture of at most ${most} × ${most} pixels; this one has ${width} × ${height}.`,
        )
      }
      const bytes = withoutMetadata(sent, picture.mediaType)
      if (!bytes) throw unfit(damaged)
      const { tenantId, userId } = actor
      const imageUid = randomBytes(16).toString('hex')
      const createdAt = platform.clock.now()
      await transact(platform.database.tenant(tenantId), async (tx) => {
        await insertImage(tx, tenantId, {
          ...picture,
          imageUid,
          size: bytes.length,
          createdBy: userId,
          createdAt,
        })
        await storage.write(imagePath(tenantId, imageUid), bytes)
      })
      return imageUid
    },

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
