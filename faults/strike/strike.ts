import type { Random } from '../random.ts'
import type { Role, World } from '../world.ts'

/** A line that someone's log must have. */
export interface Said {
  who: Role | 'database'
  what: RegExp
}

export interface Struck {
  /** Processes that were killed. */
  kills: number
  /** What appears in the logs. */
  said: Said[]
  /** What went wrong while it lasted, in sentences. */
  faults: string[]
  /** What someone should know of it, such as that it could not be done here. */
  note?: string
}

/** Something that breaks. */
export interface Strike {
  name: string
  /** The only work that it strikes; any where absent. */
  during?: string
  /** Breaks it for a while, and then repairs what an operator would. */
  strike(world: World, random: Random): Promise<Struck>
}

export const struck = (more: Partial<Struck> = {}): Struck => ({ kills: 0, said: [], faults: [], ...more })
