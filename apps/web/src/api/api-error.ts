import { sessionExpiredMessage } from '@steward/contracts/plain/session'

type Failure = {
  status: number
  code: string
  reason: string
  message: string
  fields?: Record<string, string>
  requestId?: string
}

/** Every call that fails rejects with one of these. A network failure has status 500 and code ERROR. */
export class ApiError extends Error implements Failure {
  readonly status: number
  readonly code: string
  readonly reason: string
  /** What is wrong with a value, by its path. */
  readonly fields: Record<string, string> | undefined
  readonly requestId: string | undefined

  constructor({ status, code, reason, message, fields, requestId }: Failure) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.reason = reason
    this.fields = fields
    this.requestId = requestId
  }
}

export function networkError(): ApiError {
  return new ApiError({ status: 500, code: 'ERROR', reason: 'network', message: '' })
}

/** What a call meets that needs a session which has ended. */
export function sessionExpiredError(): ApiError {
  const reason = 'session.expired'
  return new ApiError({ status: 401, code: 'unauthenticated', reason, message: sessionExpiredMessage })
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(...values: unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}

/** The error of an answer above 299: our own shape, a message nested under `data`, or no JSON at all. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body = objectOf(await response.json().catch(() => null))
  const nested = objectOf(body.data)
  return new ApiError({
    status: response.status,
    code: textOf(body.code, nested.code, 'ERROR'),
    reason: textOf(body.reason, nested.reason),
    message: textOf(body.message, nested.message),
    fields: (body.fields ?? nested.fields) as Record<string, string> | undefined,
    requestId: textOf(body.requestId, response.headers.get('x-request-id')) || undefined,
  })
}

/** Such a failure opens the Session Expired dialog by itself; nothing else is shown for it. */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof ApiError && error.message === sessionExpiredMessage
}
