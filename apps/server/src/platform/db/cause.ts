import { presentCause } from '../telemetry/tracing.ts'

/**
 * What causes the work that is done just now, as the header `traceparent` has it; undefined where nothing is
 * traced. It holds hexadecimal digits and dashes, and nothing else.
 */
export function causeNow(): string | undefined {
  const cause = presentCause()
  return cause && `00-${cause.traceId}-${cause.spanId}-01`
}

/** The same as JSON, to be added to the payload of an event. */
export function causeJson(): string {
  const cause = causeNow()
  return cause === undefined ? '{}' : `{"traceparent":"${cause}"}`
}
