import { Agent } from 'node:http'
import { percentile, request, type Call, type Target } from '../load.ts'

export interface Answer {
  /** 0 where the connection broke. */
  status: number
  /** What broke it. */
  error?: string
  milliseconds: number
  retryAfter: number | undefined
}

/** Makes a call whatever is answered. */
export async function ask(agent: Agent, target: Target, call: Call): Promise<Answer> {
  const from = performance.now()
  const since = () => performance.now() - from
  try {
    const { status, retryAfter } = await request(agent, target, call)
    const seconds = retryAfter === undefined ? undefined : Number(retryAfter)
    return { status, milliseconds: since(), retryAfter: seconds }
  } catch (error) {
    return { status: 0, error: String(error), milliseconds: since(), retryAfter: undefined }
  }
}

export interface Times {
  p50: number
  p95: number
  p99: number
  most: number
  calls: number
}

export function timesOf(answers: readonly Answer[]): Times {
  const sorted = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return {
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    most: sorted.at(-1) ?? 0,
    calls: sorted.length,
  }
}

/** Calls from some clients, each of whom waits for the answer and then for `pause` milliseconds. */
export async function callFor(
  target: Target,
  callOf: (n: number) => Call,
  { seconds, clients, pause }: { seconds: number; clients: number; pause: number },
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const until = performance.now() + seconds * 1000
  const answers: Answer[] = []
  let n = 0
  const client = async () => {
    while (performance.now() < until) {
      n += 1
      answers.push(await ask(agent, target, callOf(n)))
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return answers
}
