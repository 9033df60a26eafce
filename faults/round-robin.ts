import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** A plain proxy for several web servers: each request goes to the next one that takes connections. */
export interface RoundRobin {
  readonly port: number
  /** Requests that were answered, by the port of who answered. */
  readonly answered: Map<number, number>
  /** The servers from now on. */
  use(ports: readonly number[]): void
  stop(): Promise<void>
}

async function dial(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  }
}

function refuse(response: ServerResponse, message: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(502, { 'content-type': 'text/plain' }).end(message)
}

/** How often servers are asked whether they want calls, in milliseconds, and how long they have to answer. */
const lookEvery = 250
const patience = 2000

/** The servers that say that no more calls should come, or nothing, as balancers of load find it out. */
function watchLeaving(portsOf: () => readonly number[]): { leaving: ReadonlySet<number>; stop(): void } {
  const leaving = new Set<number>()
  const look = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(patience) })
    await answer.arrayBuffer()
    if (answer.status === 503) leaving.add(port)
    else leaving.delete(port)
  }
  const timer = setInterval(() => {
    // One that does not answer is asked for nothing either, as long as another does.
    for (const port of portsOf()) look(port).catch(() => leaving.add(port))
  }, lookEvery)
  return { leaving, stop: () => clearInterval(timer) }
}

/**
 * Starts it. A server that says that it is leaving gets no calls while there are others. One that refuses the
 * connection is skipped; a request of which anything was sent is never sent again, whatever becomes of it:
 * no one knows whether it was done. It is answered 502 then.
 */
export async function roundRobin(first: readonly number[]): Promise<RoundRobin> {
  let ports = [...first]
  let turn = 0
  const answered = new Map<number, number>()
  const watch = watchLeaving(() => ports)
  const isLeaving = (port: number): boolean => watch.leaving.has(port)

  /** All of them, each once, anyone who else is asking: the next in turn first, those that are leaving last. */
  function candidates(): number[] {
    const at = turn++ % ports.length
    const inTurn = [...ports.slice(at), ...ports.slice(0, at)]
    return [...inTurn.filter((port) => !isLeaving(port)), ...inTurn.filter(isLeaving)]
  }

  async function next(): Promise<{ port: number; socket: Socket } | undefined> {
    for (const port of candidates()) {
      const socket = await dial(port)
      if (socket) return { port, socket }
    }
    return undefined
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = await next()
    if (!found) return refuse(response, 'No server takes connections.')
    const { port, socket } = found
    const { method, url: path, headers } = request
    const onward = httpRequest({
      createConnection: () => socket,
      method,
      path,
      headers: { ...headers, connection: 'close', 'x-forwarded-for': request.socket.remoteAddress ?? '' },
    })
    onward.on('response', (answer) => {
      answered.set(port, (answered.get(port) ?? 0) + 1)
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, kept)
      response.flushHeaders()
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    onward.on('error', (error) => refuse(response, error.message))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    answered,
    use(other) {
      ports = [...other]
    },
    async stop() {
      watch.stop()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
