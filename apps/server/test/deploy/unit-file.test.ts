import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { environmentSchema } from '../../src/platform/config/env.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'deploy/systemd')
const units = (await readdir(folder)).filter((name) => /\.(?:service|timer)$/.test(name))
const read = (name: string) => readFile(join(folder, name), 'utf8')

/** Sections with their settings; one that comes twice has two values. */
function parseUnit(text: string): Record<string, Record<string, string[]>> {
  const sections: Record<string, Record<string, string[]>> = {}
  let section: Record<string, string[]> = {}
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const title = /^\[(\w+)\]$/.exec(line)?.[1]
    if (title !== undefined) section = sections[title] = {}
    else {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`Not a setting: ${line}`)
      ;(section[name] ??= []).push(value)
    }
  }
  return sections
}

describe.each(units)('%s', (name) => {
  it('starts programs that are there, with the flags of npm start', async () => {
    const flags = JSON.parse(await readFile(join(root, 'scripts/lib/server-flags.json'), 'utf8')) as string[]
    const { Service: { ExecStart: [start] = [] } = {} } = parseUnit(await read(name))
    if (start === undefined) return expect(name).toMatch(/\.timer$/)
    const programs = start.match(/apps\/server\/src\/[\w/.-]+\.ts/g) ?? []
    expect(programs).toHaveLength(1)
    for (const program of programs) await expect(readFile(join(root, program))).resolves.toBeTruthy()
    if (start.includes('main.ts')) expect(start).toContain(` ${flags.join(' ')} `)
  })

  it('sets variables that Steward reads', async () => {
    const { Service: { Environment: [set = ''] = [] } = {} } = parseUnit(await read(name))
    const names = [...set.matchAll(/(\w+)=/g)].map(([, one]) => one)
    const known = [...Object.keys(environmentSchema.shape), 'NODE_COMPILE_CACHE', 'BACKUPS']
    expect(known).toEqual(expect.arrayContaining(names))
  })

  it('keeps the data folder to its user', async () => {
    const { Service: { StateDirectory, StateDirectoryMode } = {} } = parseUnit(await read(name))
    if (StateDirectory) expect(StateDirectoryMode).toEqual(['0700'])
  })

  it('lets Steward stop its database itself', async () => {
    const { Service: { KillMode, ExecStart } = {} } = parseUnit(await read(name))
    if (ExecStart?.[0]?.includes('main.ts')) expect(KillMode).toEqual(['mixed'])
  })
})

it('are units that systemd takes', async ({ skip }) => {
  const run = promisify(execFile)
  const isThere = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere) skip('There is no systemd-analyze here.')
  const copy = await mkdtemp(join(tmpdir(), 'steward-units-'))
  try {
    await mkdir(join(copy, 'docs'))
    for (const unit of units) {
      await copyFile(join(folder, unit), join(copy, unit))
      const text = (await read(unit)).replaceAll('/opt/steward/node_modules', join(root, 'node_modules'))
      await writeFile(join(copy, unit), text)
    }
    const { stdout, stderr } = await run('systemd-analyze', [
      'verify',
      ...units.map((unit) => join(copy, unit)),
    ])
    expect(stdout + stderr).toBe('')
  } finally {
    await rm(copy, { recursive: true })
  }
})

it('the example names variables that Steward reads', async () => {
  const example = await read('steward.env.example')
  const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(3)
  expect(Object.keys(environmentSchema.shape)).toEqual(expect.arrayContaining(names))
})
