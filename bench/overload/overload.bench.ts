import { Agent } from 'node:http'
import { ask, callFor, timesOf, type Answer, type Times } from './answers.ts'
import { page } from '../calls.bench.ts'
import { memoryOf } from '../cpu.ts'
import type { Call, Target } from '../load.ts'
import type { Stage } from '../stage.ts'

export interface OverloadFigures {
  /** Calls a second: what it can do, and what was asked of it. */
  capacity: number
  offered: number
  quiet: Times
  /** Calls by their status. */
  statuses: Record<string, number>
  served: Times
  refused: Times
  /** Refused without the time to come back. */
  withoutRetryAfter: number
  health: Times
  healthFailed: number
  /** Megabytes. */
  memory: { before: number; peak: number; after: number }
  /** Seconds until the answers came as soon as before. */
  recovery: number
}

const folds = 10
/** Connections of the callers: many times what the server has places for. */
const mostOpen = 1000
const tick = 10

const filter =
  '{"and":[{"field":"entityArchived","operator":"isFalse"},{"field":"churned","operator":"isFalse"}]}'

const callOf = (n: number): Call => ({
  method: 'GET',
  path: `/api/core/accounts?${page({ page: 1 + (n % 5), pageSize: 50, filter, columns: 'number_1,text_1,date_1' })}`,
})

/** Opens the connections, some at a time: how fast a machine connects to itself is not what is asked here. */
async function openAll(agent: Agent, target: Target): Promise<void> {
  const hundred = () =>
    Array.from({ length: 100 }, () => ask(agent, target, { method: 'GET', path: '/healthz' }))
  const opened: Promise<Answer>[] = []
  while (opened.length < mostOpen) {
    opened.push(...hundred())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await Promise.all(opened)
}

/** Sends so many calls a second, whatever becomes of those before. */
async function flood(target: Target, rate: number, seconds: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: mostOpen, maxFreeSockets: mostOpen })
  await openAll(agent, target)
  const sentAll: Promise<Answer>[] = []
  const open = new Set<Promise<Answer>>()
  const from = performance.now()
  let sent = 0
  while (performance.now() - from < seconds * 1000) {
    const due = Math.floor(((performance.now() - from) / 1000) * rate)
    while (sent < due && open.size < mostOpen) {
      sent += 1
      const answer = ask(agent, target, callOf(sent))
      open.add(answer)
      void answer.finally(() => open.delete(answer))
      sentAll.push(answer)
    }
    // What was not sent because all places were taken is not made up for.
    sent = Math.max(sent, due)
    await new Promise((resolve) => setTimeout(resolve, tick))
  }
  const answers = await Promise.all(sentAll)
  agent.destroy()
  return answers
}

/** Asks whether the process lives, and how much memory it has, until told to stop. */
function watch(target: Target): { stop(): Promise<{ health: Answer[]; peak: number }> } {
  const agent = new Agent({ keepAlive: true })
  const health: Answer[] = []
  let peak = 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      health.push(await ask(agent, target, { method: 'GET', path: '/healthz' }))
      peak = Math.max(peak, memoryOf(target.pids[0] ?? 0).now)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return {
    async stop() {
      isStopped = true
      await watching
      agent.destroy()
      return { health, peak }
    },
  }
}

/** Seconds until a quarter of a second is as quick as it was. */
async function recover(target: Target, quiet: Times): Promise<number> {
  const from = performance.now()
  for (;;) {
    const answers = await callFor(target, callOf, { seconds: 0.25, clients: 4, pause: 10 })
    const isWell =
      answers.every(({ status }) => status === 200) && timesOf(answers).p95 <= quiet.p95 * 1.5 + 5
    const seconds = (performance.now() - from) / 1000
    if (isWell || seconds > 60) return seconds
  }
}

function countStatuses(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, error } of answers) {
    const name = error ?? String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Asks ten times as much as the server can do, and sees what happens to it. */
export async function benchOverload({ steward }: Stage, seconds: number): Promise<OverloadFigures> {
  await callFor(steward, callOf, { seconds: 2, clients: 4, pause: 0 })
  const quiet = timesOf(await callFor(steward, callOf, { seconds: 3, clients: 4, pause: 10 }))
  const most = await callFor(steward, callOf, { seconds: 5, clients: 12, pause: 0 })
  const capacity = most.filter(({ status }) => status === 200).length / 5
  const before = memoryOf(steward.pids[0] ?? 0).now
  const watching = watch(steward)
  const from = performance.now()
  const answers = await flood(steward, capacity * folds, seconds)
  const lasted = (performance.now() - from) / 1000
  const { health, peak } = await watching.stop()
  const recovery = await recover(steward, quiet)
  const refused = answers.filter(({ status }) => status === 503)
  return {
    capacity,
    offered: answers.length / lasted,
    quiet,
    statuses: countStatuses(answers),
    served: timesOf(answers.filter(({ status }) => status === 200)),
    refused: timesOf(refused),
    withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === undefined).length,
    health: timesOf(health),
    healthFailed: health.filter(({ status }) => status !== 200).length,
    memory: { before, peak, after: memoryOf(steward.pids[0] ?? 0).now },
    recovery,
  }
}
