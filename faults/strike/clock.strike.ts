import { setTimeout as wait } from 'node:timers/promises'
import { struck, type Strike } from './strike.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The clock of both processes, and not the one of the database, is wrong for some seconds. */
function jump(name: string, shifts: readonly number[]): Strike {
  return {
    name,
    async strike(world, random) {
      world.shiftClock(random.pick(shifts))
      await wait(random.between(1500, 4000))
      world.shiftClock(0)
      return struck()
    },
  }
}

export const clockStrikes: Strike[] = [
  jump('clock jumps forward', [2 * minute, 60 * minute, 2 * day]),
  jump('clock jumps back', [-2 * minute, -60 * minute, -2 * day]),
]
