import type pg from 'pg'

const most = 10_000

/** Forgets entries from before a time, the oldest first; gives how many. */
export async function forgetEntries(owner: pg.Pool, tenantId: number, before: Date): Promise<number> {
  const { rows } = await owner.query<{ gone: number }>('select forget_audit($1, $2, $3) as gone', [
    tenantId,
    before,
    most,
  ])
  return rows[0]?.gone ?? 0
}
