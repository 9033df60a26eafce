/** Lets through callers in order of arrival, a limited number per turn of the event loop. */
export interface TickLimiter {
  pass(): Promise<void>
}

export function createTickLimiter(mostInTurn: number): TickLimiter {
  let waiting: (() => void)[] = []

  function turn(): void {
    for (const release of waiting.slice(0, mostInTurn)) release()
    waiting = waiting.slice(mostInTurn)
    if (waiting.length > 0) setImmediate(turn)
  }

  return {
    pass() {
      if (waiting.length === 0) setImmediate(turn)
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
