import { transact, type Tx } from '../../platform/db/database.ts'
import { mayRemove } from '../../platform/db/removal.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UploadKeeping } from './upload.keeping.ts'
import { deleteUploads, listOldUploads, lockUploads } from './upload.store.ts'

/** Which of these uploads someone still needs. */
export type FindNeeded = (
  tx: Tx,
  tenantId: number,
  uploadIds: readonly string[],
) => Promise<readonly string[]>

const keptFor = 7 * 24 * 3600 * 1000

/** The daily removal of uploads that are over a week old and that no one needs. */
export function createUploadJobs(platform: Platform, keeping: UploadKeeping) {
  const users: FindNeeded[] = []

  /** The rows are locked while it is asked who needs them, so that no job can begin to. */
  async function remove(tenantId: number, uploadIds: readonly string[]): Promise<void> {
    await transact(platform.database.tenant(tenantId), async (tx) => {
      // While a backup reads uploads they wait for the next day.
      if (!(await mayRemove(tx))) return
      const locked = await lockUploads(tx, tenantId, uploadIds)
      const ids = locked.map(({ uploadId }) => uploadId)
      const needed = new Set<string>()
      for (const findNeeded of users) {
        for (const id of await findNeeded(tx, tenantId, ids)) needed.add(id)
      }
      const unneeded = locked.filter(({ uploadId }) => !needed.has(uploadId))
      await deleteUploads(
        tx,
        tenantId,
        unneeded.map(({ uploadId }) => uploadId),
      )
      // Before the commit: a row that is left without its file is removed the next day, a file without its row never.
      for (const upload of unneeded) await keeping.remove(tenantId, upload)
    })
  }

  const removeOld: Task = async () => {
    const before = new Date(platform.clock.now().getTime() - keptFor)
    const old = await listOldUploads(platform.database.anonymous, before)
    const byTenant = Map.groupBy(old, (upload) => upload.tenantId)
    for (const [tenantId, uploads] of byTenant) {
      await remove(
        tenantId,
        uploads.map((upload) => upload.uploadId),
      )
    }
  }

  return {
    tasks: { 'upload:remove-old': removeOld },
    schedules: ['23 3 * * * upload:remove-old'],
    /** A module above that works on uploads says which it still needs. */
    registerUse(find: FindNeeded): void {
      users.push(find)
    },
  }
}
