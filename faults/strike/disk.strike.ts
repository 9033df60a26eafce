import { setTimeout as wait } from 'node:timers/promises'
import { struck, type Strike, type Struck } from './strike.ts'
import type { Disk } from '../small-disk.ts'
import type { World } from '../world.ts'

const notHere = 'skipped: no file system could be mounted here, so no disk can be filled'

/** How long a full disk may not be felt, because there is room in files that are there. Milliseconds. */
const longestUnfelt = 60_000

/**
 * Fills a disk for some seconds, and until that is felt by `write`, which writes to it meanwhile and gives the
 * status of the answer. Room that others give back before that, as a checkpoint that removes old logs, is taken too.
 */
async function fill(
  disk: Disk,
  left: number,
  seconds: number,
  write: () => Promise<{ status: number }>,
): Promise<Struck> {
  if (!disk.fill) return struck({ note: notHere })
  const from = Date.now()
  let isFelt = false
  while (Date.now() - from < (isFelt ? seconds * 1000 : longestUnfelt)) {
    if (!isFelt) disk.fill(left)
    const status = await write().then(
      (answer) => answer.status,
      () => 0,
    )
    isFelt ||= status !== 200
    await wait(200)
  }
  disk.free()
  return struck()
}

/** Bytes that need room in the database. */
async function logMuch({ client, furniture }: World): Promise<{ status: number }> {
  const words = Array.from({ length: 4000 }, () => crypto.randomUUID()).join(' ')
  return client.call('POST', '/core/notes', {
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
        return client.call('PATCH', `/core/entity/bulk/uploads/${data.uploadId}?offset=0`, bytes)
      }
      const done = await fill(dataDisk, 0, random.between(2, 4), send)
      return done.note ? done : { ...done, said: [{ who: 'web', what: /ENOSPC|no space left on device/ }] }
    },
  },
]
