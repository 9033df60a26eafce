import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** A port that serves only the health and the metrics of the process. */
export interface OperationsPort {
  port: number
  close(): Promise<void>
}

export interface OperationsOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  metrics: Metrics
  isReady(): Promise<boolean>
  /** Throws where this request may not read the metrics. */
  checkMayRead(request: IncomingMessage): void
}

type Answer = { status: number; type: string; text: string }

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
})

async function readMetrics({ metrics, checkMayRead }: OperationsOptions, request: IncomingMessage) {
  try {
    checkMayRead(request)
  } catch {
    return json(401, { status: 'Send METRICS_TOKEN as `Authorization: Bearer …`.' })
  }
  return { status: 200, type: metrics.registry.contentType, text: await metrics.registry.metrics() }
}

const answers: Record<string, (options: OperationsOptions, request: IncomingMessage) => Promise<Answer>> = {
  '/healthz': async () => json(200, { status: 'alive' }),
  async '/readyz'({ isReady }) {
    const ready = await isReady().catch(() => false)
    return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' })
  },
  '/metrics': readMetrics,
}

async function answer(options: OperationsOptions, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const find = Object.hasOwn(answers, path) && request.method === 'GET' ? answers[path] : undefined
  const { status, type, text } = find
    ? await find(options, request)
    : json(404, { status: 'There are /healthz, /readyz and /metrics.' })
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}

/** Opens the port. It works without the application, so that a process that only works through jobs has it too. */
export async function openOperationsPort(options: OperationsOptions): Promise<OperationsPort> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch(() => response.destroy())
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
