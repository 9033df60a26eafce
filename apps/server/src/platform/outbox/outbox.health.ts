import type pg from 'pg'

export interface OutboxState {
  /** Entries that wait, up to 100,000. */
  waiting: number
  /** Seconds for which the oldest entry that could be sent is overdue; null where none is. */
  seconds: number | null
  /** Destinations that fail several times in a row. */
  failingLanes: number
}

/** How the outbox is, over all tenants. */
export async function readOutbox(client: Pick<pg.ClientBase, 'query'>): Promise<OutboxState> {
  const { rows } = await client.query<OutboxState>(
    `/*outbox.state*/ select waiting, seconds, failing_lanes as "failingLanes" from read_outbox_state()`,
  )
  return rows[0] ?? { waiting: 0, seconds: null, failingLanes: 0 }
}
