import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { prepare } from '../../src/prepare.ts'
import { configure } from '../../src/platform/config/config.ts'
import { readEnvironment } from '../../src/platform/config/env.ts'
import { catalogueOf } from './catalogue.ts'
import { pendingOn, startHeld } from './killed-upgrade.ts'
import { loadSnapshot, readSnapshots } from './snapshot.ts'

/** Ends the database as a machine that fails does: nothing is written any more, and the log has to be replayed. */
async function crash(dataDir: string): Promise<void> {
  const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await wait(50)
  }
}

async function pendingAt(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return pendingOn(client).finally(() => client.end())
}

it('an upgrade whose database goes down in a migration goes on from there', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-crash-'))
  const config = configure(readEnvironment({ DATA_DIR: dataDir, BACKUP_BEFORE_UPGRADE: 'off' }))
  let database = await startEmbedded(dataDir)
  try {
    const [snapshot] = await readSnapshots()
    if (!snapshot) throw new Error('There is no snapshot')
    await loadSnapshot(database.url, snapshot)
    const pending = await pendingAt(database.url)
    const middle = Math.floor(pending.length / 2)
    const { child, holder } = await startHeld(database.url, pending[middle] as string)
    const ended = once(child, 'exit')
    await crash(dataDir)
    expect((await ended)[0]).toBe(1)
    await holder.end().catch(() => undefined)

    database = await startEmbedded(dataDir)
    expect(await pendingAt(database.url)).toEqual(pending.slice(middle))
    expect(await prepare(config, database.url)).toEqual(pending.slice(middle))
    expect(await catalogueOf(database.url)).toEqual(await catalogueOf(inject('databaseUrl')))
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
