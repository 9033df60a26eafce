import type pg from 'pg'

/** For how long a job that failed ten times can be looked at and done again, in days. */
const keptDays = 90

/**
 * Whether a job was added again under its key while it ran. It is not tried again then, whatever becomes of it:
 * the new one has its place. The queue signals it by taking its key away.
 */
export async function isReplaced(owner: pg.Pool, job: { id: string; key: string | null }): Promise<boolean> {
  if (job.key === null) return false
  const { rows } = await owner.query<{ key: string | null }>(
    'select key from graphile_worker._private_jobs where id = $1',
    [job.id],
  )
  return rows[0]?.key === null
}

/** Forgets jobs that were abandoned long ago. Gives how many. */
export async function forgetGivenUp(owner: pg.Pool): Promise<number> {
  const { rowCount } = await owner.query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)`,
    [keptDays],
  )
  return rowCount ?? 0
}
