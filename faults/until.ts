import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until the answer is yes, and resolves with how long it took, in milliseconds. A question that fails is asked
 * again. Throws with the last failure when there is no yes in time.
 */
export async function until(what: string, patience: number, ask: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  let failure: unknown
  for (;;) {
    const isSo = await ask().catch((error: unknown) => {
      failure = error
      return false
    })
    const passed = performance.now() - from
    if (isSo) return passed
    if (passed > patience) {
      const why = failure instanceof Error ? `: ${failure.message}` : ''
      throw new Error(`${what} was not so after ${Math.round(passed / 1000)} s${why}`)
    }
    await wait(100)
  }
}

/** The same, where patience begins anew whenever the work has come further. */
export async function untilDone(
  what: string,
  patience: number,
  isDone: () => Promise<boolean>,
  progress: () => Promise<number>,
): Promise<void> {
  let furthest = Number.NEGATIVE_INFINITY
  for (;;) {
    let isOver = false
    await until(what, patience, async () => {
      isOver = await isDone()
      if (isOver) return true
      const now = await progress()
      const hasCome = now > furthest
      furthest = Math.max(furthest, now)
      return hasCome
    })
    if (isOver) return
  }
}
