import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import type { Clock } from '../../platform/clock.ts'
import { transact, type Db } from '../../platform/db/database.ts'
import { handleBatch } from '../../platform/events/events.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import { schedule, type DueHandler } from '../../platform/schedule/schedule.ts'
import { concernsTimeline, findMovedItems, writeChanges } from './timeline.change.store.ts'
import { placeAnew } from './timeline.item.store.ts'

const task = 'timeline.follow'
const secondLook = 'timeline.second-look'
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

/** The batch of a change set that an event is about. */
const keyOf = ({ changeSetId, level, firstId, recordIds }: RecordChanged): string =>
  [changeSetId, level, firstId ?? recordIds?.[0] ?? 0].join(':')

/** How timelines follow what happens to records. */
export function createTimelineJobs(dbOf: (tenantId: number) => Db, clock: Clock) {
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
    const dueAt = new Date(clock.now().getTime() + lookAgainAfter * 1000)
    const looks = moved.map((event) => ({ kind: secondLook, key: keyOf(event), dueAt, payload: event }))
    await schedule(db, tenantId, looks)
  }

  const lookAgain: DueHandler = async (tenantId, { payload }) => {
    const job: Payload = { tenantId, events: [payload as RecordChanged], isSecondLook: true }
    await addJob(dbOf(tenantId), { task, payload: job, queue: queueOf(tenantId) })
  }

  const changed = handleBatch(recordChanged, async (tenantId, given) => {
    const db = dbOf(tenantId)
    const events: RecordChanged[] = []
    for (const { payload } of given) if (await concernsTimeline(db, tenantId, payload)) events.push(payload)
    if (events.length === 0) return
    const job: Payload = { tenantId, events }
    await addJob(db, { task, payload: job, queue: queueOf(tenantId) })
  })

  return {
    tasks: { [task]: follow },
    due: { [secondLook]: lookAgain },
    subscribers: [{ name: 'timeline', handlers: [changed] }],
  }
}
