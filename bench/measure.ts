import { memoryOf } from './cpu.ts'
import { load, type Call, type Figures, type Target } from './load.ts'
import type { Stage } from './stage.ts'

/** What a call may cost at most: times the floor's CPU, or milliseconds of CPU. */
export type CallBound = { ratio: number } | { ms: number }

/** How long answers took, in milliseconds, and how many there were in a second. */
export interface Latency {
  clients: number
  p50: number
  p95: number
  p99: number
  rate: number
}

/** A call of Steward beside its floor. */
export interface Row {
  work: string
  floor: Figures
  steward: Figures
  ratio: number
  bound: CallBound
  latencies: Latency[]
  /** Megabytes of the server's resident memory after the last call. */
  memory: number
}

export interface Pair {
  work: string
  /** Times the floor's CPU, unless it is an object. */
  bound: number | CallBound
  floor: (n: number) => Call
  steward: (n: number) => Call
}

/** How many clients the CPU is read at, and how many the latencies are taken at beside. */
const clients = 8
const otherClients = [1, 32]
/** So often floor and Steward take turns; the middle turn counts, which leaves out vacuums, checkpoints and collections. */
const turns = 5

/** A target's turns, each of which goes on counting where the last ended: a change that was made already would be none. */
function turnsOf(target: Target, callOf: (n: number) => Call, seconds: number) {
  const taken: Figures[] = []
  let sent = 0
  return {
    async take() {
      const from = sent
      const figures = await load(target, (n) => callOf(from + n), seconds, clients)
      sent += figures.last
      taken.push(figures)
    },
    middle(): Figures {
      const middle = taken.toSorted((one, other) => one.cpu - other.cpu)[Math.floor(taken.length / 2)]
      if (!middle) throw new Error('No turn was taken')
      return { ...middle, last: sent }
    },
  }
}

const latency = (count: number, { p50, p95, p99, requests }: Figures, seconds: number): Latency => ({
  clients: count,
  p50,
  p95,
  p99,
  rate: requests / seconds,
})

/** Measures the floor and Steward by turns at 8 clients, and Steward's latencies at 1 and 32 as well. */
export async function measurePair(stage: Stage, floor: Target, pair: Pair, seconds: number): Promise<Row> {
  const { work, bound } = pair
  const ofTurn = Math.max(1, seconds / turns)
  const sides = [turnsOf(floor, pair.floor, ofTurn), turnsOf(stage.steward, pair.steward, ofTurn)] as const
  for (let turn = 0; turn < turns; turn += 1) for (const side of sides) await side.take()
  const [atFloor, steward] = [sides[0].middle(), sides[1].middle()]
  const latencies = [latency(clients, steward, ofTurn)]
  const brief = Math.min(seconds, 2)
  let sent = steward.last
  for (const count of otherClients) {
    const from = sent
    const figures = await load(stage.steward, (n) => pair.steward(from + n), brief, count)
    sent += figures.last
    latencies.push(latency(count, figures, brief))
  }
  process.stderr.write(
    `  ${work}: ${steward.cpu.toFixed(2)} (server ${steward.serverCpu.toFixed(2)}) ms / ${atFloor.cpu.toFixed(2)} (server ${atFloor.serverCpu.toFixed(2)}) ms\n`,
  )
  return {
    work,
    floor: atFloor,
    steward,
    ratio: steward.cpu / atFloor.cpu,
    bound: typeof bound === 'number' ? { ratio: bound } : bound,
    latencies: latencies.toSorted((one, other) => one.clients - other.clients),
    memory: memoryOf(stage.steward.pids[0] ?? 0).now,
  }
}
