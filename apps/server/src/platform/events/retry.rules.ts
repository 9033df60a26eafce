/** Seconds after the first failure; each further pause is twice as long. */
const firstPause = 1
const longestPause = 120
/** After so many attempts, about half an hour, an event is set aside. */
export const mostAttempts = 20

/** Milliseconds until the next attempt, after so many that failed. */
export function pauseAfter(attempts: number): number {
  return 1000 * Math.min(firstPause * 2 ** (attempts - 1), longestPause)
}
