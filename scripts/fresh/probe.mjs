// Starts a copy of Steward with `npm start`, signs in, stops it, and looks at what it left: node probe.mjs <copy>
// The environment is the one for `npm start`. The exit code is 0 when all is well.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const [, , copy] = process.argv
const { DATA_DIR: dataDir, ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = process.env
const longestStart = 15 * 60_000
const longestStop = 30_000
const ofOthers = 0o077

let output = ''
const child = spawn('npm', ['start'], { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
const ended = new Promise((resolve) => {
  child.on('close', resolve)
})

async function addressOf() {
  for (const start = Date.now(); Date.now() - start < longestStart; await wait(100)) {
    const [, address] = /Steward is running at (\S+)/.exec(output) ?? []
    if (address) return address
    if (child.exitCode !== null) break
  }
  throw new Error('Steward did not start.')
}

async function signIn(address) {
  const response = await fetch(`${address}/api/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, remember: false }),
  })
  if (response.status !== 200) throw new Error(`The sign-in was answered with ${response.status}.`)
}

function checkDataFolder() {
  for (const path of [dataDir, join(dataDir, 'postgres'), join(dataDir, 'database-password')]) {
    if ((statSync(path).mode & ofOthers) !== 0) throw new Error(`Others can get at ${path}.`)
  }
}

async function stop() {
  child.kill('SIGTERM')
  await Promise.race([ended, wait(longestStop)])
  for (const start = Date.now(); existsSync(join(dataDir, 'postgres/postmaster.pid')); await wait(100)) {
    if (Date.now() - start > longestStop) throw new Error('The database did not stop.')
  }
}

try {
  const address = await addressOf()
  await signIn(address)
  checkDataFolder()
  await stop()
  process.stdout.write(`signed in at ${address}, data in ${dataDir}, stopped`)
} catch (error) {
  child.kill('SIGTERM')
  process.stdout.write(`${error.message}\n${output}`)
  process.exitCode = 1
}
// Where something still holds the streams of npm, nothing more is to be expected of it.
child.stdout.destroy()
child.stderr.destroy()
