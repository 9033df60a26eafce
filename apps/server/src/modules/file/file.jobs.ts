import type { FileStorage } from '@flystorage/file-storage'
import { fileDeleted } from '@steward/contracts/event/file.event'
import { transact } from '../../platform/db/database.ts'
import { mayRemove } from '../../platform/db/removal.ts'
import { sqlState } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { filePath } from './file.storage.ts'
import { deleteFreeFile, listFreeFiles, markFiles } from './file.store.ts'

const freeFor = 24 * 3600 * 1000
const atOnce = 200
const foreignKeyViolation = '23503'

/** The hourly removal of files that nothing has held for a day, and of uploads that never ended. */
export function createFileJobs(platform: Platform, storage: FileStorage) {
  /** False while a backup reads files: they wait for the next time. */
  async function remove(tenantId: number, fileId: number, uid: string, before: Date): Promise<boolean> {
    const db = platform.database.tenant(tenantId)
    try {
      return await transact(db, async (tx) => {
        if (!(await mayRemove(tx))) return false
        const deleted = await deleteFreeFile(tx, tenantId, fileId, before)
        if (!deleted) return true
        if (deleted.wasComplete) await publish(tx, tenantId, fileDeleted, { fileId })
        // Before the commit: a row without its bytes is removed the next time, bytes without their row never.
        await storage.deleteFile(filePath(tenantId, uid))
        return true
      })
    } catch (error) {
      if (sqlState(error) !== foreignKeyViolation) throw error
      await markFiles(db, tenantId, [fileId], null)
      return true
    }
  }

  const removeFree: Task = async (_payload, { signal }) => {
    const before = new Date(platform.clock.now().getTime() - freeFor)
    for (let found = atOnce; found === atOnce && !signal.aborted;) {
      const files = await listFreeFiles(platform.database.anonymous, before, atOnce)
      for (const { tenantId, fileId, uid } of files) {
        if (!(await remove(tenantId, fileId, uid, before))) return
      }
      found = files.length
    }
  }

  return { tasks: { 'file:remove-free': removeFree }, schedules: ['17 * * * * file:remove-free'] }
}
