import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuOf } from './cpu.ts'

export interface StartFigures {
  /** Seconds. */
  cpu: number
  wall: number
}

const root = join(import.meta.dirname, '..')

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** One run of what `npm start` calls until it answers: the CPU of everything it started, and the time it took. */
async function startOnce(folder: string, port: number): Promise<StartFigures> {
  const from = performance.now()
  const child = spawn('node', ['scripts/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn' },
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  const figures = { cpu: cpuOf(child.pid ?? 0) / 1000, wall: (performance.now() - from) / 1000 }
  child.kill('SIGTERM')
  await ended
  while (await answers(port)) await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return figures
}

/** Starts Steward on a folder that has data already; the first start, which makes it, is not counted. */
export async function benchStart(): Promise<StartFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-start-'))
  await chmod(folder, 0o755)
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  try {
    await startOnce(folder, port)
    const runs = [await startOnce(folder, port), await startOnce(folder, port), await startOnce(folder, port)]
    return runs.toSorted((a, b) => a.cpu - b.cpu)[1] as StartFigures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
