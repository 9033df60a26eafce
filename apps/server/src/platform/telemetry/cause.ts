import { causeNow } from '../db/cause.ts'
import type { Cause } from './tracing.ts'

/** Where what a job or an event was caused by is in its payload, as the header `traceparent` has it. */
const key = 'traceparent'
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

function isObject(payload: unknown): payload is Record<string, unknown> {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
}

/** The payload of a job or an event, which knows by what it was caused where that is traced. */
export function withCause(payload: unknown): unknown {
  const cause = causeNow()
  return cause !== undefined && isObject(payload) ? { ...payload, [key]: cause } : payload
}

/** The payload as it was before `withCause`, and what caused it. */
export function splitCause(payload: unknown): { payload: unknown; cause: Cause | undefined } {
  if (!isObject(payload) || typeof payload[key] !== 'string') return { payload, cause: undefined }
  const { [key]: text, ...rest } = payload
  const [, traceId, spanId] = form.exec(text as string) ?? []
  const cause = traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined
  return { payload: rest, cause }
}
