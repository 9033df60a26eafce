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

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/**
 * Runs work, and measures the longest turn of the event loop meanwhile.
 * What earlier tests left is collected first: the process that they share would else pay for it during the work.
 */
export async function longestTurn(work: () => Promise<void>): Promise<LongestTurn> {
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
