import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../clone.ts'
import { openPlace, say, type Place } from './doctor.fixture.ts'

let place: Place
let owner: pg.Client
let folder: string

beforeAll(async () => {
  place = await openPlace()
  ;({ owner, folder } = place)
})
afterAll(() => place.close())

const look = (given?: NodeJS.ProcessEnv) => place.look(given)

describe('the embedded database', () => {
  it('is not started, and its version is known all the same', async () => {
    const data = await mkdtemp(join(folder, 'embedded-'))
    const given = { DATABASE_URL: '', DATA_DIR: data }
    expect(say(await look(given), 'Database')).toEqual([
      'note: The embedded database is created at the first start.',
    ])
    await mkdir(join(data, 'postgres'))
    await writeFile(join(data, 'postgres/PG_VERSION'), '17\n')
    const findings = await look(given)
    expect(say(findings, 'Database')[0]).toMatch(/^note: The embedded database is not running/)
    expect(say(findings, 'Data folder')[1]).toMatch(
      /^fault: The embedded database was created by PostgreSQL 17/,
    )
  })

  it('is left aside where there is another', async () => {
    const data = await mkdtemp(join(folder, 'aside-'))
    await mkdir(join(data, 'postgres'))
    await writeFile(join(data, 'postgres/PG_VERSION'), '18\n')
    expect(say(await look({ DATA_DIR: data }), 'Data folder')[1]).toMatch(
      /^note: .* DATABASE_URL leaves aside/,
    )
  })
})

describe('what is wrong in the database', () => {
  it('a secret that no key opens', async () => {
    await owner.query(`insert into tenant (tenant_id, name) overriding system value values (70, 'Sealed')`)
    await owner.query(
      `insert into message (tenant_id, channel, template, recipient, body, state, created_at)
       values (70, 'email', 'invitation', 'a@example.com', '00000000.abc', 'kept', now())`,
    )
    const lines = say(await look(), 'Secret key')
    expect(lines[1]).toMatch(/^fault: 1 in message\.body are encrypted with a key that is not there/)
    await owner.query('delete from message where tenant_id = 70')
    expect(say(await look(), 'Secret key')).toHaveLength(1)
  })

  it('jobs that were given up, and those that nobody takes', async () => {
    await owner.query(`select graphile_worker.add_job('test:poisoned', '{}', max_attempts => 1)`)
    await owner.query('update graphile_worker._private_jobs set attempts = 1')
    await owner.query(
      `select graphile_worker.add_job('test:waiting', '{}', run_at => now() - interval '1 hour')`,
    )
    const lines = say(await look(), 'Jobs')
    expect(lines[0]).toMatch(/^warning: 1 wait to be done, the oldest for 60 minutes; 0 are for later/)
    expect(lines[1]).toMatch(/^warning: 1 of test:poisoned failed/)
    await owner.query('delete from graphile_worker._private_jobs')
  })

  it('events that nobody tells', async () => {
    await owner.query(
      `insert into event (tenant_id, type, version, payload, at) values (70, 'test', 1, '{}', now() - interval '3 hours')`,
    )
    expect(say(await look(), 'Events')[0]).toMatch(/^warning: 1 wait to be delivered, the oldest for 3 hours/)
    await owner.query('delete from event')
  })

  it('migrations that wait, and those of a newer release', async () => {
    const { rows } = await owner.query(
      'delete from migration where name = (select max(name) from migration) returning *',
    )
    expect(say(await look(), 'Migrations')[0]).toMatch(/^note: 1 of \d+ wait for the next start/)
    await owner.query('insert into migration (name, hash) values ($1, $2)', [rows[0].name, rows[0].hash])
    await owner.query(`insert into migration (name, hash) values ('99990101T0000__future.sql', 'x')`)
    expect(say(await look(), 'Migrations')[0]).toMatch(/^fault: The database is newer/)
    await owner.query(`delete from migration where name like '9999%'`)
  })

  it('a fresh database, of another encoding', async () => {
    const empty = await cloneDatabase('template0')
    const findings = await look({ DATABASE_URL: empty.url })
    expect(say(findings, 'Migrations')[0]).toMatch(/^note: The database is empty/)
    await empty.drop()
  })
})
