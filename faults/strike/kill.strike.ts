import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '../world.ts'
import { struck, type Said, type Strike } from './strike.ts'

/** Kills processes with SIGKILL once or twice; anyone who watches over processes starts them again. */
function killing(roles: readonly Role[], said: Said[]): Strike {
  return {
    name: `kill -9 of ${roles.join(' and ')}`,
    async strike(world, random) {
      const times = random.between(1, 2)
      for (let time = 0; time < times; time += 1) {
        await Promise.all(roles.map((role) => world.processes[role].kill('SIGKILL')))
        await wait(random.between(0, 500))
        await Promise.all(roles.map((role) => world.revive(role)))
        if (time + 1 < times) await wait(random.between(0, 1500))
      }
      return struck({ kills: times * roles.length, said })
    },
  }
}

const started: Said = { who: 'worker', what: /a worker is gone; what it held is free/ }

export const killStrikes: Strike[] = [
  killing(['web'], []),
  killing(['worker'], [started]),
  killing(['web', 'worker'], [started]),
]

const lost: Said[] = [{ who: 'worker', what: /jobs cannot be worked on/ }]

export const databaseStrikes: Strike[] = [
  {
    name: 'kill -9 of the database',
    async strike({ database }, random) {
      await database.kill()
      await wait(random.between(0, 2000))
      await database.start()
      return struck({
        kills: 1,
        said: [...lost, { who: 'database', what: /database system was not properly shut down/ }],
      })
    },
  },
  {
    name: 'database restarted',
    async strike({ database }) {
      await database.restart()
      return struck({ said: lost })
    },
  },
]
