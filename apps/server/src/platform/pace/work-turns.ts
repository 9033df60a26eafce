/** The longest pause after a piece of work, in milliseconds: a job makes progress under any load. */
const longestPause = 1000
/** Milliseconds after which a turn is no longer waited for: what it does may itself be waiting for something. */
const longestTurn = 250

/** The ratio of pause to work. */
const pausePerWork = 3

/**
 * Turns of work, one at a time, each followed by a pause three times as long: all jobs together then work a quarter of
 * the time, and no two of them at once.
 */
export interface WorkTurns {
  /** Waits for the next turn of a worker that has worked for so many milliseconds. Ends early when the signal fires. */
  next(worker: object, worked: number, signal: AbortSignal): Promise<void>
  /** A worker is done, or works without turns. */
  leave(worker: object): void
}

interface Waiting {
  worker: object
  start(): void
}

/** Creates turns for the jobs of a process. */
export function createWorkTurns(): WorkTurns {
  const line: Waiting[] = []
  let holder: object | undefined
  let heldUntil = 0
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined

  function admit(): void {
    clearTimeout(timer)
    const [first] = line
    if (!first) return
    const from = holder ? Math.max(freeAt, heldUntil) : freeAt
    const pause = from - performance.now()
    if (pause > 0) {
      timer = setTimeout(admit, pause)
      return
    }
    line.shift()
    holder = first.worker
    heldUntil = performance.now() + longestTurn
    first.start()
    admit()
  }

  function leave(worker: object): void {
    if (holder !== worker) return
    holder = undefined
    admit()
  }

  return {
    leave,
    next(worker, worked, signal) {
      freeAt = Math.max(freeAt, performance.now()) + Math.min(longestPause, worked * pausePerWork)
      if (holder === worker) holder = undefined
      return new Promise((resolve) => {
        const start = () => {
          signal.removeEventListener('abort', end)
          resolve()
        }
        const waiting = { worker, start }
        const end = () => {
          const at = line.indexOf(waiting)
          if (at >= 0) line.splice(at, 1)
          start()
          admit()
        }
        signal.addEventListener('abort', end)
        line.push(waiting)
        admit()
      })
    },
  }
}
