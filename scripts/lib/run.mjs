import { spawn } from 'node:child_process'
import { root } from './root.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const firstSignalCode = 128
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

function exitCodeOf(code, signal) {
  return code ?? firstSignalCode + (signalNumbers[signal] ?? 1)
}

/**
 * A terminal sends Ctrl+C to all processes of its group. A program that has to end others in order runs in a group
 * of its own, where only it is notified of that. Windows has no such groups, and would open a window for it.
 */
export const inOwnGroup = { detached: process.platform !== 'win32' }

/** Milliseconds between two looks whether the parent is still there. */
const lookEvery = 500
const parentAtFirst = process.ppid

/**
 * npm passes signals on to a shell, and not every shell passes them on: what shows then is that the parent has
 * gone. Only npm waits for what it started; whatever else did may mean to go, as `nohup` and `setsid` do.
 */
function onParentGone(act) {
  if (process.env.npm_lifecycle_event === undefined || parentAtFirst === 1) return undefined
  const timer = setInterval(() => {
    if (process.ppid === parentAtFirst) return
    clearInterval(timer)
    act()
  }, lookEvery)
  return timer
}

/** The end of the channel tells the program that this process is gone, and no one passes signals on any more. */
const withChannel = { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }

/**
 * Runs a program in the repository's folder on this terminal, passes signals on to it and resolves
 * with its exit code. With `ownGroup` it is notified of signals from here alone, and stops when the shell of npm has
 * gone, or when this process is killed, if it listens for the end of its channel.
 */
export function run(command, parameters, env = {}, { ownGroup = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      ...(ownGroup ? { ...inOwnGroup, ...withChannel } : {}),
    })
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const watch = ownGroup ? onParentGone(() => forward('SIGTERM')) : undefined
    const settle = (done) => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, forward)
      done()
    }
    child.on('error', (error) => settle(() => reject(error)))
    child.on('exit', (code, signal) => settle(() => resolve(exitCodeOf(code, signal))))
  })
}

/** Runs a program and resolves with `{ code, stdout, output }`; output is both streams, as they came. */
export function capture(command, parameters, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), stdout, output }))
  })
}

/** Runs the script's work; a failure ends the process with a sentence instead of a stack. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
