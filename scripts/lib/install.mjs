import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hashOf } from './fingerprint.mjs'
import { at, findNode } from './root.mjs'
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
  process.stdout.write('Installing packages (once, and after changes of package-lock.json) …\n')
  if ((await capture(npm, ['ci', ...quietly])).code === 0) return
  // A registry that lacks a package for some other platform fails "ci" and not "install", which keeps
  // to the versions of the lock file as well.
  if ((await run(npm, ['install', '--no-save', ...quietly])) === 0) return
  throw new Error('The packages could not be installed: see above. Is the package registry reachable?')
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
  if (!isInstalledByNpm(lock)) await install()
  // Some settings of npm leave out install scripts, and with them the Node program.
  if (!findNode()) await run(npm, ['rebuild', 'node'])
  if (!findNode()) {
    throw new Error(
      'Node 24 could not be installed. Allow install scripts, or start with a Node 24 of your own.',
    )
  }
  writeFileSync(stamp, hash)
}
