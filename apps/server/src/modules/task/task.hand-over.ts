import type { Platform } from '../../platform/platform.ts'
import type { Belongings } from '../user-management/index.ts'
import type { TaskDoor } from './task.door.ts'
import { countOpen, listOpen } from './task.notice.store.ts'

/** Tasks that are handed over by one round of statements. */
const batchSize = 1000

/** The open tasks of users who leave: given to their heir in one operation, with the ledger and the event. */
export function createTaskBelongings(platform: Platform, door: TaskDoor): Belongings {
  return {
    async count(tenantId, userId) {
      return [{ kind: 'tasks', count: await countOpen(platform.database.tenant(tenantId), tenantId, userId) }]
    },
    async handOver(tx, actor, from, to) {
      const at = platform.clock.now()
      let changeSetId: number | undefined
      let count = 0
      for (let after = 0; ;) {
        const ids = await listOpen(tx, actor.tenantId, from, { after, limit: batchSize })
        const last = ids.at(-1)
        if (last === undefined) return { count, noun: 'task', byJob: false }
        const changes = ids.map((taskId) => ({ taskId, values: { assigneeId: to } }))
        const act = { action: 'assign', at, ...(changeSetId !== undefined && { changeSetId }) } as const
        const done = await door.changeTasks(tx, actor, act, changes, { isSightAsked: false })
        changeSetId = done.changeSetId ?? changeSetId
        count += done.changed.length
        after = last
      }
    },
  }
}
