import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createFileHolderRegistry } from './file-holder.registry.ts'
import { createFileJobs } from './file.jobs.ts'
import { addFileRoutes } from './file.routes.ts'
import { createFileService, type FileService } from './file.service.ts'
import { openStorage } from './file.storage.ts'
import { createFileStoring } from './file.storing.ts'
import { createImageJobs } from './image.jobs.ts'
import { addImageRoutes } from './image.routes.ts'
import { createImageService, type ImageService } from './image.service.ts'
import type { KeptBytes } from './kept-bytes.ts'

export { openFileBytes } from './file.storage.ts'
export type { KeptBytes } from './kept-bytes.ts'
export type { FileService } from './file.service.ts'
export type { FileRow } from './file.store.ts'
export type { ImageService } from './image.service.ts'

interface StoredBytes {
  keptBytes: KeptBytes
  images: Pick<ImageService, 'storeFetched'>
}

/** Stored files: what people attach, and the pictures of users, records and texts. */
async function createFileModule(
  platform: Platform,
): Promise<{ module: Module; service: FileService & StoredBytes }> {
  const storage = await openStorage(platform)
  const storing = createFileStoring(platform, storage)
  const service = createFileService(platform, { storage, storing, holders: createFileHolderRegistry() })
  const images = createImageService(platform, storage)
  const [ofFiles, ofImages] = [createFileJobs(platform, storage), createImageJobs(platform, storage)]
  return {
    module: {
      tasks: { ...ofFiles.tasks, ...ofImages.tasks },
      schedules: [...ofFiles.schedules, ...ofImages.schedules],
      addRoutes(api) {
        addImageRoutes(api, images)
        addFileRoutes(api, service)
      },
    },
    service: { ...service, keptBytes: storage, images },
  }
}

export const fileModule = defineModule({ create: createFileModule })
