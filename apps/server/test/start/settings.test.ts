import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSettings } from '../../src/settings.ts'

const root = join(import.meta.dirname, '../../../..')
const execute = promisify(execFile)

let place: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'steward-settings-'))
})
afterAll(() => rm(place, { recursive: true }))

const weak = { ADMIN_PASSWORD: 'Sunshine-12' }

describe('settings are checked before anything is started', () => {
  it('all of them at once, and nothing is made', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const file = join(place, 'file')
    await writeFile(file, '')
    const faults = { DEMO: 'maybe', PORT: String(port), DATA_DIR: join(file, 'data'), ...weak }
    const refused = checkSettings(faults, place)
    await expect(refused).rejects.toThrow(
      /^The environment has invalid values:\n {2}DEMO: .*\n {2}ADMIN_PASSWORD: .*most common.*\n {2}DATA_DIR: .*\n {2}PORT: Another program is using .*$/,
    )
    other.close()
    expect(await readdir(place)).toEqual(['file'])
  })

  it('finds nothing wrong with none, and counts relative folders from the copy', async () => {
    await expect(checkSettings({ PORT: '0' }, place)).resolves.toBeUndefined()
    await expect(checkSettings({ PORT: '0', DATA_DIR: 'file/data' }, place)).rejects.toThrow(
      `DATA_DIR: ${place}/file/data`,
    )
  })

  it('names one port that two doors want, and leaves PORT alone where there is no web', async () => {
    const both = { PORT: '39871', OPERATIONS_PORT: '39871' }
    await expect(checkSettings(both, place)).rejects.toThrow(/^[^\n]*\n {2}OPERATIONS_PORT: [^\n]*$/)
    await expect(checkSettings({ ...both, ROLES: 'worker' }, place)).resolves.toBeUndefined()
  })

  it('takes no notice of the first password where the instance exists', async () => {
    await expect(checkSettings({ PORT: '0', ...weak }, place)).rejects.toThrow('ADMIN_PASSWORD')
    await mkdir(join(place, 'data/postgres'), { recursive: true })
    await writeFile(join(place, 'data/postgres/PG_VERSION'), '18\n')
    await expect(checkSettings({ PORT: '0', ...weak }, place)).resolves.toBeUndefined()
  })
})

it('a copy without packages says what is wrong with its settings, and installs nothing', async () => {
  const copy = join(place, 'Kündin Ω (1)')
  await mkdir(copy)
  for (const path of ['scripts', 'package.json', 'package-lock.json'])
    await cp(join(root, path), join(copy, path), { recursive: true })
  const { PATH } = process.env
  const started = execute(process.execPath, ['scripts/start.mjs'], {
    cwd: copy,
    env: { PATH, PORT: 'many', ADMIN_PASSWORD: 'short' },
  })
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^\nThe environment has invalid values:\n {2}PORT: .*\n {2}ADMIN_PASSWORD: .*\n$/,
    ),
  })
  expect(await readdir(copy)).not.toContain('node_modules')
})
