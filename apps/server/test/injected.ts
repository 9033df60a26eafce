import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'

export interface Injected {
  status: number
  /** The body, where it is JSON. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  json: any
}

/** Makes a call and waits for its answer; of an answer without an end only for its beginning. */
export async function injected(app: FastifyInstance, call: InjectOptions): Promise<Injected> {
  const answer = await app.inject({ ...call, payloadAsStream: true })
  const type = String(answer.headers['content-type'])
  if (type.startsWith('text/event-stream')) {
    answer.stream().destroy()
    return { status: answer.statusCode, json: {} }
  }
  const body = await text(answer.stream())
  return { status: answer.statusCode, json: type.includes('json') && body ? JSON.parse(body) : {} }
}
