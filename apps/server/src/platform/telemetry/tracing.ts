/** The ids of a trace and of a span in it, in hexadecimal digits. */
export interface Cause {
  traceId: string
  spanId: string
}

export interface TraceOptions {
  attributes: Record<string, string | number>
  /** The cause of the work. */
  causes: readonly Cause[]
}

/** Traces work through a process. */
export interface Tracing {
  /** The work that is done just now, where it is traced. */
  present(): Cause | undefined
  inTrace<T>(name: string, options: TraceOptions, work: () => Promise<T>): Promise<T>
}

// There is one for a process, as there is one thread of work to follow. The SDK is large, and is
// loaded by anyone who sets it.
let tracing: Tracing | undefined

/** Follows all work by this from now on; undefined: no more. */
export function traceBy(given: Tracing | undefined): void {
  tracing = given
}

/** The work that is done just now, where it is traced. */
export function presentCause(): Cause | undefined {
  return tracing?.present()
}

/** Does work that no one waits for, as a trace of its own that is linked to what caused it. */
export function inTrace<T>(name: string, options: TraceOptions, work: () => Promise<T>): Promise<T> {
  return tracing ? tracing.inTrace(name, options, work) : work()
}
