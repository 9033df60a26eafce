import { roleMay } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import type { Applying } from './apply.service.ts'
import { endApplication, findApplication, type StoredApplication } from './application.store.ts'

interface Payload {
  tenantId: number
  applicationId: number
}

/** Works through applications to many records, batch by batch. Each batch is written with the progress. */
export function createApplyJobs(
  platform: Platform,
  users: Pick<UserService, 'directory'>,
  applying: Applying,
) {
  async function actorOf(tenantId: number, { userId, via }: StoredApplication): Promise<Actor> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user || user.status === 'DEACTIVATED' || !roleMay(user.roleId, 'playbook.apply')) {
      throw new AppError(
        'forbidden',
        'playbook.user',
        'The user who started this no longer has permission to apply playbooks.',
      )
    }
    return { tenantId, userId, roleId: user.roleId, sessionId: 0, ...(via && { via }) }
  }

  const apply: Task = async (payload, { signal }) => {
    const { tenantId, applicationId } = payload as Payload
    const db = platform.database.tenant(tenantId)
    const found = await findApplication(db, tenantId, applicationId)
    if (!found || found.state !== 1) return
    try {
      const nextBatch = async () => {
        const actor = await actorOf(tenantId, found)
        return transact(db, (tx) => applying.workBatch(tx, actor, applicationId))
      }
      while (await nextBatch()) {
        await yieldToCalls()
        if (signal.aborted) {
          // Another process continues with the next batch.
          const key = `playbook.apply:${tenantId}:${applicationId}`
          return addJob(db, {
            task: 'playbook.apply',
            payload: { tenantId, applicationId },
            key,
            after: 1000,
          })
        }
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const done = await findApplication(db, tenantId, applicationId)
      const failure = `${error.message} ${done?.applied ?? 0} records have got it.`
      await transact(db, (tx) => endApplication(tx, tenantId, applicationId, failure))
    }
  }

  return { 'playbook.apply': apply }
}
