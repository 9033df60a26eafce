import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readCatalogue } from '../src/bin/citus/catalogue.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { folderVariable, schemaFile } from './distribution/recording.ts'

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

/** Where the tests write down what the product asks, for the test that judges it when all have run. */
async function prepareRecording(owner: pg.Pool): Promise<void> {
  const folder = process.env[folderVariable]
  if (folder) await writeFile(join(folder, schemaFile), JSON.stringify(await readCatalogue(owner)))
}

interface TestDatabase {
  url: string
  stop(): Promise<void>
}

async function startDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-test-'))
  const database = await startEmbedded(folder, speedBeforeSafety)
  await migrate(database.url)
  const owner = new pg.Pool({ connectionString: database.url, max: 1 })
  await installJobs(owner)
  await prepareRecording(owner)
  await owner.end()
  return {
    url: database.url,
    async stop() {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The database of this process, and how many projects use it. Each project loads this module again. */
interface Shared {
  projects: number
  database: Promise<TestDatabase>
}

const key = Symbol.for('steward.test.database')
const holder = globalThis as unknown as Record<symbol, Shared | undefined>

/** Gives all projects of a run one PostgreSQL, with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (holder[key] ??= { projects: 0, database: startDatabase() })
  shared.projects += 1
  const { url, stop } = await shared.database
  project.provide('databaseUrl', url)
  return async () => {
    shared.projects -= 1
    if (shared.projects > 0) return
    holder[key] = undefined
    await stop()
  }
}
