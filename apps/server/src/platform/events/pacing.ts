/** How fast events are delivered and retried. All in milliseconds. */
export interface Pacing {
  /** How often to look for events that nobody announced, and for retries that are due. */
  sweepEvery: number
  /** The least time between two looks at the outbox of one tenant, so that busy tenants are served in batches. */
  spacing: number
  /** The pause after the first failure. It doubles with each further one, up to `longestPause`. */
  firstPause: number
  longestPause: number
  /** An event that has failed for so long is set aside. */
  failFor: number
}

export const defaultPacing: Pacing = {
  sweepEvery: 5000,
  spacing: 250,
  firstPause: 2000,
  longestPause: 90_000,
  failFor: 25 * 60_000,
}

/** A worker that was down for long must not count that as attempts. */
export const leastAttempts = 10

/** The pause after so many failed attempts. */
export function pauseAfter(attempts: number, { firstPause, longestPause }: Pacing): number {
  return Math.min(firstPause * 2 ** (attempts - 1), longestPause)
}
