import type { Random } from '../random.ts'
import type { World } from '../world.ts'

/** Something that Steward has said it will do. */
export interface Started {
  /** Whether it has ended, well or not. */
  isOver(): Promise<boolean>
  /** How far it is, a number that grows; absent where no one can tell. */
  progress?(): Promise<number>
  /** What is wrong with what it came to, in sentences. Asked once it is over. */
  check(): Promise<string[]>
}

/** What a fault strikes. */
export interface Work {
  name: string
  /** Resolves once Steward has taken it on; from then on it must not be lost. `tag` is no one else's. */
  start(world: World, random: Random, tag: string): Promise<Started>
}

/** A sentence for each thing that is not as it has to be. */
export function differences(found: Record<string, unknown>, expected: Record<string, unknown>): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    found[name] === value ? [] : [`${name} is ${String(found[name])} and not ${String(value)}`],
  )
}
