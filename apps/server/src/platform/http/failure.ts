import type { ErrorBody, ErrorCode } from '@steward/contracts/api'
import { statusByCode } from '@steward/contracts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, invalid, isDatabaseAway, sqlState } from '../errors.ts'
import { Refused } from '../pace/fair-queue.ts'
import { unknownPropertyText } from './input-texts.ts'
import { findUnstorable } from './unstorable.ts'

const plainMessage = 'Oops, something went wrong somewhere. You may want to refresh and try again.'

interface Issue {
  instancePath: string
  message?: string
  keyword?: string
  params?: unknown
}

function keysOf(issue: Issue): string[] {
  const params = issue.params as { keys?: string[]; issue?: { keys?: string[] } } | undefined
  return params?.keys ?? params?.issue?.keys ?? []
}

function pathOf(issue: Issue): string {
  return issue.instancePath.split('/').filter(Boolean).join('.')
}

/** Says each fault of a request at the path where it stands. */
function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = pathOf(issue)
    const unknown = issue.keyword === 'unrecognized_keys' ? keysOf(issue) : []
    for (const key of unknown) {
      fields[path ? `${path}.${key}` : key] = unknownPropertyText(key)
    }
    if (unknown.length === 0) fields[path || 'body'] ??= issue.message ?? 'This value is not valid.'
  }
  return fields
}

/** The first few faults in one text, each once. What does not say which field it means gets its path. */
function sentencesOf(fields: Readonly<Record<string, string>>): string {
  const texts = Object.entries(fields).map(([path, text]) =>
    /^(This|Choose one of) /.test(text) && path !== 'body' ? `${path}: ${text}` : text,
  )
  const [only, ...others] = [...new Set(texts)].slice(0, 3)
  if (only === undefined || others.length === 0) return only ?? ''
  return [only, ...others].map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(' ')
}

const codeByStatus = new Map<number, ErrorCode>(
  Object.entries(statusByCode).map(([code, status]) => [status, code as ErrorCode]),
)

const reasonByFastifyCode: Record<string, { code: ErrorCode; reason: string; message: string }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'invalid_input',
    reason: 'request.not_json',
    message: 'The body is not valid JSON. Check its quotes, commas and brackets.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'invalid_input',
    reason: 'request.empty_body',
    message: 'The body is empty. Send the values as JSON.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'too_large',
    reason: 'request.too_large',
    message: 'The body is too large for this call.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported',
    reason: 'request.media_type',
    message: 'Send the body as application/json.',
  },
}

const overloaded = new AppError('unavailable', 'server.overloaded', 'Steward is busy. Try again in a moment.')

function fromFramework(error: Error): AppError | undefined {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code ? reasonByFastifyCode[code] : undefined
  if (known) return new AppError(known.code, known.reason, known.message)
  if (statusCode === 429) {
    return new AppError('rate_limited', 'request.too_many', 'Too many attempts. Wait a minute and try again.')
  }
  if (statusCode === 503) return overloaded
  const status = statusCode && statusCode < 500 ? codeByStatus.get(statusCode) : undefined
  return status ? new AppError(status, 'request.refused', error.message) : undefined
}

/** Text that PostgreSQL cannot hold, as such or inside JSON, or a number or an instant outside its type. */
const unstorableStates = new Set(['22021', '22P05', '22P02', '22003', '22008'])

/** Says where the request has a text that cannot be stored, which the database does not say. */
function fromUnstorable(state: string | undefined, request: FastifyRequest): AppError | undefined {
  if (!state || !unstorableStates.has(state)) return undefined
  const { params, query, body } = request
  const path = [params, query, body].map(findUnstorable).find((found) => found !== undefined)
  const message = "This contains a character that can't be stored. Remove it and try again."
  if (path !== undefined) return invalid('request.value', { [path || 'body']: message })
  // A number outside its type may come from anywhere; text that is not a number would be our own fault.
  if (state === '22P02') return undefined
  return new AppError('invalid_input', 'request.value', "A value contains something that can't be stored.")
}

function fromDatabase(error: Error): AppError | undefined {
  const state = sqlState(error)
  if (state === '57014') {
    return new AppError(
      'unavailable',
      'database.timeout',
      'This took too long. Narrow the filter and try again.',
    )
  }
  if (state === '53100' || (error as { code?: string }).code === 'ENOSPC') {
    return new AppError(
      'unavailable',
      'storage.full',
      'The server has no disk space left. Contact your operator, then try again.',
    )
  }
  if (isDatabaseAway(error)) {
    return new AppError(
      'unavailable',
      'database.away',
      'The database is not available. Try again in a moment.',
    )
  }
  return undefined
}

function toAppError(error: Error, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof Refused) return overloaded
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = fieldsOf(error.validation as unknown as Issue[])
    return new AppError('invalid_input', 'request.invalid', sentencesOf(fields), fields)
  }
  return fromFramework(error) ?? fromUnstorable(sqlState(error), request) ?? fromDatabase(error)
}

function bodyOf(error: AppError, request: FastifyRequest): ErrorBody {
  return {
    code: error.code,
    reason: error.reason,
    message: error.message,
    ...(error.fields ? { fields: error.fields } : {}),
    requestId: request.id,
  }
}

/** Seconds after which a call that could not be served is worth another attempt, and the most that is said. */
const retryAfter = 2
const longestRetryAfter = 30

/** The seconds of Retry-After. They vary a little, so that refused callers don't all return at once. */
function retryAfterOf(error: Error): number {
  if (!(error instanceof Refused)) return retryAfter
  const seconds = Math.ceil(error.retryAfter / 1000 + Math.random() * retryAfter)
  return Math.min(longestRetryAfter, Math.max(1, seconds))
}

/** Whether there is no one any more to answer. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.socket?.destroyed === true

/** Answers every failure in one shape. Unknown ones are logged and shown as a plain sentence. */
export function handleFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const known = toAppError(error, request)
    // What fails because the caller left, such as half an upload or a statement that was canceled, is no fault.
    if (isGone(request)) request.log.debug({ cause: error.message }, 'the caller disconnected')
    else if (!known) request.log.error({ err: error }, 'request failed')
    else if (known.status === 503 && known !== error && !(error instanceof Refused)) {
      request.log.warn({ reason: known.reason, cause: error.message }, 'a call could not be served')
    }
    const answer = known ?? new AppError('internal', 'unknown', plainMessage)
    if (answer.status === 503) reply.header('retry-after', retryAfterOf(error))
    return reply.status(answer.status).send(bodyOf(answer, request))
  })
}

/** Addresses that no route is looked up for. */
const unroutable: Record<string, AppError> = {
  FST_ERR_BAD_URL: new AppError(
    'invalid_input',
    'request.address',
    'The URL is malformed. Write a percent sign as %25.',
  ),
  // Longer than any id.
  FST_ERR_MAX_PARAM_LENGTH: new AppError('not_found', 'route.unknown', 'Page not found.'),
}

/** Answers what fails before there is a route, and with it before all hooks, as other failures are answered. */
export function answerUnrouted(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void => {
    const answer = unroutable[error.code ?? ''] ?? new AppError('internal', 'unknown', plainMessage)
    void reply
      .status(answer.status)
      .headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(bodyOf(answer, request)))
  }
}

export function notFoundBody(request: FastifyRequest): ErrorBody {
  return bodyOf(
    new AppError(
      'not_found',
      'route.unknown',
      `${request.method} ${request.url.split('?')[0]} does not exist.`,
    ),
    request,
  )
}
