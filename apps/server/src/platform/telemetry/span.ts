import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Span } from '@opentelemetry/api'
import { AppError } from '../errors.ts'
import type { Cause, TraceOptions, Tracing } from './tracing.ts'

/** The kind of a failure. The message of an error may contain what people wrote, so it goes only to the log. */
function nameOfFailure(error: unknown): string {
  if (error instanceof AppError) return error.reason
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** Notes that what the span reports failed. */
export function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', nameOfFailure(error))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function present(): Cause | undefined {
  const span = trace.getActiveSpan()?.spanContext()
  return span && (span.traceFlags & TraceFlags.SAMPLED) !== 0 ? span : undefined
}

async function inTrace<T>(
  name: string,
  { attributes, causes }: TraceOptions,
  work: () => Promise<T>,
): Promise<T> {
  const links = causes.map(({ traceId, spanId }) => ({
    context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true },
  }))
  const settings = { kind: SpanKind.CONSUMER, attributes, links, root: true }
  return trace.getTracer('steward').startActiveSpan(name, settings, ROOT_CONTEXT, async (span) => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Follows work by spans of OpenTelemetry. */
export const tracingBySpans: Tracing = { present, inTrace }
