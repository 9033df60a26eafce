import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { untrusted } from '../apps/server/test/untrusted-certificate.ts'

/** A call of a webhook. */
export interface HookCall {
  id: string
  body: string
}

/** What an endpoint does with a call; it is answered with 204 where there is nothing. */
export type Behavior = (response: ServerResponse, call: HookCall) => void

/** An endpoint of webhooks that counts what it gets, by path. */
export interface HookSink {
  readonly url: string
  /** The same, with a certificate that is not valid. */
  readonly untrustedUrl: string
  /** The calls of a path, with what came over the certificate that is not valid. */
  calls(path: string): readonly HookCall[]
  /** From now on; undefined: as usual. */
  behave(behavior: Behavior | undefined): void
  stop(): Promise<void>
}

async function listen(server: Server): Promise<number> {
  // A process that is killed in the middle of a call breaks its connection.
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export async function startHookSink(): Promise<HookSink> {
  const byPath = new Map<string, HookCall[]>()
  let behavior: Behavior | undefined
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const call = { id: String(request.headers['webhook-id']), body: await text(request) }
    byPath.set(path, [...(byPath.get(path) ?? []), call])
    if (behavior) behavior(response, call)
    else response.writeHead(204).end()
  }
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => response.destroy())
  const servers = [createServer(answer), createSecureServer(untrusted, answer)] as const
  const [port, untrustedPort] = [await listen(servers[0]), await listen(servers[1])]
  return {
    url: `http://127.0.0.1:${port}`,
    untrustedUrl: `https://127.0.0.1:${untrustedPort}`,
    calls: (path) => byPath.get(path) ?? [],
    behave: (next) => void (behavior = next),
    async stop() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
