import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { cloneDatabase, type ClonedDatabase } from '../clone.ts'
import { checkArchive } from '../../src/backup/instance.restore.ts'
import { prepare } from '../../src/prepare.ts'
import { configure } from '../../src/platform/config/config.ts'
import { readEnvironment } from '../../src/platform/config/env.ts'
import { migrate, type MigrateOptions } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration.files.ts'

const disk = vi.hoisted(() => ({ free: undefined as number | undefined }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const statfs = async (path: string) =>
    disk.free === undefined ? real.statfs(path) : { bavail: disk.free, bsize: 1 }
  return { ...real, statfs }
})

const migrations = await readMigrations()
const names = migrations.map(({ name }) => name)
/** The latest that creates a table, which it cannot do again. */
const once = migrations.findLast(({ text }) => /^create table/m.test(text))
const olderOnes = names.slice(0, -2)
const newest = names.slice(-2)

let database: ClonedDatabase
let client: pg.Client

async function open(template: string): Promise<void> {
  database = await cloneDatabase(template)
  client = new pg.Client({ connectionString: database.url, application_name: 'test' })
  await client.connect()
}

async function applied(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

/** Migrates, and answers what was said. */
async function saying(options: MigrateOptions = {}): Promise<string[]> {
  const lines: string[] = []
  await migrate(database.url, { say: (line) => lines.push(line), ...options })
  return lines
}

describe('a database of the release before', () => {
  let older: ClonedDatabase

  beforeAll(async () => {
    older = await cloneDatabase('template0')
    await migrate(older.url, { only: olderOnes })
  })
  afterAll(() => older.drop())

  beforeEach(async () => {
    disk.free = undefined
    await open(new URL(older.url).pathname.slice(1))
    return async () => {
      await client.end()
      await database.drop()
    }
  })

  it('gets what it lacks, and says each step', async () => {
    const lines = await saying()
    expect(lines.slice(1, 3)).toEqual([`  1 of 2: ${newest[0]}`, `  2 of 2: ${newest[1]}`])
    expect(await applied()).toEqual(names)
    expect(await saying()).toEqual([])
  })

  it('is upgraded once by two processes that start together, and the other waits', async () => {
    const done = await Promise.all([migrate(database.url), migrate(database.url)])
    expect(done.map(({ length }) => length).toSorted()).toEqual([0, 2])
  })

  it('is not changed while an older process works on it', async () => {
    const atWork = new pg.Client({ connectionString: database.url, application_name: 'steward-notices' })
    await atWork.connect()
    await expect(saying({ patience: 1 })).rejects.toThrow('a Steward of another release is using it')
    expect(await applied()).toEqual(olderOnes)
    const lines: string[] = []
    const say = (line: string) => {
      if (lines.push(line) === 1) void atWork.end()
    }
    await migrate(database.url, { say })
    expect(lines[0]).toBe('The database must be upgraded; waiting for older processes to end.')
    expect(await applied()).toEqual(names)
  })

  it('is not changed when another session keeps a table', async () => {
    await client.query('begin; lock table migration in share mode')
    await expect(saying({ longestLock: 200 })).rejects.toThrow('another session has held a table')
    await client.query('rollback')
    expect(await applied()).toEqual(olderOnes)
  })

  it('is not changed where the disk has no room', async () => {
    disk.free = 200 * 1024 * 1024
    await expect(saying({ databaseFolder: tmpdir() })).rejects.toThrow('has 200 MB free of the')
    expect(await applied()).toEqual(olderOnes)
    disk.free = undefined
    await saying({ databaseFolder: tmpdir() })
    expect(await applied()).toEqual(names)
  })

  it('says when a migration is not what it was when it was applied', async () => {
    await client.query(`update migration set hash = 'another' where name = $1`, [names[0]])
    expect((await saying())[0]).toContain(`${names[0]} was changed after it was applied here`)
  })

  describe('in a data folder', () => {
    let folder: string
    const start = () =>
      prepare(
        configure(
          readEnvironment({
            DATABASE_URL: database.url,
            DATA_DIR: folder,
            SECRET_KEY: 'one that is long enough for a key',
            BACKUP_BEFORE_UPGRADE: 'on',
          }),
        ),
        database.url,
      )

    beforeEach(async () => {
      vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      folder = await mkdtemp(join(tmpdir(), 'steward-upgrade-'))
      return async () => {
        vi.restoreAllMocks()
        await rm(folder, { recursive: true, force: true })
      }
    })

    it('is backed up as it was before; the last three of these stay, and the first of a release', async () => {
      await start()
      const backups = join(folder, 'backups')
      const [first = ''] = await readdir(backups)
      const { about } = await checkArchive(join(backups, first), undefined)
      expect(about.migrations.map(({ name }) => name)).toEqual(olderOnes)
      for (const year of [2001, 2002, 2003])
        await writeFile(join(backups, `before-1.9.0-${year}0101T000000000Z.backup`), '')
      await writeFile(join(backups, 'before-1.9.0-20040101T000000000Z.backup.part'), 'cut off')
      // Noted as not applied, so that there is an upgrade, which cannot succeed.
      await client.query('delete from migration where name = $1', [once?.name])
      await start().catch(() => undefined)
      const [oldest, ...ofRelease] = (await readdir(backups)).toSorted()
      expect(oldest).toBe('before-1.9.0-20030101T000000000Z.backup')
      expect(ofRelease).toEqual([first, expect.stringContaining('before-2.0.0-')])
      for (let again = 0; again < 3; again += 1) await start().catch(() => undefined)
      const left = (await readdir(backups)).toSorted()
      expect(left).toHaveLength(4)
      expect(left[0]).toBe(first)
    })

    it('is not changed when the backup fails', async () => {
      await writeFile(join(folder, 'backups'), 'a file where the folder should be')
      await expect(start()).rejects.toThrow('The backup before the upgrade failed')
      expect(await applied()).toEqual(olderOnes)
    })
  })
})

describe('a database', () => {
  const user = `restricted_${Date.now()}`
  let url: string

  beforeAll(async () => {
    await open('template0')
    await client.query(`create role ${user} login password 'secret'`)
    const address = new URL(database.url)
    address.username = user
    address.password = 'secret'
    url = address.href
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
    const owner = new pg.Client({ connectionString: inject('databaseUrl') })
    await owner.connect()
    await owner.query(`drop role ${user}`)
    await owner.end()
  })

  it('that is new is prepared without a word', async () => {
    expect(await saying()).toEqual([])
    expect(await applied()).toEqual(names)
  })

  it('that a newer release migrated is refused', async () => {
    await client.query(`insert into migration (name, hash) values ('29991231T0001__future__thing.sql', 'x')`)
    await expect(saying()).rejects.toThrow('The database is newer than this Steward')
    await client.query(`delete from migration where name like '2999%'`)
  })

  it('of somebody else is refused with all that is missing', async () => {
    const refused = migrate(url).then(
      () => '',
      (error: Error) => error.message,
    )
    expect((await refused).split('\n').slice(1)).toEqual([
      `  ${user} may not create tables and schemas: make ${user} the owner of the database.`,
      `  ${user} may not use the role steward_app: grant steward_app to ${user};`,
      expect.stringMatching(/ does not own \w+ and \d+ more: use the user who made the database/),
    ])
  })
})
