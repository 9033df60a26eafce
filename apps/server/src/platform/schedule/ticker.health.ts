import type pg from 'pg'

/** After so many periods without a pass, something is wrong. */
const latePeriods = 3

export interface TickerState {
  /** Seconds since the last pass ended; null where none ever did. */
  age: number | null
  isLate: boolean
  /** Items that failed for the last time. */
  failed: number
}

/** How the ticker is; undefined before a worker has ever run. */
export async function readTicker(client: Pick<pg.ClientBase, 'query'>): Promise<TickerState | undefined> {
  const { rows } = await client.query<TickerState>(
    `/*ticker.state*/
    select extract(epoch from now() - passed_at)::float8 as age,
      coalesce(now() - passed_at > $1 * period_seconds * interval '1 second', true) as "isLate",
      count_failed_due_work() as failed
    from ticker`,
    [latePeriods],
  )
  return rows[0]
}

/** Whether due work is looked for; true where no worker has run yet. */
export async function isTicking(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  return (await readTicker(client))?.isLate !== true
}
