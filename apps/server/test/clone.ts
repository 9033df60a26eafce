import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

export interface ClonedDatabase {
  url: string
  /** The data folder of what runs on it. */
  dataDir: string
  drop(): Promise<void>
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('databaseUrl'))
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A fresh copy of the migrated template database, or of another one: template0 is empty. */
export async function cloneDatabase(template = 'steward'): Promise<ClonedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-data-'))
  return {
    url: url.href,
    dataDir,
    async drop() {
      await administer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
