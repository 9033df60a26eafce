import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/**
 * Does something that needs two records while another transaction takes the first of them before, and the second
 * after it began to wait: anyone who takes several records takes them in the order of their ids, or the database
 * ends one of the two.
 */
export async function besideWhoeverTakesBoth<Done>(
  { tenantId, application }: TestApp,
  [lower, higher]: readonly [number, number],
  act: () => Promise<Done>,
): Promise<Done> {
  expect(lower).toBeLessThan(higher)
  const { owner } = application.platform.database
  const client = await owner.connect()
  try {
    const lock = (recordId: number) =>
      client.query('select from record where tenant_id = $1 and record_id = $2 for update', [
        tenantId,
        recordId,
      ])
    await client.query('begin')
    await lock(lower)
    const done = act()
    done.catch(() => undefined)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
    await lock(higher)
    await client.query('commit')
    return await done
  } finally {
    client.release()
  }
}
