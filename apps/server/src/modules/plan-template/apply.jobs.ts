import { roleMay } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import { applyTask, type Applying } from './apply.service.ts'
import { endJob, findJob, type StoredJob } from './application.store.ts'

interface Payload {
  tenantId: number
  applicationId: number
}

/** Works through applications to many records, batch by batch. Each batch is written with the progress. */
export function createApplyJobs(
  platform: Platform,
  users: Pick<UserService, 'directory'>,
  applying: Pick<Applying, 'workBatch'>,
) {
  async function actorOf(tenantId: number, { userId, via }: StoredJob): Promise<Actor> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user || user.status === 'DEACTIVATED' || !roleMay(user.roleId, 'plan.edit')) {
      const message = 'The user who started this no longer has permission to create success plans.'
      throw new AppError('forbidden', 'plan_template.user', message)
    }
    return { tenantId, userId, roleId: user.roleId, sessionId: 0, ...(via && { via }) }
  }

  const apply: Task = async (payload, { signal }) => {
    const { tenantId, applicationId } = payload as Payload
    const db = platform.database.tenant(tenantId)
    const job = await findJob(db, tenantId, applicationId)
    if (job?.state !== 1) return
    try {
      const nextBatch = async () => {
        const actor = await actorOf(tenantId, job)
        return transact(db, (tx) => applying.workBatch(tx, actor, applicationId))
      }
      while (await nextBatch()) {
        await progressed()
        await yieldToCalls()
        if (signal.aborted) {
          // Another process continues with the next batch.
          const key = `${applyTask}:${tenantId}:${applicationId}`
          return addJob(db, { task: applyTask, payload: { tenantId, applicationId }, key, after: 1000 })
        }
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { made = 0 } = (await findJob(db, tenantId, applicationId)) ?? {}
      const failure = `${error.message} ${made} plans have been created.`
      await transact(db, (tx) => endJob(tx, tenantId, applicationId, failure))
    }
  }

  return { [applyTask]: apply }
}
