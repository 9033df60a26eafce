import type { Socket } from 'node:net'
import type { ErrorBody } from '@steward/contracts/api'

interface Malformed extends Pick<ErrorBody, 'code' | 'reason' | 'message'> {
  status: `${number} ${string}`
}

const byCode: Record<string, Malformed> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    reason: 'request.headers_too_large',
    message: 'The headers or the URL are too long. Shorten them and try again.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_input',
    reason: 'request.too_slow',
    message: "The request didn't arrive in time. Try again.",
  },
}

const other: Malformed = {
  status: '400 Bad Request',
  code: 'invalid_input',
  reason: 'request.malformed',
  message: "This isn't a valid HTTP request.",
}

/** Answers what is no HTTP request, and so never becomes a call, in the shape of all failures; then hangs up. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const { status, ...failure } = byCode[error.code ?? ''] ?? other
  const body = JSON.stringify({ ...failure, requestId: crypto.randomUUID() } satisfies ErrorBody)
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}
