import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Place {
  port: number
  /** An address of this machine, or a name of one. */
  host: string
}

/** Opens the doors. Throws with the code `EADDRINUSE` where something else listens. */
export type OpenDoors = (place: Place) => Promise<void>

/**
 * Listeners of one port. A listener takes a single connection in each turn of the event loop, and a turn takes
 * tens of milliseconds when much is asked: alone it would keep a flock of callers waiting for many seconds.
 */
const doorCount = 64

/** Connections that wait to be taken, as far as the operating system allows: they come in flocks after an outage. */
const backlog = 2048

/** For how long connections are still taken when the server closes, in milliseconds, while more and more come. */
const longestTaking = 500

/** How often connections are closed that have become idle while the server closes, in milliseconds. */
const closeIdleEvery = 100

/** Several listeners of a port do not exclude each other, nor those of another process: so it is tried alone first. */
async function checkFree({ port, host }: Place): Promise<void> {
  if (port === 0) return
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/**
 * Takes connections for the server of the application, `most` at once. When it closes it takes all who wait
 * before, and lets each connection go as soon as it is idle.
 */
export function createDoors(app: FastifyInstance, most: number): OpenDoors {
  const others: Server[] = []
  let closed: Promise<unknown>[] = []
  let closing: NodeJS.Timeout | undefined
  const open = new Set<Socket>()
  let taken = 0

  function count(socket: Socket): void {
    taken += 1
    if (open.size >= most) {
      socket.destroy()
      return
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }

  async function openAnother({ port, address: host }: AddressInfo): Promise<void> {
    const door = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket))
    others.push(door)
    door.listen({ port, host, backlog, reusePort: true })
    await once(door, 'listening')
  }

  /** Calls that still wait when a listener closes are cut off. A turn may begin after the moment in which it takes any. */
  async function takeWaiting(): Promise<void> {
    const until = performance.now() + longestTaking
    for (let quietTurns = 0; quietTurns < 2 && performance.now() < until;) {
      const before = taken
      await setImmediate()
      quietTurns = taken === before ? quietTurns + 1 : 0
    }
  }

  /** A connection is kept for a minute when the answer on it was begun before, and one that no one used for longer. */
  function closeIdle(): void {
    app.server.closeIdleConnections()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }

  app.server.prependListener('connection', count)
  app.addHook('preClose', async () => {
    await takeWaiting()
    closed = others.map((door) => once(door.close(), 'close'))
    closing = setInterval(closeIdle, closeIdleEvery)
  })
  app.addHook('onClose', async () => {
    await Promise.all(closed)
    clearInterval(closing)
  })

  return async (place) => {
    const sharesPorts = process.platform === 'linux'
    if (sharesPorts) await checkFree(place)
    await app.listen({ ...place, backlog, ...(sharesPorts && { reusePort: true }) })
    if (!sharesPorts) return
    const doors = app.addresses().flatMap((address) => Array(doorCount - 1).fill(address) as AddressInfo[])
    await Promise.all(doors.map(openAnother))
  }
}
