import { existsSync, readFileSync } from 'node:fs'
import { hashOf } from './fingerprint.mjs'
import { showProgress } from './progress.mjs'
import { at, findNode } from './root.mjs'
import { requireWritable, writeStamp } from './stamp.mjs'
import { capture, run } from './run.mjs'

const lockFile = at('package-lock.json')
const installedLock = at('node_modules/.package-lock.json')
const stamp = at('node_modules/.steward-lock')

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Whether npm itself installed what the lock file says, so that nothing is left to do. */
function isInstalledByNpm(lock) {
  const installed = read(installedLock)
  if (!installed) return false
  const { packages } = JSON.parse(installed)
  return Object.entries(JSON.parse(lock).packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional && !entry.peer)
    .every(([path, entry]) => entry.link || packages[path]?.version === entry.version)
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const quietly = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

async function install() {
  if ((await capture(npm, ['ci', ...quietly])).code === 0) return
  // A registry that lacks a package for some other platform fails "ci" and not "install", which keeps
  // to the versions of the lock file as well.
  const { code, output } = await capture(npm, ['install', '--no-save', ...quietly])
  if (code === 0) return
  throw new Error(`${output}\nThe packages could not be installed. Is the package registry reachable?`)
}

/** Whether the packages of package-lock.json are there. */
export function isInstalled() {
  const lock = read(lockFile)
  return lock !== undefined && (read(stamp) === hashOf(lock) || isInstalledByNpm(lock))
}

/** Installs the packages of package-lock.json unless they are there. Throws with a reason a person can act on. */
export async function ensureInstalled() {
  const lock = read(lockFile)
  if (!lock) throw new Error('package-lock.json is missing: this is not a complete copy of Steward.')
  const hash = hashOf(lock)
  if (read(stamp) === hash && findNode()) return
  if (!isInstalledByNpm(lock)) {
    requireWritable('The packages have to be installed')
    await showProgress('Installing packages', install)
  }
  // Some settings of npm leave out install scripts, and with them the Node program.
  if (!findNode()) await run(npm, ['rebuild', 'node'])
  if (!findNode()) {
    throw new Error(
      'Node 24 could not be installed. Allow install scripts, or start with a Node 24 of your own.',
    )
  }
  writeStamp(stamp, hash)
}
