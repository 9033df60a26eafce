import { randomOf } from '../../faults/random.ts'
import type { Cluster, Member } from './cluster.ts'

/** What was done to the processes. */
export interface Restlessness {
  /** `web 2 SIGKILL` and the like, in their order. */
  readonly acts: string[]
  stop(): Promise<void>
}

const pauses = { between: [300, 2000], beforeReturn: [200, 1500] } as const
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Ends processes and starts others in their places, again and again, as the seed says: killed without a word,
 * or told to stop. One web process and one worker always live; up to two are away at once.
 */
export function makeRestless(
  cluster: Cluster,
  seed: number,
  signals: readonly NodeJS.Signals[],
): Restlessness {
  const random = randomOf(seed)
  const away = new Set<Member>()
  const acts: string[] = []
  let isStopped = false

  const mayGo = (member: Member): boolean =>
    !away.has(member) &&
    cluster.members.some((other) => other !== member && other.role === member.role && !away.has(other))

  async function lane(): Promise<void> {
    while (!isStopped) {
      await wait(random.between(...pauses.between))
      const victims = cluster.members.filter(mayGo)
      if (isStopped || victims.length === 0) continue
      const victim = random.pick(victims)
      const signal = random.pick(signals)
      away.add(victim)
      acts.push(`${victim.name} ${signal}`)
      await cluster.replace(victim, signal, random.between(...pauses.beforeReturn))
      away.delete(victim)
    }
  }

  const lanes = Promise.all([lane(), lane()])
  return {
    acts,
    async stop() {
      isStopped = true
      await lanes
    },
  }
}
