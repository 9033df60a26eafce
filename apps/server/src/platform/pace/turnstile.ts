/** Lets through those who come, first come first served, and only so many in a turn of the event loop. */
export interface Turnstile {
  pass(): Promise<void>
}

export function createTurnstile(mostInTurn: number): Turnstile {
  let waiting: (() => void)[] = []

  function turn(): void {
    for (const letGo of waiting.slice(0, mostInTurn)) letGo()
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
