import { text } from 'node:stream/consumers'
import type { Client, TestApp } from '../harness.ts'
import { countStatements } from './counted.ts'
import type { Things } from './things.ts'
import type { Call } from './way.ts'

export interface Given {
  status: number
  text: string
  statements: string[]
  /** How many statements it took. */
  count: number
}

/** Headers that say something about the answer; the others are the same in all. */
const compared = new Set(['content-type', 'content-disposition', 'cache-control', 'location', 'retry-after'])

let calls = 0

/** Limits count by address. */
function nextAddress(): string {
  calls += 1
  return `10.0.${(calls >> 8) & 255}.${calls & 255}`
}

/** Makes a call as a client, without waiting for a stream without end. */
export async function answerTo(app: TestApp, { token }: Pick<Client, 'token'>, call: Call): Promise<Given> {
  const headers = { ...call.headers, authorization: `Bearer ${token}` }
  const { result, statements } = await countStatements(async () => {
    const answer = await app.application.app.inject({
      ...call,
      headers,
      remoteAddress: nextAddress(),
      payloadAsStream: true,
    })
    const kept = Object.entries(answer.headers).filter(([name]) => compared.has(name))
    if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
      answer.stream().destroy()
      return { status: answer.statusCode, text: JSON.stringify(kept) }
    }
    return { status: answer.statusCode, text: `${JSON.stringify(kept)}\n${await text(answer.stream())}` }
  })
  return { ...result, statements, count: statements.length }
}

const times = /\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g
const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const tokens = /[\w-]{20,}(\.[\w-]{20,})+|stw_\w+|[\w-]{43,}/g

/** Ids of what is made by the calls, and for them, begin here; those of what is hidden are lower. */
export const firstNewId = 700_000

/** An answer without what each call has of its own: its id, times, and the ids of what it made. */
export function normalized(given: Given, named: readonly Things[]): string {
  let body = given.text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')
  for (const things of named) {
    for (const value of Object.values(things).toSorted((a, b) => String(b).length - String(a).length)) {
      if (String(value).length > 5) body = body.replaceAll(String(value), '<named>')
    }
  }
  return `${given.status} ${body
    .replaceAll(times, '<time>')
    .replaceAll(/"(version|revision)":\d+/g, '"$1":0')
    .replaceAll(uuids, '<uuid>')
    .replaceAll(tokens, '<token>')
    .replaceAll(/(?<![\w.])7\d{5}(?![\w.])/g, '<new>')}`
}
