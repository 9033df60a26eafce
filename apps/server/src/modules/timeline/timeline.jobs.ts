import type { RecordChanged } from '@steward/contracts/change-feed'
import { transact, type Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/events/events.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { concernsTimeline, findMovedItems, writeChanges } from './timeline.change.store.ts'
import { placeAnew } from './timeline.item.store.ts'

const task = 'timeline.follow'
/** Items that move in one transaction. */
const window = 5000
/** Seconds after which nobody is still writing an item who saw the record where it was before it moved. */
const lookAgainAfter = 60

interface Payload {
  tenantId: number
  event: RecordChanged
  isSecondLook?: true
}

const queueOf = (tenantId: number): string => `timeline:${tenantId}`

/** How timelines follow what happens to records. */
export function createTimelineJobs(dbOf: (tenantId: number) => Db, now: () => Date) {
  /** Moves the items of records that moved; false when there were none. */
  async function move({ tenantId, event }: Payload): Promise<boolean> {
    const itemIds = await findMovedItems(dbOf(tenantId), tenantId, event)
    for (let at = 0; at < itemIds.length; at += window) {
      await transact(dbOf(tenantId), (tx) => placeAnew(tx, tenantId, itemIds.slice(at, at + window)))
    }
    return itemIds.length > 0
  }

  const follow: Task = async (given) => {
    const payload = given as Payload
    const { tenantId, event, isSecondLook } = payload
    const db = dbOf(tenantId)
    if (!isSecondLook) await transact(db, (tx) => writeChanges(tx, tenantId, event))
    const moved = await move(payload)
    if (!moved || isSecondLook) return
    const again: Payload = { tenantId, event, isSecondLook: true }
    const runAt = new Date(now().getTime() + lookAgainAfter * 1000)
    await addJob(db, { task, payload: again, queue: queueOf(tenantId), runAt })
  }

  const hear: Listener = {
    type: 'record.changed',
    async hear({ tenantId, payload }) {
      const event = payload as RecordChanged
      const db = dbOf(tenantId)
      if (!(await concernsTimeline(db, tenantId, event))) return
      const job: Payload = { tenantId, event }
      await addJob(db, { task, payload: job, queue: queueOf(tenantId) })
    },
  }

  return { tasks: { [task]: follow }, listeners: [hear] }
}
