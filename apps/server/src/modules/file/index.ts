import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addFileRoutes } from './file.routes.ts'
import { openStorage } from './file.storage.ts'
import { createImageJobs } from './image.jobs.ts'
import { createImageService } from './image.service.ts'

/** Stored files: for now the pictures of users. */
export function createFileModule(platform: Platform): { module: Module } {
  const storage = openStorage(platform)
  const images = createImageService(platform, storage)
  const { tasks, schedules } = createImageJobs(platform, storage)
  return { module: { tasks, schedules, addRoutes: (api) => addFileRoutes(api, images) } }
}
