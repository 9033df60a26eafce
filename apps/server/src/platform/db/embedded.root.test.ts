import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { sharedPrograms } from './postgres.programs.ts'
import { findPostgresUser } from './postgres.user.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const canUnshare = isRoot && spawnSync('unshare', ['--map-root-user', 'true']).status === 0
const execute = promisify(execFile)
const others = 0o077

let place: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'steward-root-'))
  await chmod(place, 0o700)
})
afterAll(() => rm(place, { recursive: true }))

async function answerOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select 6 * 7 as answer')
  await client.end()
  return rows[0]
}

describe.runIf(isRoot)('the embedded database of root', () => {
  it('lies below a folder that only root can enter, and is private itself', async () => {
    const dataDir = join(place, 'ä b/data')
    for (const round of ['first', 'second']) {
      const database = await startEmbedded(dataDir)
      expect(await answerOf(database.url), round).toEqual({ answer: 42 })
      await database.stop()
    }
    for (const path of [dataDir, join(dataDir, 'postgres'), join(dataDir, 'database-password')])
      expect((await stat(path)).mode & others, path).toBe(0)
  })

  it('closes a folder that earlier releases opened to every user', async () => {
    const dataDir = join(place, 'opened')
    await mkdir(dataDir)
    await chmod(dataDir, 0o711)
    const database = await startEmbedded(dataDir)
    await database.stop()
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  it('runs from a copy that nobody else can read where the packages lie in a private folder', async () => {
    const { owner } = await findPostgresUser()
    const folders: string[] = []
    for await (const folder of sharedPrograms(owner.gid)) folders.push(folder)
    const [, copy = ''] = folders
    const { mode, uid, gid } = await stat(copy)
    expect({ mode: mode & 0o777, uid, gid }).toEqual({ mode: 0o750, uid: 0, gid: owner.gid })
    const { stdout } = await execute(join(copy, 'bin/postgres'), ['--version'], { ...owner, cwd: '/' })
    expect(stdout).toMatch(/PostgreSQL.* 18\./)
  })

  it.runIf(canUnshare)('runs where root cannot become another user', async () => {
    const program = `
      import { startEmbedded } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'embedded.ts')).href)}
      const { stop } = await startEmbedded(${JSON.stringify(join(place, 'single'))})
      await stop()
      process.stdout.write('stopped')`
    const command = [process.execPath, '--input-type=module', '-e', program]
    const { stdout } = await execute('unshare', ['--map-root-user', ...command])
    expect(stdout).toBe('stopped')
  })
})
