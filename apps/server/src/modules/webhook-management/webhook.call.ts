import type { WebhookCall } from '@steward/contracts/webhook-delivery'
import { addressRefusedBy, type HttpOut } from '../../platform/http-out/http-out.ts'
import { release } from '../../platform/release.ts'
import { sign } from '../../platform/standard-webhooks/signature.ts'
import type { Credentials } from './webhook.credentials.ts'
import { isTimeout, isUnsent, resultOf, sentenceOf } from './webhook.response.rules.ts'

/** Bytes of an answer that are read, and those that are kept. */
const mostRead = 64 * 1024
const mostKept = 4 * 1024
const mostHeaders = 50
const longestHeader = 500
const hidden = '•••'

export interface CallRequest {
  endpoint: string
  credentials: Credentials
  /** The header webhook-id: the same for each attempt. */
  messageId: string
  /** When this attempt begins. */
  at: Date
  body: string
  /** Whether it only tests the endpoint. */
  isTest?: boolean
}

/** How a call went. */
export interface CallOutcome extends WebhookCall {
  /** Whether the endpoint may have got what was sent. */
  isSent: boolean
}

function authorizationOf({ authentication }: Credentials): Record<string, string> {
  if (authentication.type === 'none') return {}
  if (authentication.type === 'token') return { authorization: `Bearer ${authentication.token}` }
  const pair = Buffer.from(`${authentication.username}:${authentication.password}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

/** The headers of a call, and the same without secrets. */
async function headersOf({ credentials, messageId, at, body, isTest }: CallRequest) {
  const authorization = authorizationOf(credentials)
  const custom = Object.fromEntries(credentials.headers)
  const open = {
    'content-type': 'application/json',
    'user-agent': `Steward/${release} (webhooks)`,
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    ...(isTest ? { 'steward-test': 'true' } : {}),
  }
  const signature = await sign({ secrets: credentials.secrets, messageId, at, body })
  const hide = (headers: Record<string, string>) =>
    Object.fromEntries(Object.keys(headers).map((name) => [name, hidden]))
  return {
    sent: { ...custom, ...open, ...authorization, 'webhook-signature': signature },
    shown: { ...hide(custom), ...open, ...hide(authorization), 'webhook-signature': hidden },
  }
}

function shownHeaders(headers: Headers): Record<string, string> {
  const all = [...headers].slice(0, mostHeaders)
  return Object.fromEntries(all.map(([name, value]) => [name, value.slice(0, longestHeader).toWellFormed()]))
}

/** Reads some of an answer and lets go of the rest. Gives what is kept of it, as text. */
async function readSome(answer: Response, signal: AbortSignal): Promise<string> {
  if (!answer.body) return ''
  const reader = answer.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    while (bytes < mostRead) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      bytes += value.length
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
  signal.throwIfAborted()
  const kept = Buffer.concat(chunks).subarray(0, mostKept)
  return kept.toString('utf8').replaceAll('\u0000', '').toWellFormed()
}

/** Calls an endpoint once. It never throws: what went wrong is the outcome. */
export async function callEndpoint(
  http: Pick<HttpOut, 'fetch'>,
  request: CallRequest,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { sent, shown } = await headersOf(request)
  const began = performance.now()
  let answer: Response | undefined
  const outcome = (
    rest: Pick<CallOutcome, 'result' | 'failure' | 'isSent'>,
    responseBody = '',
  ): CallOutcome => ({
    status: answer?.status ?? null,
    durationMs: Math.round(performance.now() - began),
    requestHeaders: shown,
    requestBody: request.body,
    responseHeaders: answer ? shownHeaders(answer.headers) : {},
    responseBody,
    ...rest,
  })
  try {
    const { endpoint, body } = request
    answer = await http.fetch(endpoint, { method: 'POST', headers: sent, body, signal, redirect: 'manual' })
    const text = await readSome(answer, signal)
    const { status } = answer
    const result = resultOf(status)
    return outcome({ result, failure: result === 'Success' ? null : failureOf(status), isSent: true }, text)
  } catch (error) {
    const refused = addressRefusedBy(error)
    if (refused) return outcome({ result: 'Unknown', failure: refused.message, isSent: false })
    const isLate = signal.aborted || isTimeout(error)
    const failure = signal.aborted ? 'The endpoint did not answer in time.' : sentenceOf(error)
    return outcome({ result: isLate ? 'Timeout' : 'Unknown', failure, isSent: !isUnsent(error) })
  }
}

function failureOf(status: number): string {
  if (status >= 300 && status < 400) {
    return `The endpoint answered with a redirection (${status}), which is not followed.`
  }
  return `The endpoint answered with the status ${status}.`
}
