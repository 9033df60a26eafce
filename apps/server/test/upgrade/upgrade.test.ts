import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import pg from 'pg'
import type { Application } from '../../src/application.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { installJobs } from '../../src/platform/jobs/jobs.ts'
import { cloneDatabase, type ClonedDatabase } from '../clone.ts'
import { isLong } from '../length.ts'
import { catalogueOf } from './catalogue.ts'
import { intended } from './intended.ts'
import { changesBetween, fingerprintOf, type Fingerprint } from './fingerprint.ts'
import { pendingOn, upgradeKilled } from './killed-upgrade.ts'
import { lookAround } from './look-around.ts'
import { startOn, workOff } from './second-process.ts'
import { loadSnapshot, readSnapshots, type Seen, type Snapshot } from './snapshot.ts'

const minutes = 60_000
const snapshots = await readSnapshots()
/** Killing takes a second for each migration; the newest release is upgraded from most often. */
const isKilled = (snapshot: Snapshot) =>
  isLong || process.env['UPGRADE_KILLS'] === 'all' || snapshot.release === snapshots.at(-1)?.release

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function upgradeInOneStep(url: string): Promise<void> {
  await migrate(url)
  const owner = openPool({ url, max: 1, fenced: false })
  await installJobs(owner)
  await owner.end()
}

/** Kills the upgrade in every migration; what had been committed before is there, and nothing else. */
async function upgradeThroughKills(url: string): Promise<void> {
  const pending = await withClient(url, pendingOn)
  const kills = await upgradeKilled(url, async (done) => {
    expect(await withClient(url, pendingOn)).toEqual(pending.slice(done.length))
  })
  expect(kills).toBe(pending.length)
}

/** What someone sees who signs in with the password they had. */
async function visit({ app }: Application, { administrator }: Snapshot): Promise<Seen> {
  const signedIn = await app.inject({ method: 'POST', url: '/api/identity/sign-in', payload: administrator })
  expect(signedIn.statusCode, signedIn.body).toBe(200)
  const headers = { authorization: `Bearer ${signedIn.json().data.token}` }
  return lookAround({
    async get(path) {
      const answer = await app.inject({ method: 'GET', url: `/api/${path}`, headers })
      return { status: answer.statusCode, body: answer.json() }
    },
  })
}

/** What may differ: by the migrations to come, of what the snapshot has. */
function intendedFor({ migrations }: Snapshot, before: Fingerprint): string[] {
  const coming = intended.filter(({ migration }) => migrations.every(({ name }) => name !== migration))
  const columns = new Set(coming.flatMap((one) => one.columns))
  return changesBetween(before, {})
    .filter((column) => columns.has(column))
    .toSorted()
}

describe.each(snapshots.map((snapshot) => ({ ...snapshot, name: snapshot.release })))(
  'an instance of $name',
  (snapshot) => {
    let database: ClonedDatabase
    let before: Fingerprint

    beforeAll(async () => {
      database = await cloneDatabase('template0')
      await loadSnapshot(database.url, snapshot)
      before = await fingerprintOf(database.url)
      await (isKilled(snapshot) ? upgradeThroughKills : upgradeInOneStep)(database.url)
    }, 5 * minutes)
    afterAll(() => database.drop())

    it('gets the schema of a new instance', async () => {
      expect(await catalogueOf(database.url)).toEqual(await catalogueOf(inject('databaseUrl')))
    })

    it('keeps every row as it was, but for what a migration changes on purpose', async () => {
      const after = await fingerprintOf(database.url)
      expect(Object.keys(before).length).toBeGreaterThan(20)
      expect(changesBetween(before, after).toSorted()).toEqual(intendedFor(snapshot, before))
    })

    it('lets people log in and finds their records; work that waited is done', async () => {
      const application = await startOn(database)
      try {
        expect(await visit(application, snapshot)).toEqual(snapshot.seen)
        await workOff(application)
        const { rows } = await application.platform.database.owner.query<{ written: number }>(
          `select count(*)::int as written from record where about = 'Written after the upgrade'`,
        )
        expect(rows[0]?.written).toBe(5)
        const failed = await application.platform.database.owner.query(
          'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
        )
        expect(failed.rows).toEqual([])
      } finally {
        await application.close()
      }
    })
  },
)
