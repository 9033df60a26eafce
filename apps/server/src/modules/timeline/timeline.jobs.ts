import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { transact, type Db } from '../../platform/db/database.ts'
import { handleBatch } from '../../platform/events/events.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import { concernsTimeline, findMovedItems, writeChanges } from './timeline.change.store.ts'
import { placeAnew } from './timeline.item.store.ts'

const task = 'timeline.follow'
/** Items that move in one transaction. */
const window = 5000
/** Seconds after which no one is still writing an item who saw the record where it was before it moved. */
const lookAgainAfter = 60

interface Payload {
  tenantId: number
  events: readonly RecordChanged[]
  isSecondLook?: true
}

const queueOf = (tenantId: number): string => `timeline:${tenantId}`

/** How timelines follow what happens to records. */
export function createTimelineJobs(dbOf: (tenantId: number) => Db) {
  /** Moves the items of records that moved; false when there were none. */
  async function move(tenantId: number, event: RecordChanged): Promise<boolean> {
    const itemIds = await findMovedItems(dbOf(tenantId), tenantId, event)
    for (let at = 0; at < itemIds.length; at += window) {
      await transact(dbOf(tenantId), (tx) => placeAnew(tx, tenantId, itemIds.slice(at, at + window)))
    }
    return itemIds.length > 0
  }

  const follow: Task = async (given) => {
    const { tenantId, events, isSecondLook } = given as Payload
    const db = dbOf(tenantId)
    const moved: RecordChanged[] = []
    for (const event of events) {
      await yieldToCalls()
      if (!isSecondLook) await transact(db, (tx) => writeChanges(tx, tenantId, event))
      if (await move(tenantId, event)) moved.push(event)
    }
    if (moved.length === 0 || isSecondLook) return
    const again: Payload = { tenantId, events: moved, isSecondLook: true }
    await addJob(db, { task, payload: again, queue: queueOf(tenantId), after: lookAgainAfter * 1000 })
  }

  const changed = handleBatch(recordChanged, async (tenantId, given) => {
    const db = dbOf(tenantId)
    const events: RecordChanged[] = []
    for (const { payload } of given) if (await concernsTimeline(db, tenantId, payload)) events.push(payload)
    if (events.length === 0) return
    const job: Payload = { tenantId, events }
    await addJob(db, { task, payload: job, queue: queueOf(tenantId) })
  })

  return { tasks: { [task]: follow }, subscribers: [{ name: 'timeline', handlers: [changed] }] }
}
