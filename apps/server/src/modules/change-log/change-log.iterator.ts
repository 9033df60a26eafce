import type { RecordChanged } from '@steward/contracts/event/record.event'
import type { Db, Tx } from '../../platform/db/database.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import {
  readChanges,
  type ChangePlace,
  type ChangeScope,
  type RecordChange,
} from './change-log.read-model.ts'

/** Changes that are read at once, unless the caller says otherwise. */
const usualSize = 1000

export interface ReadOptions {
  /** The most changes in a batch. */
  size?: number
  /** Changes of records up to this one are skipped, for a caller that continues where it stopped. */
  afterRecord?: number
}

type Told = Pick<RecordChanged, 'changeSetId' | 'recordIds' | 'firstId' | 'lastId'>

/** Of several events, all changes of their acts: an event about part of an act is read alone. */
function scopeOf(events: readonly Told[]): ChangeScope {
  const [event, ...others] = events
  const isPart = ({ recordIds, firstId, lastId }: Told) =>
    recordIds !== undefined || firstId !== undefined || lastId !== undefined
  if (others.length > 0 && events.some(isPart)) throw new Error('Read an event about part of an act alone')
  return {
    changeSetIds: [...new Set(events.map(({ changeSetId }) => changeSetId))],
    recordIds: event?.recordIds ?? null,
    firstId: event?.firstId ?? null,
    lastId: event?.lastId ?? null,
  }
}

/**
 * What record events report, in batches and in the order of the records. This is the one way to the values
 * before and after a change; a caller that only needs the first batch ends the loop. Between the batches it pauses
 * while calls are busy, so that what follows a change of many records leaves room for people.
 */
export async function* changesOf(
  db: Db | Tx,
  tenantId: number,
  told: Told | readonly Told[],
  { size = usualSize, afterRecord }: ReadOptions = {},
): AsyncGenerator<RecordChange[], void> {
  const events = [told].flat()
  if (events.length === 0) return
  const scope = scopeOf(events)
  let place: ChangePlace | null =
    afterRecord === undefined ? null : { recordId: afterRecord, changeSetId: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const changes = await readChanges(db, tenantId, scope, place, size)
    if (changes.length > 0) yield changes
    const last = changes.at(-1)
    if (!last || changes.length < size) return
    place = last
    // A transaction would keep its locks meanwhile.
    if (db.connect) await yieldToCalls()
  }
}

/** The first batch alone. */
export async function firstChangesOf(
  db: Db | Tx,
  tenantId: number,
  told: Told | readonly Told[],
  options: ReadOptions,
): Promise<RecordChange[]> {
  for await (const changes of changesOf(db, tenantId, told, options)) return changes
  return []
}
