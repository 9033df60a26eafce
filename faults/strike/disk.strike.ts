import { setTimeout as wait } from 'node:timers/promises'
import { struck, type Strike, type Struck } from './strike.ts'
import type { Disk } from '../small-disk.ts'
import type { World } from '../world.ts'

const notHere = 'skipped: no file system could be mounted here, so no disk can be filled'

/** Fills a disk for some seconds. `write` writes to it meanwhile, so that its being full is felt. */
async function fill(
  disk: Disk,
  left: number,
  seconds: number,
  write: () => Promise<unknown>,
): Promise<Struck> {
  if (!disk.fill) return struck({ note: notHere })
  disk.fill(left)
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    await write().catch(() => undefined)
    await wait(200)
  }
  disk.free()
  return struck()
}

/** Bytes that need room in the database. */
async function logMuch({ client, furniture }: World): Promise<void> {
  const words = Array.from({ length: 4000 }, () => crypto.randomUUID()).join(' ')
  await client.call('POST', '/core/notes', {
    level: 2,
    parentIdentifier: furniture.accountId,
    title: 'Much',
    description: words,
  })
}

export const diskStrikes: Strike[] = [
  {
    name: 'disk of the database full',
    async strike(world, random) {
      const { database, databaseDisk } = world
      const done = await fill(databaseDisk, 0, random.between(2, 5), () => logMuch(world))
      if (done.note) return done
      // Without room for its log PostgreSQL ends; an operator makes room and starts it.
      if (!(await database.isRunning())) await database.start()
      return { ...done, said: [{ who: 'database', what: /No space left on device/ }] }
    },
  },
  {
    name: 'disk of files full',
    async strike({ dataDisk, client }, random) {
      const bytes = Buffer.alloc(1_000_000, 'x')
      const send = async () => {
        const { data } = await client.post('/core/entity/bulk/uploads', {
          fileName: 'x.csv',
          size: bytes.length,
        })
        await client.call('PATCH', `/core/entity/bulk/uploads/${data.uploadId}?offset=0`, bytes)
      }
      const done = await fill(dataDisk, 0, random.between(2, 4), send)
      return done.note ? done : { ...done, said: [{ who: 'web', what: /ENOSPC|no space left on device/ }] }
    },
  },
]
