import type { Logger } from 'pino'
import { query, type Database, type Tx } from '../db/database.ts'

/** Something that happened, told to listeners after the transaction that caused it. */
export interface Event<Payload = unknown> {
  tenantId: number
  eventId: number
  type: string
  payload: Payload
  at: Date
}

/** Hears events of one type, at least once each, in the order in which they were written. */
export interface Listener {
  type: string
  hear(event: Event): Promise<void>
}

/** Writes an event into the transaction of its cause. */
export async function emit(tx: Tx, tenantId: number, type: string, payload: unknown): Promise<void> {
  await query(tx, '/*event.emit*/ insert into event (tenant_id, type, payload) values ($1, $2, $3)', [
    tenantId,
    type,
    JSON.stringify(payload),
  ])
}

const batch = 200

interface EventRow {
  tenant_id: number
  event_id: number
  type: string
  payload: unknown
  at: Date
}

/**
 * Tells waiting events to their listeners, once through. An event leaves the table in the
 * transaction in which all its listeners have returned. Returns how many were told.
 */
async function relayEvents(database: Database, listeners: readonly Listener[], log: Logger): Promise<number> {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<EventRow>(
      `delete from event where (tenant_id, event_id) in
         (select tenant_id, event_id from event order by event_id limit ${batch} for update skip locked)
       returning tenant_id, event_id, type, payload, at`,
    )
    for (const row of rows.toSorted((a, b) => a.event_id - b.event_id)) {
      const event = {
        tenantId: row.tenant_id,
        eventId: row.event_id,
        type: row.type,
        payload: row.payload,
        at: row.at,
      }
      for (const listener of listeners) if (listener.type === row.type) await listener.hear(event)
    }
    await client.query('commit')
    return rows.length
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    log.error({ err: error }, 'events could not be told; they wait')
    return 0
  } finally {
    client.release()
  }
}

/** Relays again and again, at once while there are more, else every second. */
export function startRelay(
  database: Database,
  listeners: readonly Listener[],
  log: Logger,
): { stop(): Promise<void> } {
  let stopped = false
  const loop = async () => {
    while (!stopped) {
      const told = await relayEvents(database, listeners, log)
      if (told < batch) await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  const running = loop()
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}
