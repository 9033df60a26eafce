import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretKey } from '../harness.ts'
import { clearAway, newFolder, startUsed, type Ground } from './backup.fixture.ts'

const execute = promisify(execFile)

let source: Ground
let folder: string

beforeAll(async () => {
  const { app, config } = await startUsed()
  source = { url: app.application.platform.database.url, config }
  folder = await newFolder()
})
afterAll(clearAway)

/** Each command is a process of its own. */
const slow = { timeout: 4 * 60_000 }

describe('the commands', () => {
  const programs = join(import.meta.dirname, '../../src/bin')
  const run = (command: string, environment: NodeJS.ProcessEnv, ...given: string[]) =>
    execute(process.execPath, [join(programs, `${command}.ts`), ...given], {
      env: {
        PATH: process.env['PATH'],
        INIT_CWD: folder,
        NODE_ENV: 'test',
        SECRET_KEY: secretKey,
        ...environment,
      },
    })

  it('make a backup of a server, restore it into an embedded database, and back that up', slow, async () => {
    const server = { DATABASE_URL: source.url, DATA_DIR: source.config.dataDir }
    const made = await run('backup', server, '--to', 'first.backup')
    expect(made.stdout).toMatch(/first\.backup holds the instance as of .*rows of \d+ tables, \d+ files/)
    const checked = await run('restore', {}, '--from', 'first.backup', '--check')
    expect(checked.stdout).toContain('is whole')

    const embedded = { DATA_DIR: join(folder, 'embedded') }
    const restored = await run('restore', embedded, '--from', 'first.backup')
    expect(restored.stdout).toContain('Start Steward now')
    const again = await run('backup', embedded, '--to', 'second.backup')
    const rows = /([\d,]+) rows of/
    expect(rows.exec(again.stdout)?.[1]).toBe(rows.exec(made.stdout)?.[1])
    const note = JSON.parse(await readFile(join(folder, 'embedded', 'last-backup.json'), 'utf8'))
    expect(note).toMatchObject({ path: join(folder, 'second.backup'), encrypted: false })
    const listed = await run('tenant', embedded, 'list')
    expect(listed.stdout).toMatch(/Test company: \d+ people, \d+ records/)
    const username = 'ada@example.com'
    const turnedOff = await run('user', embedded, 'second-factor-off', username)
    expect(turnedOff.stdout).toBe(`${username} has no second factor.\n`)
  })

  it('say what is wrong, and end with 1', slow, async () => {
    const wrong = [
      [
        run('backup', { DATA_DIR: join(folder, 'none') }, '--to', 'x.backup'),
        'does not contain Steward data',
      ],
      [
        run('user', { DATABASE_URL: source.url }, 'second-factor-off', 'nobody@x.y'),
        'No user has the username',
      ],
      [run('restore', {}, '--form', 'x'), "Unknown option '--form'"],
      [run('tenant', { DATABASE_URL: source.url }, 'delete', '1'), 'Add --yes'],
    ] as const
    const ended = await Promise.allSettled(wrong.map(([running]) => running))
    expect(ended).toMatchObject(
      wrong.map(([, sentence]) => ({ reason: { code: 1, stderr: expect.stringContaining(sentence) } })),
    )
  })
})
