import type { WorkerEvents } from 'graphile-worker'

/** So many times one after the other may asking for a job fail. */
const mostFailures = 6

/** Whether workers are still given jobs when they ask for one. */
export interface Asking {
  /** Resolves when asking has failed again and again, and not once succeeded between. */
  readonly isLost: Promise<void>
  /** Listens no more. */
  end(): void
}

/**
 * Watches how asking for jobs goes. A runner whose very first question was cut off keeps that failure as the
 * answer to all others, so that its workers ask for ever; only another runner helps.
 */
export function watchAsking(events: WorkerEvents): Asking {
  const { promise: isLost, resolve } = Promise.withResolvers<void>()
  let failures = 0
  const failed = () => {
    failures += 1
    if (failures >= mostFailures) resolve()
  }
  const succeeded = () => void (failures = 0)
  events.on('worker:getJob:error', failed)
  events.on('worker:getJob:empty', succeeded)
  events.on('job:start', succeeded)
  return {
    isLost,
    end() {
      events.off('worker:getJob:error', failed)
      events.off('worker:getJob:empty', succeeded)
      events.off('job:start', succeeded)
    },
  }
}
