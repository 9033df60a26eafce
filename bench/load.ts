import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuOf } from './cpu.ts'

export interface Target {
  port: number
  /** Processes whose CPU counts: the server and the database. */
  pids: number[]
  headers: Record<string, string>
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Beside those of the target. */
  headers?: Record<string, string>
}

export interface Figures {
  /** CPU milliseconds of server and database for one request, and the server's part of them. */
  cpu: number
  serverCpu: number
  p50: number
  p95: number
  p99: number
  requests: number
  /** The number of the last call, those of warming up included. */
  last: number
}

export interface Reply {
  status: number
  text: string
  retryAfter: string | undefined
}

/** Makes a call and reads the answer, whatever it says. Rejects where the connection breaks. */
export function request(agent: Agent, target: Target, call: Call): Promise<Reply> {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        port: target.port,
        host: '127.0.0.1',
        method: call.method,
        path: call.path,
        headers: {
          ...target.headers,
          ...call.headers,
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, text: Buffer.concat(chunks).toString(), retryAfter: headers['retry-after'] })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The answer to a call that must succeed. Who is asked to come back does. */
async function send(agent: Agent, target: Target, call: Call): Promise<string> {
  const { status, text, retryAfter } = await request(agent, target, call)
  if (status === 503 && retryAfter) {
    await wait(Number(retryAfter) * 1000)
    return send(agent, target, call)
  }
  if (status !== 200) throw new Error(`${call.method} ${call.path}: ${status} ${text.slice(0, 300)}`)
  return text
}

export async function once(target: Target, call: Call): Promise<unknown> {
  const agent = new Agent({ keepAlive: false })
  return JSON.parse(await send(agent, target, call))
}

/** The value below which this share of the sorted ones lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Sends calls from `clients` at once for `seconds`, and says what one cost. */
export async function load(
  target: Target,
  callOf: (n: number) => Call,
  seconds: number,
  clients = 8,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  // Continues after warming up: a change that was made already would be none.
  let n = 0
  const run = async (until: number, times: number[]): Promise<void> => {
    const client = async () => {
      while (performance.now() < until) {
        n += 1
        const from = performance.now()
        await send(agent, target, callOf(n))
        times.push(performance.now() - from)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
  }
  await run(performance.now() + 1000, [])
  const times: number[] = []
  const before = target.pids.map(cpuOf)
  await run(performance.now() + seconds * 1000, times)
  const spent = target.pids.map((pid, index) => cpuOf(pid) - (before[index] ?? 0))
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    cpu: spent.reduce((sum, milliseconds) => sum + milliseconds, 0) / times.length,
    serverCpu: (spent[0] ?? 0) / times.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    requests: times.length,
    last: n,
  }
}
