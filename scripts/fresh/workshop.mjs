import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { at, root } from '../lib/root.mjs'

export const isRoot = process.getuid?.() === 0

/** Whether a command does what it is to do on this machine. */
export const works = (command, ...parameters) =>
  spawnSync(command, parameters, { stdio: 'ignore' }).status === 0

/** A new folder for one case. A private one lies in this user's home folder; the others everyone can enter. */
export function newFolder({ isPrivate = false, parent = isPrivate ? homedir() : tmpdir() } = {}) {
  const folder = mkdtempSync(join(parent, 'steward-fresh-'))
  chmodSync(folder, isPrivate ? 0o700 : 0o755)
  return folder
}

const filesOfGit = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean)

/** The sources as a clean clone has them, those that are not committed yet included. Returns the folder. */
export function copySources(folder) {
  for (const file of filesOfGit()) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(at(file), join(folder, file), { preserveTimestamps: true, verbatimSymlinks: true })
  }
  return folder
}

/** What installing and building left, as links: nothing in it is written again. */
const installed = () => [
  'node_modules',
  'packages/api-client/node_modules',
  'apps/server/node_modules',
  'apps/web/node_modules',
  'apps/web/dist',
  '.cache/web-build.json',
]

/** A copy in which everything is installed and built. Needs that this one is. Returns the folder. */
export function copyInstalled(folder) {
  copySources(folder)
  mkdirSync(join(folder, '.cache'), { recursive: true })
  for (const path of installed().filter((name) => works('test', '-e', at(name)))) {
    const target = join(folder, path)
    if (!works('cp', '-al', at(path), target)) execFileSync('cp', ['-a', at(path), target])
  }
  return folder
}

/** Gives the folders to a user; the files in them may be links, and stay as they are. */
export function giveFolders(folder, uid) {
  execFileSync('find', [folder, '-type', 'd', '-exec', 'chown', String(uid), '{}', '+'])
}

export const remove = (folder) => rmSync(folder, { recursive: true, force: true })

/** Runs a command; resolves with its exit code and its output, both streams. */
export function perform([command, ...parameters], environment) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
