import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import { byLength } from '../length.ts'
import { count, upTo } from './events.fixture.ts'

const rounds = byLength(3, 100)
const perRound = 12
const program = fileURLToPath(new URL('delivering-program.ts', import.meta.url))

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await owner().query('truncate event, event_subscription, event_failure')
  await owner().query(
    'create table written_down (at bigint generated always as identity, subscriber text, n integer)',
  )
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner

function startProcess(killedBy: string, killAt: number): ChildProcess {
  const { url } = app.application.platform.database
  return spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url, KILLED_BY: killedBy, KILL_AT: String(killAt) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const countEvents = async () => (await owner().query('select from event')).rowCount

async function writtenBy(subscriber: string): Promise<number[]> {
  const { rows } = await owner().query<{ n: number }>(
    'select n from written_down where subscriber = $1 order by at',
    [subscriber],
  )
  return rows.map(({ n }) => n)
}

/** Numbers that came before the one they follow; after a kill some come again, from any earlier one on. */
function skipped(received: readonly number[]): number[] {
  let latest = 0
  const found: number[] = []
  for (const n of received) {
    if (n > latest + 1) found.push(n)
    latest = Math.max(latest, n)
  }
  return found
}

it(
  `loses and overtakes no event in ${rounds} rounds in which the process that delivers is killed`,
  { timeout: 60_000 + rounds * 10_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const first = round * perRound + 1
      const killAt = first + Math.floor(Math.random() * perRound)
      const ended = once(startProcess(round % 2 === 0 ? 'single' : 'batch', killAt), 'exit')
      await count(
        app,
        upTo(perRound).map((n) => first + n - 1),
      )
      const [, signal] = (await ended) as [number | null, string | null]
      expect(signal).toBe('SIGKILL')
    }
    const last = rounds * perRound
    const survivor = startProcess('none', 0)
    const gone = once(survivor, 'exit')
    await expect.poll(countEvents, { timeout: 30_000 }).toBe(0)
    survivor.kill('SIGKILL')
    await gone
    let again = 0
    for (const subscriber of ['single', 'batch']) {
      const received = await writtenBy(subscriber)
      expect(skipped(received)).toEqual([])
      expect([...new Set(received)].toSorted((a, b) => a - b)).toEqual(upTo(last))
      again += received.length - last
    }
    process.stdout.write(`${rounds} kills: ${last} events for two subscribers, ${again} delivered again\n`)
  },
)
