import type pg from 'pg'

/** Leases the ticker to a process for some seconds, or renews the lease; false where another process has it. */
export async function leaseTicker(
  owner: pg.Pool,
  name: string,
  holder: string,
  { period, lease }: { period: number; lease: number },
): Promise<boolean> {
  const { rowCount } = await owner.query(
    `/*ticker.lease*/
    insert into ticker as t (name, period_seconds, leased_by, leased_until)
    values ($1, $3, $2, now() + $4 * interval '1 second')
    on conflict (name) do update
      set leased_by = excluded.leased_by, leased_until = excluded.leased_until, period_seconds = excluded.period_seconds
      where t.leased_by = excluded.leased_by or t.leased_until is null or t.leased_until < now()`,
    [name, holder, period, lease],
  )
  return (rowCount ?? 0) > 0
}

/** Notes that a pass has ended. */
export async function notePass(owner: pg.Pool, name: string, holder: string): Promise<void> {
  await owner.query(
    `/*ticker.passed*/ update ticker set passed_at = now() where name = $1 and leased_by = $2`,
    [name, holder],
  )
}

/** Lets another process take over at once. */
export async function releaseTicker(owner: pg.Pool, name: string, holder: string): Promise<void> {
  await owner.query('update ticker set leased_until = null where name = $1 and leased_by = $2', [
    name,
    holder,
  ])
}
