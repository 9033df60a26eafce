import pg from 'pg'
import type { Database } from '../../src/platform/db/database.ts'

/** The database with a clock that a test moves, for all statements of the connections that migrate and deliver. */
export interface MovedClock {
  database: Database
  /** Seconds by the moved clock since a time that no statement changes. */
  seconds(): Promise<number>
  forward(seconds: number): Promise<void>
  close(): Promise<void>
}

/**
 * Puts a `now()` before that of PostgreSQL, by the search path of its own connections: the statements of the product
 * run as they are, and their clock is ahead by what the test added.
 */
export async function moveClock(database: Database): Promise<MovedClock> {
  await database.owner.query(`
    create schema moved;
    create table moved.clock (ahead interval not null);
    insert into moved.clock values ('0 seconds');
    create function moved.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + ahead from moved.clock'`)
  const owner = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=moved,public,pg_catalog',
    max: 4,
  })
  return {
    database: { ...database, owner },
    async seconds() {
      const { rows } = await owner.query<{ at: number }>('select extract(epoch from now())::float8 as at')
      return rows[0]?.at ?? Number.NaN
    },
    async forward(seconds) {
      await owner.query('update moved.clock set ahead = ahead + make_interval(secs => $1)', [seconds])
    },
    async close() {
      await owner.end()
      await database.owner.query('drop schema moved cascade')
    },
  }
}
