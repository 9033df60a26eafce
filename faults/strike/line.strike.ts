import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Random } from '../random.ts'
import { struck, type Said, type Strike } from './strike.ts'

const lost: Said[] = [{ who: 'worker', what: /jobs cannot be worked on/ }]
const longOutage = 30_000

/** The first outage of its kind is a long one. */
function outageLengths(): (random: Random) => number {
  let isFirst = true
  return (random) => {
    const length = isFirst ? longOutage : random.between(500, 4000)
    isFirst = false
    return length
  }
}

const lengthOfRefusal = outageLengths()
const lengthOfSilence = outageLengths()

export const lineStrikes: Strike[] = [
  {
    name: 'connections cut',
    async strike({ line }, random) {
      for (let times = random.between(1, 3); times > 0; times -= 1) {
        line.cut()
        await wait(random.between(0, 800))
      }
      return struck({ said: lost })
    },
  },
  {
    name: 'database unreachable',
    async strike({ line }, random) {
      line.refuse()
      await wait(lengthOfRefusal(random))
      line.heal()
      return struck({ said: [...lost, { who: 'web', what: /a call could not be served/ }] })
    },
  },
  {
    name: 'database silent',
    async strike({ line }, random) {
      line.hang()
      await wait(lengthOfSilence(random))
      line.heal()
      return struck()
    },
  },
  {
    name: 'out of connections',
    async strike({ line, database }, random) {
      const hogs: pg.Client[] = []
      const until = Date.now() + random.between(2000, 4000)
      let isFull = false
      const hog = async () => {
        const client = new pg.Client({ connectionString: database.url })
        client.on('error', () => undefined)
        await client.connect().then(
          () => hogs.push(client),
          () => (isFull = true),
        )
      }
      while (!isFull) await hog()
      // Steward loses what it has, and others are quicker.
      line.cut()
      while (Date.now() < until) {
        await hog()
        if (isFull) await wait(20)
      }
      await Promise.all(hogs.map((client) => client.end().catch(() => undefined)))
      return struck({
        said: [...lost, { who: 'database', what: /too many clients|remaining connection slots/ }],
        note: `${hogs.length} connections taken`,
      })
    },
  },
]
