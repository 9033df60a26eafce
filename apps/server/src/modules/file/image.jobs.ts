import type { FileStorage } from '@flystorage/file-storage'
import { transact } from '../../platform/db/database.ts'
import { mayRemove } from '../../platform/db/removal.ts'
import { sqlState } from '../../platform/errors.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { imagePath } from './file.storage.ts'
import { deleteImage, listUnusedImages } from './image.store.ts'

const keptFor = 24 * 3600 * 1000
const foreignKeyViolation = '23503'

/** The daily removal of pictures that no one shows a day after they were stored. */
export function createImageJobs(platform: Platform, storage: FileStorage) {
  async function remove(tenantId: number, imageUid: string): Promise<void> {
    await transact(platform.database.tenant(tenantId), async (tx) => {
      // While a backup reads pictures they wait for the next day.
      if (!(await mayRemove(tx))) return
      await deleteImage(tx, tenantId, imageUid)
      // Before the commit: a row that is left without its file is removed the next day, a file without its row never.
      await storage.deleteFile(imagePath(tenantId, imageUid))
    })
  }

  const removeUnused: Task = async () => {
    const before = new Date(platform.clock.now().getTime() - keptFor)
    for (const { tenantId, imageUid } of await listUnusedImages(platform.database.anonymous, before)) {
      await remove(tenantId, imageUid).catch((error: unknown) => {
        // Someone chose it a moment ago.
        if (sqlState(error) !== foreignKeyViolation) throw error
      })
    }
  }

  return {
    tasks: { 'image:remove-unused': removeUnused },
    schedules: ['41 3 * * * image:remove-unused'],
  }
}
