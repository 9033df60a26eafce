import { afterCommit, query, type Db, type Tx } from './database.ts'
import { unthrottledLane, inLane } from '../pace/lane.ts'

/** The channel on which workers learn that a tenant has new events; the notice is the tenant's id. */
export const eventChannel = 'steward_event'
/** Milliseconds for which announcements of a tenant are gathered, and from one to the next. */
const gatherFor = 10
const announceEvery = 50

const waiting = new WeakSet<Db>()
/** When each tenant's events were last announced. */
const announced = new WeakMap<Db, number>()

/**
 * Tells the workers of new events, soon after they are committed. Not within the transaction: PostgreSQL lets only
 * one transaction with a notice commit at a time. A notice that is lost, with its process or with the connection, is
 * made good by the dispatcher's next sweep.
 */
export function announceEvents(from: Db | Tx, tenantId: number): void {
  afterCommit(from, (db) => {
    if (waiting.has(db)) return
    waiting.add(db)
    const next = (announced.get(db) ?? 0) + announceEvery
    const pause = Math.max(gatherFor, next - performance.now())
    const send = async () => {
      waiting.delete(db)
      announced.set(db, performance.now())
      await query(db, `select pg_notify('${eventChannel}', $1)`, [String(tenantId)])
    }
    // Neither the call that published them nor its deadline has anything to do with this.
    inLane(unthrottledLane, () => setTimeout(() => void send().catch(() => undefined), pause).unref())
  })
}
