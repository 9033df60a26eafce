import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** Is between a program and the server that it connects to, and spoils the line. */
export interface TcpProxy {
  readonly port: number
  /** The address of the server, by way of the proxy. */
  through(url: string): string
  /** Breaks every open connection; new ones are let through. */
  cut(): void
  /** Breaks every open connection, and every new one at once, until healed. */
  refuse(): void
  /** Lets nothing pass either way while connections stay open, as a network that drops packets; until healed. */
  hang(): void
  /** Holds back what passes, in milliseconds each way. */
  delay(milliseconds: number): void
  /** Everything passes as it comes. */
  heal(): void
  stop(): Promise<void>
}

export async function tcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const held = new Set<() => void>()
  let isRefusing = false
  let isHanging = false
  let lag = 0

  /** Passes bytes on in their order: when the line is free, and after the lag. */
  const line = () =>
    new Transform({
      transform(bytes: Buffer, _encoding, done) {
        const pass = () => setTimeout(() => done(null, bytes), lag)
        if (isHanging) held.add(pass)
        else if (lag > 0) pass()
        else done(null, bytes)
      },
    })

  function join(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        // In a network that drops packets no one receives that the other end went away.
        if (isHanging) held.add(() => other.destroy())
        else other.destroy()
      })
      socket.pipe(line()).pipe(other)
    }
  }

  const server = createServer((near) => {
    if (isRefusing) return near.resetAndDestroy()
    join(near, connect({ port: targetPort, host: '127.0.0.1' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function cut(): void {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  function heal(): void {
    isRefusing = false
    isHanging = false
    lag = 0
    for (const pass of held) pass()
    held.clear()
  }

  return {
    port,
    through(url) {
      const address = new URL(url)
      address.host = `127.0.0.1:${port}`
      return address.href
    },
    cut,
    refuse() {
      isRefusing = true
      cut()
    },
    hang() {
      isHanging = true
    },
    delay(milliseconds) {
      lag = milliseconds
    },
    heal,
    async stop() {
      heal()
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
