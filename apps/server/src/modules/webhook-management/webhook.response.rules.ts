import type { WebhookResult } from '@steward/contracts/plain/webhook'

/** Milliseconds. */
const second = 1000
const longestRetryAfter = 24 * 3600 * second

/** How a call is shown that was answered with a status. */
export function resultOf(status: number): WebhookResult {
  if (status >= 200 && status < 300) return 'Success'
  if (status >= 400 && status < 500) return 'Client Error'
  return status >= 500 && status < 600 ? 'Server Error' : 'Unknown'
}

const overloaded: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Whether the endpoint asks for fewer calls, or cannot cope. */
export const isOverloadedAt = (status: number): boolean => overloaded.has(status)

/** Milliseconds that an answer asks to wait, at most a day; undefined where it doesn't ask. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (text === '') return undefined
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, longestRetryAfter) : undefined
}

/** The connection was never made, so that the endpoint has got nothing. */
const unsentCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_[A-Z_]+|UNABLE_[A-Z_]+|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_[A-Z_]+|ERR_SSL_[A-Z_]+|HOSTNAME_MISMATCH)$/
const timeoutNames =
  /^(?:TimeoutError|AbortError|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/

function partsOf(error: unknown): string[] {
  const parts: string[] = []
  for (let one = error; one instanceof Error; one = one.cause) {
    parts.push(one.name, String((one as { code?: unknown }).code ?? ''))
    if (one instanceof AggregateError) parts.push(...one.errors.flatMap(partsOf))
  }
  return parts
}

export const isTimeout = (error: unknown): boolean => partsOf(error).some((part) => timeoutNames.test(part))

/** Whether a call failed before anything was sent. */
export const isUnsent = (error: unknown): boolean => partsOf(error).some((part) => unsentCodes.test(part))

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The endpoint refused the connection.'],
  [/^ENOTFOUND$|^EAI_/, 'The name of the endpoint could not be resolved.'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'The endpoint did not accept a connection in time.'],
  [/CERT|^UNABLE_|^ERR_TLS_|^ERR_SSL_|^HOSTNAME_/, 'The certificate of the endpoint is not valid.'],
  [timeoutNames, 'The endpoint did not answer in time.'],
  [/^ECONNRESET$|^UND_ERR_SOCKET$|^EPIPE$/, 'The endpoint closed the connection without an answer.'],
]

/** Why a call failed, for people. */
export function sentenceOf(error: unknown): string {
  const parts = partsOf(error)
  const known = sentences.find(([pattern]) => parts.some((part) => pattern.test(part)))
  return known?.[1] ?? 'The call failed without an answer.'
}
