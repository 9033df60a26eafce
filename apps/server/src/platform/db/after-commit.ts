/** What to call when events of a database handle are committed. */
const announcers = new WeakMap<object, () => void>()

/** Has `announce` called after statements of the handle have published events. */
export function announceFor(handle: object, announce: () => void): void {
  announcers.set(handle, announce)
}

/**
 * Says that a statement has written events. Inside a transaction they are announced when it commits; outside,
 * where a statement commits by itself, at once. Subscribers receive events that nobody announces some seconds later.
 */
export function publishedIn(handle: object): void {
  announcers.get(handle)?.()
}

/** Runs a transaction, and announces what it published once it has committed. */
export async function announceAfter<T>(
  db: object,
  run: (began: (tx: object) => void) => Promise<T>,
): Promise<T> {
  let hasPublished = false
  const result = await run((tx) => announceFor(tx, () => void (hasPublished = true)))
  if (hasPublished) publishedIn(db)
  return result
}
