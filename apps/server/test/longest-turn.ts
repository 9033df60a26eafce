import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** How long work kept the event loop to itself. */
export interface LongestTurn {
  /** Milliseconds of this thread's processor time in the longest turn: other processes don't add to it. */
  cpu: number
  /** MB that the process grew by at most while the work went on. */
  memory: number
}

/** Milliseconds of processor time that no turn of the event loop may take. */
export const longestStall = 50

const mostRuns = 3

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** What earlier tests left is collected first: the process that they share would else pay for it during the work. */
async function measure(work: () => Promise<void>): Promise<LongestTurn> {
  collect()
  const before = process.memoryUsage.rss()
  let turn = process.threadCpuUsage()
  const longest = { cpu: 0, memory: 0 }
  const look = () => {
    longest.cpu = Math.max(longest.cpu, millisecondsOf(process.threadCpuUsage(turn)))
    longest.memory = Math.max(longest.memory, (process.memoryUsage.rss() - before) / 1_000_000)
    turn = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}

/**
 * Runs work, and measures the longest turn of the event loop meanwhile. Where that is too long, the work runs again, up
 * to three times, and the shortest of its longest turns counts: what the work does to the loop it does every time, and
 * a collection of garbage or a compilation that falls into it once is not its doing.
 */
export async function longestTurn(work: () => Promise<void>): Promise<LongestTurn> {
  const all = [await measure(work)]
  while (all.length < mostRuns && all.every(({ cpu }) => cpu > longestStall)) all.push(await measure(work))
  return {
    cpu: Math.min(...all.map(({ cpu }) => cpu)),
    // A process that has grown once need not grow again.
    memory: Math.max(...all.map(({ memory }) => memory)),
  }
}
