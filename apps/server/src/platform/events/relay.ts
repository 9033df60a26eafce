import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../errors.ts'
import type { Event, Listener } from './events.ts'

const batch = 200
/** Milliseconds until the next look when there was nothing to tell, or no one to ask. */
const pause = 1000
/** As often as an event is delivered without success. */
const mostAttempts = 10
/** Anyone who delivers events holds this: two at once would tell what follows before what it follows on. */
const relayLock = 7_370_003

interface EventRow {
  tenant_id: number
  event_id: number
  type: string
  payload: unknown
  at: Date
}

interface EventGroup {
  tenantId: number
  type: string
  events: Event[]
}

/** Events of one tenant and one type that follow on each other, in their order. Tenants have nothing in common. */
function groupEvents(events: readonly Event[]): EventGroup[] {
  const groups: EventGroup[] = []
  const lastOf = new Map<number, EventGroup>()
  for (const event of events) {
    const { tenantId, type } = event
    const last = lastOf.get(tenantId)
    if (last?.type === type) {
      last.events.push(event)
      continue
    }
    const group = { tenantId, type, events: [event] }
    lastOf.set(tenantId, group)
    groups.push(group)
  }
  return groups
}

async function tellAll(listeners: readonly Listener[], group: EventGroup): Promise<void> {
  for (const listener of listeners) {
    if (listener.type !== group.type) continue
    if ('hearAll' in listener) await listener.hearAll(group.tenantId, group.events)
    else for (const event of group.events) await listener.hear(event)
  }
}

/** Takes the relay until the transaction ends; false while another process has it. */
async function isOwnTurn(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    relayLock,
  ])
  return rows[0]?.mine === true
}

async function takeEvents(client: pg.PoolClient, most: number): Promise<Event[]> {
  if (!(await isOwnTurn(client))) return []
  const { rows } = await client.query<EventRow>(
    `delete from event where (tenant_id, event_id) in
       (select tenant_id, event_id from event where retry_at is null or retry_at <= now()
        order by event_id limit $1 for update skip locked)
     returning tenant_id, event_id, type, payload, at`,
    [most],
  )
  return rows
    .toSorted((a, b) => a.event_id - b.event_id)
    .map(({ tenant_id, event_id, type, payload, at }) => ({
      tenantId: tenant_id,
      eventId: event_id,
      type,
      payload,
      at,
    }))
}

/** What listeners made of events that they were notified. */
class NotHeard extends Error {
  readonly events: readonly Event[]

  constructor(events: readonly Event[], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.events = events
  }
}

/**
 * Tells the next waiting events to their listeners. An event leaves the table in the transaction in which all
 * its listeners have returned. Returns how many were delivered; throws NotHeard when a listener failed.
 */
async function tellNext(
  client: pg.PoolClient,
  listeners: readonly Listener[],
  most: number,
): Promise<number> {
  await client.query('begin')
  const events = await takeEvents(client, most)
  try {
    for (const group of groupEvents(events)) await tellAll(listeners, group)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await client.query('rollback')
    throw new NotHeard(events, error)
  }
  await client.query('commit')
  return events.length
}

/** Lets an event wait, twice as long each time, and after the last attempt for good. */
async function noteFailure(client: pg.PoolClient, { tenantId, eventId }: Event, failure: string) {
  const { rows } = await client.query<{ attempts: number }>(
    `update event set attempts = attempts + 1, failure = left($3, 1000),
       retry_at = case when attempts + 1 < $4 then now() + least(2 ^ attempts, 300) * interval '1 second'
         else 'infinity' end
     where tenant_id = $1 and event_id = $2 returning attempts`,
    [tenantId, eventId, failure, mostAttempts],
  )
  return rows[0]?.attempts ?? 0
}

/**
 * Relays again and again, at once while there are more, else every second. Where a listener fails, events are
 * told one by one for a while, so that the one which it fails on waits by itself and holds up no other.
 */
export function startRelay(
  database: Database,
  listeners: readonly Listener[],
  log: Logger,
): { stop(): Promise<void> } {
  let stopped = false
  let isAway = false
  /** How many events are delivered one by one before they are delivered in batches again. */
  let singly = 0

  async function notHeard(client: pg.PoolClient, { events, message, cause }: NotHeard): Promise<void> {
    const [event] = events
    if (events.length > 1) singly = batch
    if (events.length !== 1 || !event) return
    const attempts = await noteFailure(client, event, message)
    const { type, tenantId, eventId } = event
    const told = { err: cause, type, tenantId, eventId, attempts }
    if (attempts < mostAttempts) log.error(told, 'an event could not be told; it waits')
    else log.error(told, 'an event was given up')
  }

  async function relay(): Promise<boolean> {
    const client = await database.owner.connect()
    try {
      const most = singly > 0 ? 1 : batch
      const told = await tellNext(client, listeners, most)
      singly = told === 0 ? 0 : Math.max(0, singly - 1)
      client.release()
      return told === most
    } catch (error) {
      if (error instanceof NotHeard) {
        await notHeard(client, error).finally(() => client.release())
        return true
      }
      // The outcome of its transaction is not known.
      client.release(error as Error)
      throw error
    }
  }

  async function attempt(): Promise<boolean> {
    try {
      const isMore = await relay()
      if (isAway) log.info('events are told again')
      isAway = false
      return isMore
    } catch (error) {
      if (!isAway) log.error({ err: error }, 'events could not be told; they wait')
      isAway = true
      return false
    }
  }

  const loop = async () => {
    while (!stopped) if (!(await attempt())) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const running = loop()
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}
