import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template database, which each test file clones. */
    databaseUrl: string
  }
}

const speedBeforeSafety = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
]

/** Starts one PostgreSQL for the whole run, with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-test-'))
  const database = await startEmbedded(folder, speedBeforeSafety)
  await migrate(database.url)
  const owner = new pg.Pool({ connectionString: database.url, max: 1 })
  await installJobs(owner)
  await owner.end()
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
