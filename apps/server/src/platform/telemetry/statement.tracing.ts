import { SpanKind, trace, type Span } from '@opentelemetry/api'
import type pg from 'pg'
import { markFailed } from './span.ts'

const tracer = trace.getTracer('steward')

const named = /^\/\*(?:user:)?([\w.]+)\*\//
const verb = /^\s*(\w+)/
const table = /\b(?:from|into|update|call)\s+"?([a-z_][\w.]*)/i
/** Statements that begin and end transactions, or set the tenant of a connection. */
const silent = /^\s*(?:begin|start transaction|select set_config)\b/i

/** The name of a statement: its own, else its verb and first table. Never a value. */
function statementName(text: string): string {
  const own = named.exec(text)?.[1]
  if (own !== undefined) return own
  const words = [verb.exec(text)?.[1]?.toLowerCase() ?? 'statement', table.exec(text)?.[1]]
  return words.filter(Boolean).join(' ')
}

/** The text of what `query` was called with; undefined for what is more than text, as streams are. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}

type Callback = (error: Error | null, ...rest: unknown[]) => void

/** `pool.query` hands a callback on; the span ends before it is called. */
function endingBefore(given: unknown[], span: Span): boolean {
  const last = given.at(-1)
  if (typeof last !== 'function') return false
  given[given.length - 1] = ((error, ...rest) => {
    if (error) markFailed(span, error)
    span.end()
    ;(last as Callback)(error, ...rest)
  }) satisfies Callback
  return true
}

function endAfter(result: unknown, span: Span): void {
  if (!(result instanceof Promise)) return span.end()
  result.then(
    () => span.end(),
    (error: unknown) => {
      markFailed(span, error)
      span.end()
    },
  )
}

/** Adds a span for each statement of the connection to the trace of the work that waits for it. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const traced = (...given: unknown[]): unknown => {
    const text = trace.getActiveSpan()?.isRecording() ? textOf(given[0]) : undefined
    if (text === undefined || silent.test(text)) return query(...given)
    const name = statementName(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    const isCallback = endingBefore(given, span)
    const result = query(...given)
    if (!isCallback) endAfter(result, span)
    return result
  }
  client.query = traced as typeof client.query
}
