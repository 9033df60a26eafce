import { statusByCode, type ErrorCode } from '@steward/contracts/api'

/**
 * A failure that the caller can act on. `code` decides the status, `reason` is dotted and for
 * machines, `message` is a sentence for people, `fields` says what is wrong at which field.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason: string
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, reason: string, message: string, fields?: Record<string, string>) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.reason = reason
    this.fields = fields
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

/** Bad input, said at the fields where it is wrong. */
export function invalid(reason: string, fields: Record<string, string>): AppError {
  const message = Object.values(fields).join(' ')
  return new AppError('invalid_input', reason, message, fields)
}

export function notFound(reason: string, message: string): AppError {
  return new AppError('not_found', reason, message)
}

/** As EPIPE of the operating system is not. */
const stateOfSql = /^(?!E)[0-9A-Z]{5}$/

/** The PostgreSQL error code of a failure, or undefined. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && stateOfSql.test(error.code) ? error.code : undefined
}

/** Connections refused and lost, servers that start, stop, or have no room or no connection left. */
const awayStates = /^(?:08|53|57P)/
const lineCodes = /^E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)$/
const lineWords =
  /^Connection terminated|is not queryable|^timeout exceeded when trying to connect|^Query read timeout/

/** Whether the database was away, which passes by itself: what failed of it is worth another attempt. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return awayStates.test(state)
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  // Node's error for a caller who hung up in the middle of a body.
  if (message === 'aborted') return false
  return lineCodes.test(String(code)) || lineWords.test(String(message))
}

/** Storage of files that is overloaded, away, or does not answer in time, as clients of S3 say it. */
function isStorageAway(error: unknown): boolean {
  const { name, code, $metadata } = (error ?? {}) as {
    name?: unknown
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 500 || status === 429 || name === 'TimeoutError' || lineCodes.test(String(code))
}

/**
 * Whether a failure passes by itself, so that a job is worth another attempt: the database or the storage of
 * files is away, or stops. Looks at the causes of a failure too.
 */
export function isPassing(error: unknown): boolean {
  if (isDatabaseAway(error) || sqlState(error)?.startsWith('57') === true || isStorageAway(error)) return true
  return error instanceof Error && error.cause !== undefined && isPassing(error.cause)
}

/** The name of the constraint that a PostgreSQL error names, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined
  return typeof error.constraint === 'string' ? error.constraint : undefined
}
