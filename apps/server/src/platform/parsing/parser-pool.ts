import { Piscina } from 'piscina'
import { AppError } from '../errors.ts'

/** Threads at once. Each has a processor of its own for as long as it parses. */
const mostThreads = 2
/** Inputs that wait for a thread; more are refused, so that waiting input can't fill the memory. */
const mostWaiting = 32
/** How long an idle thread stays, in milliseconds. */
const idleTimeout = 2000
/** MB of heap that one thread may use. Buffers are outside of it: parsers get their input as one. */
const heapLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 }

/** Milliseconds that one input may take, waiting for a thread included. */
const defaultDeadline = 10_000

/** The input would take more time or memory than it may. */
export class InputTooCostly extends Error {}

/** An exported function, and the module which a thread imports it from. */
export interface Parser {
  module: URL
  name: string
}

export interface ParseOptions {
  /** Milliseconds; 10 s by default. */
  deadline?: number
  /** Ends the parsing early, such as when the caller has gone. */
  signal?: AbortSignal
}

/**
 * Parses what strangers send in worker threads, so that hostile input can't block the event loop or use up the
 * memory of the process.
 */
export interface ParserPool {
  /**
   * Calls a parser with `input` in a thread. Input and output are cloned, so they are plain data. Throws `InputTooCostly` when the deadline passes or the heap is full, `unavailable`
   * when too many inputs are waiting, and the parser's own error, which keeps its message but not its class.
   */
  run<Output>(parser: Parser, input: unknown, options?: ParseOptions): Promise<Output>
  close(): Promise<void>
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

function busy(): AppError {
  return new AppError(
    'unavailable',
    'parsing.busy',
    'Steward is busy with other files. Try again in a moment.',
  )
}

/**
 * The settings of the process hold secrets, and no parser needs one. With the folder of compiled code a thread starts
 * in half of the time and memory.
 */
function environment(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

function createThreads(): Piscina {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: mostThreads,
    maxQueue: mostWaiting,
    idleTimeout,
    resourceLimits: heapLimits,
    env: environment(),
    execArgv: [],
  })
  // A thread whose task was canceled at its deadline may still run out of memory: no one waits for it any more,
  // and an error without a listener would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** Creates a pool that starts its threads when the first input arrives. */
export function createParserPool(): ParserPool {
  let threads: Piscina | undefined

  const start = (): Piscina => (threads ??= createThreads())

  return {
    async run<Output>({ module, name }: Parser, input: unknown, options: ParseOptions = {}) {
      const pool = start()
      if (pool.queueSize >= mostWaiting) throw busy()
      const deadline = AbortSignal.timeout(options.deadline ?? defaultDeadline)
      const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
      try {
        return (await pool.run(input, { filename: module.href, name, signal })) as Output
      } catch (error) {
        if (isAbort(error) && !options.signal?.aborted) throw new InputTooCostly('Parsing took too long.')
        if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
          throw new InputTooCostly('Parsing needed too much memory.')
        }
        throw error
      }
    },
    async close() {
      await threads?.destroy()
    },
  }
}
