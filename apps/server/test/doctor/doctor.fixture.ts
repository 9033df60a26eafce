import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { examine } from '../../src/doctor/doctor.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { cloneDatabase } from '../clone.ts'
import { secretKey } from '../harness.ts'

/** A database and a data folder that the doctor looks at. */
export interface Place {
  url: string
  folder: string
  owner: pg.Client
  /** Nothing is connected but what is given. */
  look(given?: NodeJS.ProcessEnv): Promise<Finding[]>
  close(): Promise<void>
}

export async function openPlace(): Promise<Place> {
  const database = await cloneDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const folder = await mkdtemp(join(tmpdir(), 'steward-doctor-'))
  return {
    url: database.url,
    folder,
    owner,
    look: (given = {}) =>
      examine({ DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', SECRET_KEY: secretKey, ...given }),
    async close() {
      await owner.end()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** What was found about something, a line each. */
export function say(findings: readonly Finding[], about: string): string[] {
  return findings
    .filter((finding) => finding.about === about)
    .map(({ verdict, message, advice }) => `${verdict}: ${message}${advice ? ` -> ${advice}` : ''}`)
}
